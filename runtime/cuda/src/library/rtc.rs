//! Device code out of CUDA C, while the program runs: NVRTC.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use crate::device::Device;
use crate::error::CudaError;
use crate::libraries::{Library, call, library};
use std::ffi::{CString, c_char, c_int, c_void};
use std::fmt;
use std::ptr;

library! {
    /// Functions of NVRTC.
    Rtc = "nvrtc" [13, 12] with "libnvrtc-builtins.so.", codes {
        1 NVRTC_ERROR_OUT_OF_MEMORY
        2 NVRTC_ERROR_PROGRAM_CREATION_FAILURE
        3 NVRTC_ERROR_INVALID_INPUT
        4 NVRTC_ERROR_INVALID_PROGRAM
        5 NVRTC_ERROR_INVALID_OPTION
        6 NVRTC_ERROR_COMPILATION
        7 NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
        8 NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
        9 NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
        10 NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
        11 NVRTC_ERROR_INTERNAL_ERROR
        12 NVRTC_ERROR_TIME_FILE_WRITE_FAILED
        13 NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED
        14 NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED
        15 NVRTC_ERROR_PCH_CREATE
        16 NVRTC_ERROR_CANCELLED
        17 NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED
    }
    nvrtcCreateProgram(program: *mut *mut c_void, source: *const c_char, name: *const c_char, headers: c_int, texts: *const *const c_char, names: *const *const c_char);
    nvrtcDestroyProgram(program: *mut *mut c_void);
    nvrtcCompileProgram(program: *mut c_void, count: c_int, options: *const *const c_char);
    nvrtcGetPTXSize(program: *mut c_void, size: *mut usize);
    nvrtcGetPTX(program: *mut c_void, ptx: *mut c_char);
    nvrtcGetProgramLogSize(program: *mut c_void, size: *mut usize);
    nvrtcGetProgramLog(program: *mut c_void, log: *mut c_char);
}

/// The codes of what the caller wrote.
const INVALID_OPTION: u32 = 5;
const COMPILATION: u32 = 6;

/// The options that choose what is compiled for.
const ARCHITECTURE: [&str; 2] = ["--gpu-architecture", "-arch"];

/// CUDA C that [`Device::compile`] makes device code of.
///
/// ```
/// # use tfrt_cuda::*;
/// const TWICE: &str = r#"
/// extern "C" __global__ void twice(float* x, unsigned n) {
///     unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
///     if (i < n) x[i] *= FACTOR;
/// }"#;
///
/// fn twice(context: &Context) -> Result<DeviceFunction, CudaError> {
///     let source = CudaSource::new("twice.cu", TWICE).option("--define-macro=FACTOR=2.0f");
///     let code = context.device().compile(&source)?;
///     context.load(&code)?.function("twice")
/// }
/// # let _ = twice;
/// ```
#[derive(Clone, Debug)]
#[must_use = "it is compiled by `Device::compile`"]
pub struct CudaSource {
    name: String,
    text: String,
    headers: Vec<(String, String)>,
    options: Vec<String>,
}

impl CudaSource {
    /// The text, and what errors call it. Declare kernels `extern "C"`: other names are mangled.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (headers, options) = (Vec::new(), Vec::new());
        Self { name: name.into(), text: text.into(), headers, options }
    }

    /// Adds a file that the text may include by that name.
    pub fn header(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.headers.push((name.into(), text.into()));
        self
    }

    /// Adds an option of the compiler, such as `--use_fast_math` or `--include-path=…`. If none of them chooses what
    /// is compiled for (`--gpu-architecture=compute_80`), that is the device.
    pub fn option(mut self, option: impl Into<String>) -> Self {
        self.options.push(option.into());
        self
    }
}

/// What a compiler made: PTX, for [`Context::load`](crate::Context::load).
///
/// ```
/// # use tfrt_cuda::*;
/// fn kernels(code: &Ptx) -> usize {
///     code.text().matches(".entry").count()
/// }
/// # let _ = kernels;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ptx {
    text: String,
    warnings: Vec<String>,
}

impl Ptx {
    /// The code.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines of what the compiler said, though it had no error.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl AsRef<[u8]> for Ptx {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl fmt::Display for Ptx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Device {
    /// Compiles CUDA C, by NVRTC. This takes as long as compilers take, and needs a library that the driver does not
    /// bring: ship PTX where the code does not change. The compiler runs in this process, so it is for code that is
    /// trusted.
    ///
    /// # Errors
    /// There is no such library; the text has an error (`InvalidArgument`, with what the compiler says as notes); a
    /// zero byte in a name, text or option; the library's.
    pub fn compile(&self, source: &CudaSource) -> Result<Ptx, CudaError> {
        let table = self.driver().library::<Rtc>()?;
        let mut options: Vec<CString> = source
            .options
            .iter()
            .map(|option| text("an option", option))
            .collect::<Result<_, _>>()?;
        let chosen = |option: &String| ARCHITECTURE.iter().any(|name| option.starts_with(name));
        if !source.options.iter().any(chosen) {
            let (major, minor) = self.compute_capability()?;
            let device = format!("--gpu-architecture=compute_{major}{minor}");
            options.push(text("an option", &device)?);
        }
        let program = Program::new(&table, source)?;
        let compiled = program.compile(&options);
        // Also of a program that has an error.
        let log = program.log()?;
        let lines = log.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        match compiled {
            Ok(()) => Ok(Ptx { text: program.ptx()?, warnings: lines }),
            Err(error) => Err(error.with_notes(lines)),
        }
    }
}

/// A program of the compiler.
struct Program<'a> {
    table: &'a Rtc,
    place: *mut c_void,
}

impl<'a> Program<'a> {
    fn new(table: &'a Rtc, source: &CudaSource) -> Result<Self, CudaError> {
        let (code, name) = (text("the source", &source.text)?, text("the name", &source.name)?);
        let texts: Vec<CString> =
            source.headers.iter().map(|(_, it)| text("a header", it)).collect::<Result<_, _>>()?;
        let names: Vec<CString> =
            source.headers.iter().map(|(it, _)| text("a name", it)).collect::<Result<_, _>>()?;
        let count = count(texts.len())?;
        let (texts, names) = (places(&texts), places(&names));
        let mut place = ptr::null_mut();
        call!(table.nvrtcCreateProgram(
            &raw mut place,
            code.as_ptr(),
            name.as_ptr(),
            count,
            texts.as_ptr(),
            names.as_ptr(),
        ))?;
        Ok(Self { table, place })
    }

    /// # Errors
    /// The text has an error, or an option.
    fn compile(&self, options: &[CString]) -> Result<(), CudaError> {
        let count = count(options.len())?;
        let options = places(options);
        let compile = self.table.nvrtcCompileProgram;
        // SAFETY: as in `call!`.
        let code = unsafe { compile(self.place, count, options.as_ptr()) };
        let error = || Rtc::error("nvrtcCompileProgram", code);
        match code {
            0 => Ok(()),
            INVALID_OPTION | COMPILATION => Err(CudaError::misuse(error().to_string())),
            _ => Err(error()),
        }
    }

    fn ptx(&self) -> Result<String, CudaError> {
        let (table, mut size) = (self.table, 0);
        call!(table.nvrtcGetPTXSize(self.place, &raw mut size))?;
        let mut bytes = vec![0_u8; size];
        call!(table.nvrtcGetPTX(self.place, bytes.as_mut_ptr().cast()))?;
        Ok(read(bytes))
    }

    fn log(&self) -> Result<String, CudaError> {
        let (table, mut size) = (self.table, 0);
        call!(table.nvrtcGetProgramLogSize(self.place, &raw mut size))?;
        let mut bytes = vec![0_u8; size];
        call!(table.nvrtcGetProgramLog(self.place, bytes.as_mut_ptr().cast()))?;
        Ok(read(bytes))
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let table = self.table;
        // A drop has nobody to tell.
        let _ = call!(table.nvrtcDestroyProgram(&raw mut self.place));
    }
}

/// A text as the library takes it.
fn text(what: &str, text: &str) -> Result<CString, CudaError> {
    CString::new(text).map_err(|_| CudaError::misuse(format!("{what} of CUDA C has a zero byte")))
}

/// What the library wrote, up to the zero at its end.
fn read(mut bytes: Vec<u8>) -> String {
    bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As C has lists of texts, which must live as long as this is used.
fn places(texts: &[CString]) -> Vec<*const c_char> {
    texts.iter().map(|text| text.as_ptr()).collect()
}

fn count(count: usize) -> Result<c_int, CudaError> {
    c_int::try_from(count)
        .map_err(|_| CudaError::misuse(format!("{count} texts are too many for {}", Rtc::NAME)))
}
