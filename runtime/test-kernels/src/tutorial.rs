//! The tutorial's dialect: points in a plane.

use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Chain, KernelType};

/// A point: `!tfrt_tutorial.coordinate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// The horizontal coordinate.
    pub x: i32,
    /// The vertical coordinate.
    pub y: i32,
}

impl KernelType for Coordinate {
    const NAME: &'static str = "!tfrt_tutorial.coordinate";
}

/// The point with these coordinates.
#[kernel("tfrt_tutorial.create_coordinate", effects())]
pub fn create_coordinate(x: i32, y: i32) -> Coordinate {
    Coordinate { x, y }
}

/// Prints `(X, Y)`.
#[kernel("tfrt_tutorial.print_coordinate", effects(prints))]
pub fn print_coordinate(ctx: ExecCtx<'_>, point: Coordinate, _chain: Chain) -> Chain {
    ctx.request.print(&format!("({}, {})\n", point.x, point.y));
    Chain
}
