//! CUDA C that is compiled while the program runs.
//!
//! `cargo xtask proofs nvrtc` brings the vendor's library and runs what needs it, on the stand-in.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(unsafe_code, reason = "launches kernels")]

mod support;

use support::{assert_clean, open, stepped};
use tfrt_cuda::{CudaError, CudaSource, ErrorClass, Grid};
use tfrt_host::error::{Error, ErrorCode};

const SAXPY: &str = r#"
#include "scale.h"
extern "C" __global__ void saxpy(float* y, const float* x, float a, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = SCALE * a * x[i] + y[i];
}
template <typename T> __device__ T reversed(const T* x, T* shared, unsigned n) {
    shared[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    return shared[n - 1 - threadIdx.x];
}
extern "C" __global__ void reverse(int* x, unsigned n) {
    __shared__ int shared[64];
    x[threadIdx.x] = reversed(x, shared, n);
}
"#;

fn saxpy() -> CudaSource {
    CudaSource::new("saxpy.cu", SAXPY).header("scale.h", "#define SCALE 2.0f")
}

fn invalid(error: CudaError) -> String {
    assert_eq!(error.class(), ErrorClass::Refused, "{error}");
    assert_eq!(Error::from(error.clone()).code(), ErrorCode::InvalidArgument);
    error.to_string()
}

#[test]
fn without_the_library_it_is_an_error() {
    let (_stand_in, context) = open();
    match context.device().compile(&saxpy()) {
        Err(error) => {
            assert_eq!(error.class(), ErrorClass::Absent);
            let message = error.to_string();
            assert!(message.starts_with("there is no library nvrtc"), "{message}");
            assert!(error.notes().iter().any(|note| note.contains("libnvrtc.so.13")), "{error:?}");
        }
        // A machine where the loader finds it.
        Ok(code) => assert!(code.text().contains("saxpy")),
    }
}

#[test]
#[ignore = "needs NVRTC"]
fn compiled_kernels_run() {
    let (stand_in, context) = stepped(38);
    let stream = context.stream().unwrap();
    let code = context.device().compile(&saxpy().option("--fmad=false")).unwrap();
    assert_eq!(code.warnings(), [""; 0]);
    let module = context.load(&code).unwrap();
    let y = stream.upload(&[1.0_f32, 2.0, 3.0]).unwrap();
    let x = stream.upload(&[10.0_f32, 20.0, 30.0]).unwrap();
    let saxpy = module.function("saxpy").unwrap();
    let arguments = (&y, &x, 0.5_f32, 3_u32);
    // SAFETY: the stand-in checks every access.
    unsafe { stream.launch(&saxpy, Grid::over(3, 32), arguments) }.unwrap();
    assert_eq!(stream.download::<f32>(&y).unwrap().wait().unwrap(), [11.0, 22.0, 33.0]);

    let numbers = stream.upload(&[1, 2, 3, 4]).unwrap();
    let reverse = module.function("reverse").unwrap();
    // SAFETY: as above.
    unsafe { stream.launch(&reverse, Grid::over(4, 4), (&numbers, 4_u32)) }.unwrap();
    assert_eq!(stream.download::<i32>(&numbers).unwrap().wait().unwrap(), [4, 3, 2, 1]);
    drop((x, y, numbers, saxpy, reverse, module, stream));
    assert_clean(&stand_in, context);
}

#[test]
#[ignore = "needs NVRTC"]
fn mistakes_are_errors_with_their_places() {
    let (_stand_in, context) = open();
    let device = context.device();
    let error = device.compile(&CudaSource::new("wrong.cu", "__global__ void f() {\n  x = 1;\n}"));
    let error = error.unwrap_err();
    assert!(error.notes().iter().any(|note| note.starts_with("wrong.cu(2): error")), "{error:?}");
    assert_eq!(
        invalid(error).lines().next(),
        Some("'nvrtcCompileProgram': NVRTC_ERROR_COMPILATION")
    );

    let error = device.compile(&saxpy().option("--no-such-option")).unwrap_err();
    assert!(invalid(error).contains("NVRTC_ERROR_INVALID_OPTION"));
    let error = device.compile(&CudaSource::new("saxpy.cu", SAXPY)).unwrap_err();
    assert!(error.notes().iter().any(|note| note.contains("scale.h")), "{error:?}");
    for source in [
        CudaSource::new("a\0b", ""),
        CudaSource::new("a", "\0"),
        saxpy().header("a\0", ""),
        saxpy().header("a", "\0"),
        saxpy().option("\0"),
    ] {
        let message = invalid(device.compile(&source).unwrap_err());
        assert!(message.ends_with("of CUDA C has a zero byte"), "{message}");
    }
}

#[test]
#[ignore = "needs NVRTC"]
fn the_architecture_is_the_devices_unless_an_option_says_it() {
    let (_stand_in, context) = open();
    let device = context.device();
    let warned = CudaSource::new("warned.cu", "__device__ static int unused() { return 1; }");
    let code = device.compile(&warned).unwrap();
    assert!(code.text().contains(".target sm_90"), "{code}");
    assert!(code.warnings().iter().any(|line| line.contains("unused")), "{:?}", code.warnings());
    let code = device.compile(&warned.option("--gpu-architecture=compute_80")).unwrap();
    assert!(code.text().contains(".target sm_80"), "{code}");
}
