//! Launches: what kernels compute, which arguments are refused, and what a fault ends.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(unsafe_code, reason = "launches kernels")]

mod support;

use cuda_stand_in::StandIn;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use support::{assert_clean, context_of, left, open, stepped};
use tfrt_cuda::{Buffer, Context, CudaError, DeviceFunction, ErrorClass, Grid, Stream};

/// `saxpy(float a, const float *x, float *y, int n)`: y += a x.
const SAXPY: &str = include_str!("../../../codegen-tests/cuda-stand-in/tests/ptx/saxpy.ptx");

fn saxpy(
    stream: &Stream,
    function: &DeviceFunction,
    x: &Buffer,
    y: &Buffer,
    n: i32,
) -> Result<(), CudaError> {
    let grid = Grid::over(n.unsigned_abs() as usize, 64);
    // SAFETY: the stand-in checks every access.
    unsafe { stream.launch(function, grid, (2.0_f32, x, y, n)) }
}

#[test]
fn a_kernel_computes() {
    for seed in 0..4 {
        let (stand_in, context) = stepped(seed);
        let stream = context.stream().unwrap();
        let function = context.load(SAXPY).unwrap().function("saxpy").unwrap();
        assert_eq!(function.parameters(), [4, 8, 8, 4]);
        for n in [0_u16, 1, 63, 64, 65, 1000] {
            let (xs, ys): (Vec<f32>, Vec<f32>) =
                (0..n).map(|i| (f32::from(i), 0.5 * f32::from(i))).unzip();
            let (x, y) = (stream.upload(&xs).unwrap(), stream.upload(&ys).unwrap());
            saxpy(&stream, &function, &x, &y, i32::from(n)).unwrap();
            let expected: Vec<f32> = (0..n).map(|i| 2.5 * f32::from(i)).collect();
            assert_eq!(stream.download::<f32>(&y).unwrap().wait().unwrap(), expected);
        }
        drop((stream, function));
        assert_clean(&stand_in, context);
    }
}

#[test]
fn arguments_are_compared_with_parameters() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let function = context.load(SAXPY).unwrap().function("saxpy\0").unwrap();
    let x = stream.upload(&[1.0_f32; 8]).unwrap();
    let grid = Grid::over(8, 64);
    let refused = |result: Result<(), CudaError>| {
        let error = result.unwrap_err();
        assert_eq!((error.class(), error.code()), (ErrorClass::Refused, None));
        error.to_string()
    };
    // SAFETY: each is refused.
    let (few, wide, nothing) = unsafe {
        (
            stream.launch(&function, grid, (2.0_f32, &x, &x)),
            stream.launch(&function, grid, (2.0_f64, &x, &x, 8)),
            stream.launch(&function, Grid { blocks: [1, 0, 1], ..grid }, (2.0_f32, &x, &x, 8)),
        )
    };
    assert_eq!(refused(few), "kernel 'saxpy' has 4 parameters, got 3");
    assert_eq!(refused(wide), "parameter 0 of kernel 'saxpy' has 4 bytes, got 8");
    assert!(refused(nothing).starts_with("kernel 'saxpy' is launched without blocks or threads"));
    let missing = context.load(SAXPY).unwrap().function("sax").unwrap_err();
    assert_eq!(missing.to_string(), "'cuModuleGetFunction': CUDA_ERROR_NOT_FOUND");
    let zero = context.load(SAXPY).unwrap().function("s\0x").unwrap_err();
    assert_eq!(zero.to_string(), r#"the name "s\0x" has a zero in it"#);
    drop((stream, function, x));
    assert_clean(&stand_in, context);
}

#[test]
fn code_that_cannot_be_loaded_says_why() {
    let (stand_in, context) = open();
    let message = |code: &str| context.load(code).unwrap_err().to_string();
    let new = message(&SAXPY.replace(".version 8.0", ".version 9.1"));
    assert!(new.starts_with("'cuModuleLoadDataEx': CUDA_ERROR_UNSUPPORTED_PTX_VERSION\n"), "{new}");
    let damaged = message(&SAXPY.replace("fma.rn.f32", "fma.rn.f33"));
    assert!(damaged.lines().count() > 1, "{damaged}");
    let other = message("no code");
    assert!(other.starts_with("'cuModuleLoadDataEx': CUDA_ERROR_INVALID"), "{other}");
    assert_eq!(message(".ver\0sion"), "there is a zero in the device code before its end");
    assert_clean(&stand_in, context);
}

/// What the test does, step by step, as far as it gets.
fn scenario(context: &Context) -> Result<Vec<f32>, CudaError> {
    let stream = context.stream()?;
    let other = context.stream()?;
    let module = context.load(SAXPY)?;
    let function = module.function("saxpy")?;
    let (x, y) = (stream.upload(&[1.0_f32; 100])?, stream.upload(&[2.0_f32; 100])?);
    let event = tfrt_cuda::Event::new(context)?;
    stream.record(&event)?;
    other.wait(&event)?;
    saxpy(&other, &function, &x, &y, 100)?;
    let copy = context.allocator()?.allocate(&other, y.size())?;
    other.copy(&copy, &y)?;
    other.record(&event)?;
    stream.wait(&event)?;
    stream.set_words(&x, 0)?;
    other.download::<f32>(&copy)?.wait()
}

/// The number of calls of the scenario.
fn calls_of_the_scenario() -> u64 {
    let (stand_in, context) = open();
    stand_in.control("fail");
    assert_eq!(scenario(&context).unwrap(), [4.0; 100]);
    let calls: u64 = stand_in.control("calls").parse().unwrap();
    assert!(calls > 40, "{calls}");
    assert_eq!(left_of(&stand_in, context), []);
    calls
}

/// Calls of the scenario fail, each with its code: an error value, and nothing is left.
fn fails(stand_in: &mut StandIn, faults: &[(u64, u32)]) {
    let context = context_of(stand_in);
    stand_in.control("fail");
    for (n, code) in faults {
        stand_in.control(&format!("fail {n} {code}"));
    }
    // A call may be one of a drop, or of the thread of completions, whose number varies.
    let result = scenario(&context);
    let lost = context.health().err();
    if let Some(error) = &lost {
        // An event that answers the same twice is given up, and the context with it. It is asked by two calls.
        let asked = ["'cuEventQuery'", "'cuCtxSetCurrent'"];
        let of_event = asked.iter().any(|call| error.to_string().starts_with(call));
        assert!(faults.len() == 2 && of_event, "{faults:?}: {error}");
    } else if let Err(error) = result {
        assert_ne!(error.class(), ErrorClass::Lost, "{faults:?}: {error}");
    }
    stand_in.control("fail");
    if lost.is_some() || context.failed_drops() > 0 {
        // Something is left.
        drop(context);
        *stand_in = StandIn::new().unwrap();
        return;
    }
    assert_eq!(left_of(stand_in, context), [], "{faults:?}");
}

/// The n-th call fails with each of these codes, for all n.
#[test]
fn any_call_may_fail() {
    let calls = calls_of_the_scenario();
    let mut stand_in = StandIn::new().unwrap();
    for code in [1_u32, 2, 3, 201, 400, 500, 701, 900, 5555] {
        for n in 1..=calls {
            fails(&mut stand_in, &[(n, code)]);
        }
    }
}

/// Any two calls fail. Without `TFRT_ALL_PAIRS` in the environment, one in so many pairs is tried.
#[test]
fn any_two_calls_may_fail() {
    let step = if std::env::var_os("TFRT_ALL_PAIRS").is_some() { 1 } else { 11 };
    let calls = calls_of_the_scenario();
    let mut stand_in = StandIn::new().unwrap();
    let pairs =
        (1..=calls).flat_map(|first| (first + 1..=calls).map(move |second| (first, second)));
    for (first, second) in pairs.step_by(step) {
        fails(&mut stand_in, &[(first, 1), (second, 1)]);
    }
}

fn left_of(stand_in: &StandIn, context: Context) -> Vec<(String, u64)> {
    let _ = context.quiesce();
    drop(context);
    left(stand_in)
}

/// The error of a fault, which some later call has, names the last launches of the stream.
#[test]
fn a_fault_names_the_launches_before_it() {
    let (stand_in, context) = open();
    stand_in.control("fail-launch 17 700");
    let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
    let function = context.load(SAXPY).unwrap().function("saxpy").unwrap();
    let x = stream.upload(&[1.0_f32; 8]).unwrap();
    saxpy(&other, &function, &x, &x, 8).unwrap();
    let fault = (0..20).find_map(|_| saxpy(&stream, &function, &x, &x, 8).err());
    let error = fault.unwrap_or_else(|| {
        loop {
            match stream.is_idle() {
                Ok(_) => std::thread::yield_now(),
                Err(error) => return error,
            }
        }
    });
    let names = ["saxpy"; 16].join(", ");
    assert_eq!(
        error.to_string().split_once('\n').unwrap().1,
        format!("the last launches of the stream, in order: {names}")
    );
    assert_eq!(context.health().unwrap_err(), error);
}

/// A kernel that fails ends its context: everything that waits hears of it at once, later calls do without the driver.
#[test]
fn a_fault_ends_the_context_and_nothing_waits() {
    for code in [700_u32, 716, 719, 999] {
        let (stand_in, context) = open();
        stand_in.control(&format!("fail-launch 0 {code}"));
        let stream = context.stream().unwrap();
        let other = context.stream().unwrap();
        let function = context.load(SAXPY).unwrap().function("saxpy").unwrap();
        let x = stream.upload(&[1.0_f32; 8]).unwrap();
        let begin = Instant::now();
        let launched = saxpy(&stream, &function, &x, &x, 8);
        let (send, told) = mpsc::channel();
        // Each is given if the fault has not been seen yet.
        let waiting =
            launched.and_then(|()| other.when_passed(move |told| send.send(told).unwrap()));
        let download = stream.download::<f32>(&x).and_then(tfrt_cuda::Download::wait);
        let error = download.unwrap_err();
        assert_eq!((error.class(), error.code()), (ErrorClass::Lost, Some(code)), "{error}");
        if waiting.is_ok() {
            // It has passed before, or is told of the loss.
            told.recv_timeout(Duration::from_secs(1))
                .unwrap()
                .unwrap_or_else(|it| assert_eq!(it, error));
        }
        assert!(begin.elapsed() < Duration::from_millis(500));
        assert_eq!(context.health().unwrap_err(), error);
        stand_in.control("forget");
        assert_eq!(context.stream().unwrap_err(), error);
        assert_eq!(stream.upload(&[1_u8]).unwrap_err(), error);
        drop((stream, other, function, x));
        drop(context);
        // Nothing is asked of a driver whose context is lost, but for a question that had begun.
        let log = stand_in.control("log");
        let begun = ["cuCtxGetCurrent", "cuCtxSetCurrent", "cuEventQuery", "cuGetErrorName"];
        let of_begun = |line: &&str| begun.iter().any(|call| line.starts_with(call));
        assert_eq!(log.lines().find(|line| !of_begun(line)), None, "{log}");
    }
}
