//! `TFRT_CUDA_SYNC=1`: a kernel that fails is an error of its own launch.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(unsafe_code, reason = "launches kernels")]

mod support;

use std::env;
use std::process::Command;
use support::{assert_clean, stepped};
use tfrt_cuda::{CudaError, ErrorClass, Graph, Grid};

const SAXPY: &str = include_str!("../../../codegen-tests/cuda-stand-in/tests/ptx/saxpy.ptx");
const VARIABLE: &str = "TFRT_CUDA_SYNC";

/// Runs that test in a process whose environment has the variable.
fn in_a_process(test: &str, value: &str) {
    let mut command = Command::new(env::current_exe().unwrap());
    let output =
        command.args(["--exact", test, "--ignored"]).env(VARIABLE, value).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
fn with_the_variable() {
    in_a_process("faults_are_errors_of_their_own_calls", "1");
}

#[test]
fn without_the_variable() {
    in_a_process("faults_come_later", "0");
}

/// What becomes of a launch that fails while it runs, as it is and in a graph.
fn launches() -> [Result<(), CudaError>; 2] {
    [false, true].map(|in_graph| {
        let (stand_in, context) = stepped(1);
        let stream = context.stream()?;
        let function = context.load(SAXPY)?.function("saxpy")?;
        let x = stream.upload(&[1.0_f32; 8])?;
        // SAFETY: the stand-in checks every access.
        let launch = |stream: &tfrt_cuda::Stream| unsafe {
            stream.launch(&function, Grid::over(8, 64), (2.0_f32, &x, &x, 8))
        };
        launch(&stream)?;
        let graph = Graph::capture(&context, launch)?;
        stand_in.control("fail-launch 0 719");
        if in_graph { stream.launch_graph(&graph) } else { launch(&stream) }
    })
}

#[test]
#[ignore = "needs the variable"]
fn faults_are_errors_of_their_own_calls() {
    for launched in launches() {
        let error = launched.unwrap_err();
        assert_eq!((error.class(), error.code()), (ErrorClass::Lost, Some(719)), "{error}");
    }
    // What does not fail is as ever.
    let (stand_in, context) = stepped(2);
    let stream = context.stream().unwrap();
    let x = stream.upload(&[1_u32; 8]).unwrap();
    stream.set_words(&x, 2).unwrap();
    assert!(stream.is_idle().unwrap());
    assert_eq!(stream.download::<u32>(&x).unwrap().wait().unwrap(), [2; 8]);
    drop((stream, x));
    assert_clean(&stand_in, context);
}

#[test]
#[ignore = "needs the variable"]
fn faults_come_later() {
    for launched in launches() {
        launched.unwrap();
    }
}
