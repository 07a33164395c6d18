//! What there is to say where a driver cannot be used.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cuda_stand_in::StandIn;
use std::path::Path;
use tfrt_cuda::{CudaError, Device, Driver, ErrorClass};
use tfrt_host::error::{Error, ErrorCode};

/// The error, which says that something is absent.
fn absent(result: Result<Driver, CudaError>) -> String {
    let error = result.map(|_| ()).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Absent, "{error}");
    assert_eq!(Error::from(error.clone()).code(), ErrorCode::Unavailable);
    error.to_string()
}

#[test]
fn each_way_to_be_absent_has_its_message() {
    let nowhere = Path::new("/nowhere/libcuda.so.1");
    let message = absent(Driver::open_at(nowhere));
    assert!(message.starts_with("there is no CUDA driver: "), "{message}");
    assert!(message.ends_with("TFRT_CUDA_DRIVER names another file"), "{message}");

    let other = StandIn::without("cuFuncGetParamInfo").unwrap();
    let message = absent(Driver::open_at(other.path()));
    assert!(message.contains("has no function cuFuncGetParamInfo"), "{message}");

    let old = StandIn::new().unwrap();
    old.control("version 12030");
    let message = absent(Driver::open_at(old.path()));
    assert_eq!(message, "the CUDA driver is 12.3, and 12.4 or newer is needed");

    let stub = StandIn::new().unwrap();
    stub.control("init 34");
    assert_eq!(absent(Driver::open_at(stub.path())), "'cuInit': CUDA_ERROR_STUB_LIBRARY");

    let none = StandIn::new().unwrap();
    none.control("devices 0");
    assert_eq!(absent(Driver::open_at(none.path())), "'cuInit': CUDA_ERROR_NO_DEVICE");
}

#[test]
fn a_device_that_is_not_there_is_refused() {
    let stand_in = StandIn::new().unwrap();
    let driver = Driver::open_at(stand_in.path()).unwrap();
    assert_eq!(driver.device_count().unwrap(), 2);
    let device = Device::of(&driver, 1).unwrap();
    assert_eq!(device.name().unwrap(), "Stand-in 1");
    assert_eq!(device.compute_capability().unwrap(), (9, 0));
    let error = Device::of(&driver, 2).unwrap_err();
    assert_eq!(error.to_string(), "'cuDeviceGet': CUDA_ERROR_INVALID_DEVICE");
    assert_eq!(error.class(), ErrorClass::Refused);
}

/// A driver has codes that nobody knew when the bindings were made.
#[test]
fn an_unknown_code_is_an_error_like_others() {
    let stand_in = StandIn::new().unwrap();
    stand_in.control("init 5555");
    let error = Driver::open_at(stand_in.path()).unwrap_err();
    assert_eq!(error.to_string(), "'cuInit': code 5555");
}
