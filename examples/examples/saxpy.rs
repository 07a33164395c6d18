//! A kernel on a CUDA device. Without a card it runs on the driver of this project's tests:
//! `TFRT_CUDA_DRIVER=target/debug/libcuda_stand_in.so`, after `cargo build -p tfrt-cuda-stand-in`.
#![expect(unsafe_code, reason = "launches a kernel")]
#![expect(clippy::print_stdout, reason = "an example prints")]

use tfrt::Error;
use tfrt::gpu::{Device, Grid};

/// y[i] += a * x[i], for n elements.
const PTX: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u32 n) {
    .reg .pred %p;
    .reg .f32 %f<4>;
    .reg .b32 %r<5>;
    .reg .b64 %d<6>;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r1, [n];
    setp.ge.u32 %p, %r4, %r1;
    @%p bra done;
    ld.param.f32 %f1, [a];
    ld.param.u64 %d1, [x];
    ld.param.u64 %d2, [y];
    mul.wide.u32 %d3, %r4, 4;
    add.u64 %d4, %d1, %d3;
    add.u64 %d5, %d2, %d3;
    ld.global.f32 %f2, [%d4];
    ld.global.f32 %f3, [%d5];
    fma.rn.f32 %f3, %f1, %f2, %f3;
    st.global.f32 [%d5], %f3;
done:
    ret;
}
";

fn main() -> Result<(), Error> {
    let context = Device::open(0)?.context()?;
    let stream = context.stream()?;
    let saxpy = context.load(PTX)?.function("saxpy")?;
    let (x, y) = (stream.upload(&[1.0_f32, 2.0, 3.0])?, stream.upload(&[10.0_f32; 3])?);
    // SAFETY: the kernel reads x and writes y, of which it takes three elements each.
    unsafe { stream.launch(&saxpy, Grid::over(3, 256), (2.0_f32, &x, &y, 3_u32))? };
    let y: Vec<f32> = stream.download(&y)?.wait()?; // or `.await`
    println!("2 x + y = {y:?}");
    assert_eq!(y, [12.0, 14.0, 16.0]);
    Ok(())
}
