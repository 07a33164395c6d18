use ::tfrt::__private as __rt;
/// `func.func @scale(i32, i32) -> (i32)`
pub fn scale(x: i32, y: i32) -> i32 {
    let two_2 = 2i32;
    let sum_3 = __rt::tfrt_kernels::arithmetic::add_i32(x, y);
    let r_4 = __rt::tfrt_kernels::arithmetic::mul_i32(sum_3, two_2);
    r_4
}
