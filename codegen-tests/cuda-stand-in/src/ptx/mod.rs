//! PTX: read, checked and interpreted. Uses nothing of the driver: memory is behind a trait.
