//! The dialect `math`: functions that are exact, and correctly rounded where that means something, and
//! those that are not.

pub mod elementary;
pub mod float;
pub mod integer;

use tfrt_numeric::functions;
