//! The driver's codes.

/// A code that is not `CUDA_SUCCESS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) u32);

/// What a function of the driver gives.
pub(crate) type Result<T> = std::result::Result<T, Code>;

macro_rules! codes {
    ($($name:ident $value:literal;)* ; $($other:ident $number:literal;)*) => {
        impl Code {
            $(pub(crate) const $name: Self = Self($value);)*
        }

        /// The name of a code, ending with a zero.
        pub(crate) fn name(code: u32) -> Option<&'static [u8]> {
            match code {
                0 => Some(b"CUDA_SUCCESS\0"),
                $($value => Some(concat!("CUDA_ERROR_", stringify!($name), "\0").as_bytes()),)*
                $($number => Some(concat!("CUDA_ERROR_", stringify!($other), "\0").as_bytes()),)*
                _ => None,
            }
        }
    };
}

codes! {

    INVALID_VALUE 1;
    OUT_OF_MEMORY 2;
    NOT_INITIALIZED 3;
    NO_DEVICE 100;
    INVALID_DEVICE 101;
    INVALID_IMAGE 200;
    INVALID_CONTEXT 201;
    NO_BINARY_FOR_GPU 209;
    INVALID_PTX 218;
    UNSUPPORTED_PTX_VERSION 222;
    INVALID_HANDLE 400;
    NOT_FOUND 500;
    NOT_READY 600;
    ILLEGAL_ADDRESS 700;
    LAUNCH_TIMEOUT 702;
    HOST_MEMORY_ALREADY_REGISTERED 712;
    HOST_MEMORY_NOT_REGISTERED 713;
    MISALIGNED_ADDRESS 716;
    LAUNCH_FAILED 719;
    NOT_SUPPORTED 801;
    STREAM_CAPTURE_UNSUPPORTED 900;
    STREAM_CAPTURE_INVALIDATED 901;
    STREAM_CAPTURE_MERGE 902;
    STREAM_CAPTURE_UNMATCHED 903;
    STREAM_CAPTURE_UNJOINED 904;
    STREAM_CAPTURE_ISOLATION 905;
    CAPTURED_EVENT 907;
    STREAM_CAPTURE_WRONG_THREAD 908;
    GRAPH_EXEC_UPDATE_FAILURE 910;
    UNKNOWN 999;

    // Which only tests ask for, by their numbers.
    ;
    DEINITIALIZED 4;
    STUB_LIBRARY 34;
    DEVICE_UNAVAILABLE 46;
    ECC_UNCORRECTABLE 214;
    NVLINK_UNCORRECTABLE 220;
    LAUNCH_OUT_OF_RESOURCES 701;
    CONTEXT_IS_DESTROYED 709;
    ASSERT 710;
    HARDWARE_STACK_ERROR 714;
    ILLEGAL_INSTRUCTION 715;
    INVALID_ADDRESS_SPACE 717;
    INVALID_PC 718;
    NOT_PERMITTED 800;
    STREAM_CAPTURE_IMPLICIT 906;
}

impl Code {
    /// Whether no call of the context succeeds after it.
    pub(crate) fn is_fatal(self) -> bool {
        matches!(self.0, 4 | 46 | 214 | 220 | 700 | 702 | 709 | 710 | 714..=719 | 999)
    }
}
