//! The kernels of MLIR's dialects `arith` and `math`, for programs that come from other compilers.
//! A kernel is named after its op and the type that it computes with: `arith.addi.i32` is `arith.addi`
//! on `i32`. A cast names both types, a comparison its predicate: `arith.extsi.i8.i32`,
//! `arith.cmpi.slt.i64`. MLIR's `index` is `i64`.
//!
//! What MLIR leaves undefined is defined here; the rules stand with each kernel.

pub mod arith;
mod float;
mod integer;

pub use float::{Float, Real};
pub use integer::Integer;

tfrt_host::kernels! {
    /// The kernels of the dialects `arith` and `math`.
    pub MLIR = [
        arith::cast::bitcast_bf16,
        arith::cast::bitcast_f16,
        arith::cast::bitcast_f32_i32,
        arith::cast::bitcast_f64_i64,
        arith::cast::bitcast_i16,
        arith::cast::bitcast_i32_f32,
        arith::cast::bitcast_i64_f64,
        arith::cast::extf_f32,
        arith::cast::extf_f64,
        arith::cast::extsi_i1,
        arith::cast::extsi_i16,
        arith::cast::extsi_i32,
        arith::cast::extsi_i8,
        arith::cast::extui_i1,
        arith::cast::extui_i16,
        arith::cast::extui_i32,
        arith::cast::extui_i8,
        arith::cast::fptosi,
        arith::cast::fptoui,
        arith::cast::sitofp,
        arith::cast::truncf_f32,
        arith::cast::truncf_f64,
        arith::cast::trunci_i16,
        arith::cast::trunci_i32,
        arith::cast::trunci_i64,
        arith::cast::trunci_i8,
        arith::cast::uitofp,
        arith::compare::cmpf,
        arith::compare::cmpi,
        arith::float::addf,
        arith::float::divf,
        arith::float::maximumf,
        arith::float::maxnumf,
        arith::float::minimumf,
        arith::float::minnumf,
        arith::float::mulf,
        arith::float::negf,
        arith::float::remf,
        arith::float::subf,
        arith::integer::addi,
        arith::integer::addui_extended,
        arith::integer::andi,
        arith::integer::ceildivsi,
        arith::integer::ceildivui,
        arith::integer::constant,
        arith::integer::divsi,
        arith::integer::divui,
        arith::integer::floordivsi,
        arith::integer::maxsi,
        arith::integer::maxui,
        arith::integer::minsi,
        arith::integer::minui,
        arith::integer::muli,
        arith::integer::mulsi_extended,
        arith::integer::mului_extended,
        arith::integer::ori,
        arith::integer::remsi,
        arith::integer::remui,
        arith::integer::shli,
        arith::integer::shrsi,
        arith::integer::shrui,
        arith::integer::subi,
        arith::integer::xori,
        arith::select::select,
    ]
}
