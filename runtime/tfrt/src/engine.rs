//! Programs at load time: checked once, then executed by the engine that the user chooses.

use crate::{Later, ReturnValue, Shared};
use std::fmt;
use std::marker::PhantomData;
use tfrt_bef::Blob;
use tfrt_exec::{LoadError, LoadOptions};
use tfrt_host::context::RequestContext;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{
    ArgumentValue, Catalogue, EngineKind, Function, KernelType, Signature, Slot, Value, is_of_type,
};
use tfrt_host::trace::TraceLevel;
use tfrt_host::value::AnyRef;

/// The engine that runs a program. There is no implicit fallback to another engine.
///
/// These are the engines that a loaded program can be given to. What runs a function, which may also
/// be generated Rust, is an [`EngineKind`].
///
/// ```
/// # #[cfg(feature = "jit")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let bef = tfrt::mlir_to_bef("empty.mlir", "", &tfrt::catalogue())?;
/// let program = tfrt::Program::load(&bef, &tfrt::catalogue())?;
/// for engine in [tfrt::Engine::Executor, tfrt::Engine::Jit] {
///     assert_eq!(program.compile(engine)?.engine(), engine);
/// }
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "jit"))]
/// # fn main() {}
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The interpretive reference, `BEFExecutor`.
    Executor,
    /// Machine code made at load time.
    #[cfg(feature = "jit")]
    Jit,
}

/// Options of the compilation. The executor has none.
///
/// ```
/// # #[cfg(feature = "jit")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "func.func @add(%a: i32, %b: i32) -> i32 {
///   %c = tfrt.add.i32 %a, %b
///   tfrt.return %c : i32
/// }";
/// let bef = tfrt::mlir_to_bef("add.mlir", text, &tfrt::catalogue())?;
/// let program = tfrt::Program::load(&bef, &tfrt::catalogue())?;
/// let options = tfrt::CompileOptions::default().with_lazy(true);
/// let compiled = program.compile_with(tfrt::Engine::Jit, &options)?;
/// let add = compiled.function::<(i32, i32), (i32,)>("add")?; // compiled at its first call
/// let host = tfrt::Host::builder().build()?;
/// assert_eq!(add.call(&host.context(), (1, 2))?, (3,));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "jit"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CompileOptions {
    /// Compile each function when it is first called; a function that cannot be compiled then makes
    /// the call fail. Calls meanwhile wait, so [`JitOptions::progress`](tfrt_jit::JitOptions::progress)
    /// must not call it.
    #[cfg(feature = "jit")]
    pub lazy: bool,
    /// Optimisation, limits, threads, and callbacks of the JIT.
    #[cfg(feature = "jit")]
    pub jit: tfrt_jit::JitOptions,
}

#[cfg(feature = "jit")]
impl CompileOptions {
    /// Sets [`lazy`](Self::lazy).
    #[must_use]
    pub fn with_lazy(self, lazy: bool) -> Self {
        Self { lazy, ..self }
    }

    /// Sets [`jit`](Self::jit).
    #[must_use]
    pub fn with_jit(self, jit: tfrt_jit::JitOptions) -> Self {
        Self { jit, ..self }
    }
}

/// A program loaded from BEF: every byte checked, every kernel resolved. Thread-safe.
///
/// ```
/// # #[cfg(feature = "jit")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "func.func @add(%a: i32, %b: i32) -> i32 {
///   %c = tfrt.add.i32 %a, %b
///   tfrt.return %c : i32
/// }";
/// let bef = tfrt::mlir_to_bef("add.mlir", text, &tfrt::catalogue())?;
/// let program = tfrt::Program::load(&bef, &tfrt::catalogue())?;
/// let add = program.compile(tfrt::Engine::Jit)?.function::<(i32, i32), (i32,)>("add")?;
/// let host = tfrt::Host::builder().build()?;
/// assert_eq!(add.call(&host.context(), (1, 2))?, (3,));
///
/// let error = tfrt::Program::load(b"no program", &tfrt::catalogue()).unwrap_err();
/// println!("{error}");
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "jit"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    executable: tfrt_exec::Program,
    #[cfg(feature = "jit")]
    source: std::sync::Arc<ProgramSource>,
}

/// The input of a compilation.
#[cfg(feature = "jit")]
#[derive(Debug)]
struct ProgramSource {
    file: Blob,
    limits: tfrt_bef::Limits,
    catalogue: Catalogue,
}

/// A program made ready for one engine: machine code of the JIT, or what the executor interprets.
/// Thread-safe.
///
/// ```
/// # #[cfg(feature = "jit")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "func.func @add(%a: i32, %b: i32) -> i32 {
///   %c = tfrt.add.i32 %a, %b
///   tfrt.return %c : i32
/// }";
/// let bef = tfrt::mlir_to_bef("add.mlir", text, &tfrt::catalogue())?;
/// let program = tfrt::Program::load(&bef, &tfrt::catalogue())?;
/// let compiled = program.compile(tfrt::Engine::Executor)?;
/// assert!(compiled.function::<(i32, i32), (i32,)>("add").is_ok());
/// let error = compiled.function::<(i64,), (i32,)>("add").unwrap_err();
/// assert_eq!(error.message(), "function add is (i32, i32) -> (i32), not (i64) -> (i32)");
/// assert!(compiled.dynamic("nothing").is_none());
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "jit"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug)]
pub struct Compiled {
    engine: Engine,
    code: Code,
}

#[derive(Clone, Debug)]
enum Code {
    Executor(tfrt_exec::Program),
    #[cfg(feature = "jit")]
    Jit(tfrt_jit::JitProgram),
}

impl Program {
    /// Checks BEF bytes and resolves their kernels in the catalogue, with [`LoadOptions::default`].
    /// The program keeps the bytes: a slice is copied, a [`Blob`] is shared, so its large data
    /// exists only once.
    ///
    /// # Errors
    /// The bytes are not a valid program, or name a kernel that the catalogue does not have.
    pub fn load(file: impl Into<Blob>, catalogue: &Catalogue) -> Result<Self, LoadError> {
        Self::load_with(file, catalogue, &LoadOptions::default())
    }

    /// Checks BEF bytes and resolves their kernels in the catalogue.
    ///
    /// # Errors
    /// As for [`load`](Self::load); or a limit is exceeded, or required types are missing.
    pub fn load_with(
        file: impl Into<Blob>,
        catalogue: &Catalogue,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let file = file.into();
        let executable = tfrt_exec::Program::load_shared(&file, catalogue, options)?;
        Ok(Self {
            executable,
            #[cfg(feature = "jit")]
            source: std::sync::Arc::new(ProgramSource {
                file,
                limits: options.limits,
                catalogue: catalogue.clone(),
            }),
        })
    }

    /// Compiles the program for an engine, with [`CompileOptions::default`].
    ///
    /// # Errors
    /// The engine does not support the program; the message names the op and the reason. There is no
    /// fallback to another engine.
    pub fn compile(&self, engine: Engine) -> Result<Compiled, Error> {
        self.compile_with(engine, &CompileOptions::default())
    }

    /// Compiles the program for an engine.
    ///
    /// # Errors
    /// As for [`compile`](Self::compile); or a limit is exceeded (code `ResourceExhausted`).
    pub fn compile_with(
        &self,
        engine: Engine,
        options: &CompileOptions,
    ) -> Result<Compiled, Error> {
        let code = match engine {
            Engine::Executor => {
                let CompileOptions { .. } = options;
                Code::Executor(self.executable.clone())
            }
            #[cfg(feature = "jit")]
            Engine::Jit => Code::Jit(self.jit(options)?),
        };
        Ok(Compiled { engine, code })
    }

    #[cfg(feature = "jit")]
    fn jit(&self, options: &CompileOptions) -> Result<tfrt_jit::JitProgram, Error> {
        use std::sync::Arc;
        let (program, plan) = self.planned()?;
        let catalogue = &self.source.catalogue;
        if options.lazy {
            let (program, plan) = (Arc::new(program), Arc::new(plan));
            return Ok(tfrt_jit::compile_lazily(program, plan, catalogue, &options.jit));
        }
        Ok(tfrt_jit::compile(&program, &plan, catalogue, &options.jit)?)
    }

    /// The plan that the JIT compiles.
    #[cfg(feature = "jit")]
    fn planned(
        &self,
    ) -> Result<(tfrt_compiler::verify::Verified, tfrt_compiler::plan::Plan), Error> {
        use tfrt_compiler::{bef, plan, verify};
        let refuse = |message: String| Error::new(ErrorCode::InvalidArgument, message);
        let ProgramSource { file, limits, catalogue } = &*self.source;
        let all = |errors: Vec<tfrt_compiler::source::Diagnostic>| {
            let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
            refuse(messages.join("; "))
        };
        let mut file =
            tfrt_bef::read_shared(file, limits).map_err(|error| refuse(error.to_string()))?;
        for (index, data) in self.executable.resources().iter().enumerate() {
            let provided = file.attributes.provide(index, data.clone());
            provided.map_err(|error| refuse(error.to_string()))?;
        }
        let module = bef::lift(&file, catalogue).map_err(all)?;
        let program = verify::verify(module, catalogue).map_err(all)?;
        let plan = plan::build(&program, catalogue, plan::Panics::AreErrors).map_err(all)?;
        Ok((program, plan))
    }
}

impl Compiled {
    /// The engine.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The JIT's program, if the JIT runs it.
    #[cfg(feature = "jit")]
    #[must_use]
    pub fn jit(&self) -> Option<&tfrt_jit::JitProgram> {
        match &self.code {
            Code::Executor(_) => None,
            Code::Jit(program) => Some(program),
        }
    }

    /// A function by name, for dynamically typed arguments and results.
    #[must_use]
    pub fn dynamic(&self, name: &str) -> Option<Function> {
        match &self.code {
            Code::Executor(program) => program.function(name),
            #[cfg(feature = "jit")]
            Code::Jit(program) => program.function(name),
        }
    }

    /// A function by name, with its Rust types.
    ///
    /// # Errors
    /// There is no such function, or its types differ.
    pub fn function<A: Arguments, R: Returns>(
        &self,
        name: &str,
    ) -> Result<TypedFunction<A, R>, Error> {
        let Some(function) = self.dynamic(name) else {
            return Err(Error::new(ErrorCode::NotFound, format!("couldn't find function {name}")));
        };
        let Signature { arguments, results, .. } = function.signature();
        if !are_of(arguments, &A::types()) || !are_of(results, &R::types()) {
            let message = format!(
                "function {name} is ({}) -> ({}), not ({}) -> ({})",
                arguments.join(", "),
                results.join(", "),
                A::types().join(", "),
                R::types().join(", "),
            );
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        Ok(TypedFunction { function, types: PhantomData })
    }
}

/// Whether types are those, or members of families among those.
fn are_of(types: &[String], expected: &[String]) -> bool {
    let mut pairs = types.iter().zip(expected);
    types.len() == expected.len() && pairs.all(|(ty, name)| is_of_type(ty, name))
}

/// A function with its Rust types: `A` and `R` are tuples of up to sixteen types, or arrays. Thread-safe.
///
/// Arguments may be pending ([`ArgumentValue`]). A function that fits neither tuple nor array is called
/// with dynamic values, by [`Compiled::dynamic`].
///
/// ```
/// # #[cfg(feature = "jit")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "func.func @add(%a: i32, %b: i32) -> i32 {
///   %c = tfrt.add.i32 %a, %b
///   tfrt.return %c : i32
/// }";
/// let bef = tfrt::mlir_to_bef("add.mlir", text, &tfrt::catalogue())?;
/// let program = tfrt::Program::load(&bef, &tfrt::catalogue())?;
/// let add: tfrt::TypedFunction<(i32, i32), (i32,)> =
///     program.compile(tfrt::Engine::Jit)?.function("add")?;
/// let host = tfrt::Host::builder().build()?;
/// let (sum,) = add.call(&host.context(), (1, 2))?; // waits for the results
/// let (later,) = add.start(&host.context(), (1, 2)); // gives futures
/// assert_eq!(sum, host.block_on(later)?);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "jit"))]
/// # fn main() {}
/// ```
pub struct TypedFunction<A, R> {
    function: Function,
    types: PhantomData<fn(A) -> R>,
}

impl<A, R> Clone for TypedFunction<A, R> {
    fn clone(&self) -> Self {
        Self { function: self.function.clone(), types: PhantomData }
    }
}

impl<A, R> fmt::Debug for TypedFunction<A, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function.fmt(f)
    }
}

impl<A: Arguments, R: Returns> TypedFunction<A, R> {
    /// Calls the function and waits for all its results, running queued work meanwhile.
    ///
    /// # Errors
    /// The first result that is an error; or the run is cancelled, or its deadline passes, before all
    /// results are available.
    pub fn call(&self, request: &RequestContext, arguments: A) -> Result<R, Error> {
        let tracer = request.tracer(TraceLevel::Default);
        if A::SCALARS && R::SCALARS && tracer.is_none() {
            let (slots, mut results) = (arguments.to_slots(), R::slots());
            let (slots, left) = (slots.as_ref(), results.as_mut());
            if let Some(called) = self.function.call_scalars(request, 0, slots, left) {
                called?;
                return R::from_slots(results).ok_or_else(no_value);
            }
        }
        let _scope = tracer.map(|tracer| tracer.function(&self.function.signature().name));
        let mut results = self.run(request, arguments);
        if !results.as_mut().iter().all(Value::is_available) {
            let pending = results.as_mut().iter().filter(|result| !result.is_available());
            let pending: Vec<AnyRef> = pending.map(|result| result.clone().into_ref()).collect();
            request.await_all(&pending)?;
        }
        R::take(results)
    }

    /// Starts the function. Each result can be awaited separately, until the run is cancelled.
    #[inline]
    pub fn start(&self, request: &RequestContext, arguments: A) -> R::Later {
        R::later(request, self.run(request, arguments))
    }

    /// The engine: always the requested one.
    #[must_use]
    pub fn engine(&self) -> EngineKind {
        self.function.engine()
    }

    /// Calls it with dynamic values, which every engine supports.
    #[inline(never)]
    fn run(&self, request: &RequestContext, arguments: A) -> R::Values {
        let mut results = R::empty();
        self.function.call(request, 0, arguments.into_values().as_mut(), results.as_mut());
        results
    }
}

#[cold]
fn no_value() -> Error {
    Error::bug("bits are no value")
}

/// The argument types of a function: a tuple of up to sixteen types, or an array of one type. Each is an
/// [`ArgumentValue`].
///
/// ```
/// use tfrt::Arguments;
/// assert_eq!(<(i32, f64)>::types(), ["i32", "f64"]);
/// assert_eq!(<[bool; 2]>::types(), ["i1", "i1"]);
/// ```
pub trait Arguments {
    /// The array of the dynamic values.
    type Values: AsMut<[Value]>;
    /// The array of the scalar slots.
    type Slots: AsRef<[Slot]>;
    /// Whether all are unboxed scalars.
    const SCALARS: bool;
    /// Their MLIR types.
    fn types() -> Vec<String>;
    /// Converts into dynamic values.
    fn into_values(self) -> Self::Values;
    /// Converts into bits, if all are unboxed scalars.
    fn to_slots(&self) -> Self::Slots;
}

/// The result types of a function: a tuple of up to sixteen types, or an array of one type. Each is a
/// [`ReturnValue`].
///
/// ```
/// use tfrt::Returns;
/// assert_eq!(<(bool, tfrt::Chain)>::types(), ["i1", "!tfrt.chain"]);
/// assert_eq!(<[bool; 2]>::types(), ["i1", "i1"]);
/// ```
pub trait Returns: Sized {
    /// The array of the dynamic values.
    type Values: AsMut<[Value]>;
    /// The array of the scalar slots.
    type Slots: AsMut<[Slot]>;
    /// Whether all are unboxed scalars.
    const SCALARS: bool;
    /// The tuple or array of `Later<T>`.
    type Later;
    /// Their MLIR types.
    fn types() -> Vec<String>;
    /// Empty dynamic values.
    fn empty() -> Self::Values;
    /// Zeroed scalar slots.
    fn slots() -> Self::Slots;
    /// Converts from bits. None if they are invalid.
    fn from_slots(slots: Self::Slots) -> Option<Self>;
    /// Converts from available values.
    ///
    /// # Errors
    /// The first that is an error.
    fn take(values: Self::Values) -> Result<Self, Error>;
    /// Converts from values that may be pending.
    fn later(request: &RequestContext, values: Self::Values) -> Self::Later;
}

impl<T: KernelType> ArgumentValue for Shared<T> {
    type Content = T;
    const UNBOXED: bool = T::SCALAR.is_some();

    fn into_value(self) -> Value {
        Value::Ref(self.into_ref().into_any())
    }

    fn to_bits(&self) -> u64 {
        KernelType::to_bits(&**self)
    }
}

/// A result of another function, which need not be awaited first.
impl<R: ReturnValue> ArgumentValue for Later<R> {
    type Content = R::Content;

    fn into_value(self) -> Value {
        Value::Ref(self.into_ref().into_any())
    }
}

impl Arguments for () {
    type Values = [Value; 0];
    type Slots = [Slot; 0];
    const SCALARS: bool = true;

    fn types() -> Vec<String> {
        Vec::new()
    }

    fn into_values(self) -> Self::Values {
        []
    }

    fn to_slots(&self) -> Self::Slots {
        []
    }
}

impl Returns for () {
    type Values = [Value; 0];
    type Slots = [Slot; 0];
    const SCALARS: bool = true;
    type Later = ();

    fn types() -> Vec<String> {
        Vec::new()
    }

    fn empty() -> Self::Values {
        []
    }

    fn slots() -> Self::Slots {
        []
    }

    fn from_slots(_: Self::Slots) -> Option<Self> {
        Some(())
    }

    fn take(_: Self::Values) -> Result<Self, Error> {
        Ok(())
    }

    fn later(_: &RequestContext, _: Self::Values) -> Self::Later {}
}

macro_rules! tuples {
    ($($count:literal: $($name:ident $index:tt)*;)*) => {$(
        impl<$($name: ArgumentValue),*> Arguments for ($($name,)*) {
            type Values = [Value; $count];
            type Slots = [Slot; $count];
            const SCALARS: bool = true $(&& $name::UNBOXED)*;
            fn types() -> Vec<String> {
                vec![$($name::Content::NAME.to_owned()),*]
            }
            fn into_values(self) -> Self::Values {
                [$(self.$index.into_value()),*]
            }
            #[inline]
            fn to_slots(&self) -> Self::Slots {
                [$(Slot { word: self.$index.to_bits(), err: 0 }),*]
            }
        }
        #[expect(non_snake_case, reason = "values are named as their types")]
        impl<$($name: ReturnValue),*> Returns for ($($name,)*) {
            type Values = [Value; $count];
            type Slots = [Slot; $count];
            const SCALARS: bool = true $(&& $name::Content::SCALAR.is_some())*;
            type Later = ($(Later<$name>,)*);
            fn types() -> Vec<String> {
                vec![$($name::Content::NAME.to_owned()),*]
            }
            fn empty() -> Self::Values {
                [const { Value::Empty }; $count]
            }
            #[inline]
            fn slots() -> Self::Slots {
                [Slot::default(); $count]
            }
            #[inline]
            fn from_slots(slots: Self::Slots) -> Option<Self> {
                Some(($($name::from_slot(slots[$index])?,)*))
            }
            fn take(values: Self::Values) -> Result<Self, Error> {
                let [$($name),*] = values;
                Ok(($($name::take_value($name)?,)*))
            }
            #[inline(always)]
            fn later(request: &RequestContext, values: Self::Values) -> Self::Later {
                let [$($name),*] = values;
                ($(Later::of_value(request, $name),)*)
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
    7: A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    9: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    10: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    11: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    12: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
    13: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12;
    14: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13;
    15: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14;
    16: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15;
}

impl<A: ArgumentValue, const N: usize> Arguments for [A; N] {
    type Values = [Value; N];
    type Slots = [Slot; N];
    const SCALARS: bool = A::UNBOXED;

    fn types() -> Vec<String> {
        vec![A::Content::NAME.to_owned(); N]
    }

    fn into_values(self) -> Self::Values {
        self.map(A::into_value)
    }

    fn to_slots(&self) -> Self::Slots {
        std::array::from_fn(|index| Slot { word: self[index].to_bits(), err: 0 })
    }
}

impl<R: ReturnValue, const N: usize> Returns for [R; N] {
    type Values = [Value; N];
    type Slots = [Slot; N];
    const SCALARS: bool = R::Content::SCALAR.is_some();
    type Later = [Later<R>; N];

    fn types() -> Vec<String> {
        vec![R::Content::NAME.to_owned(); N]
    }

    fn empty() -> Self::Values {
        [const { Value::Empty }; N]
    }

    fn slots() -> Self::Slots {
        [Slot::default(); N]
    }

    fn from_slots(slots: Self::Slots) -> Option<Self> {
        let values: Option<Vec<R>> = slots.into_iter().map(R::from_slot).collect();
        values?.try_into().ok()
    }

    fn take(values: Self::Values) -> Result<Self, Error> {
        let taken = values.into_iter().map(R::take_value).collect::<Result<Vec<R>, Error>>()?;
        taken.try_into().map_err(|_| Error::bug("a function gives another number of results"))
    }

    fn later(request: &RequestContext, values: Self::Values) -> Self::Later {
        values.map(|value| Later::of_value(request, value))
    }
}
