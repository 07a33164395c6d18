//! Programs that the macros refuse, in `cases/`, and what rustc says of them.
