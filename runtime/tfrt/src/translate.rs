//! MLIR text to BEF, for programs that get their graphs as text at run time.

use std::fmt;
use std::sync::Arc;
use tfrt_bef::Limits as LoadLimits;
use tfrt_compiler::bef::{EmitOptions, emit};
use tfrt_compiler::source::{Diagnostic, Diagnostics, Source};
use tfrt_compiler::verify::Verified;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;

/// All errors of a program. Shown, each has its position and source line; [`diagnostics`] has them one by
/// one, for editors and services.
///
/// ```
/// let error = tfrt::mlir_to_bef("f.mlir", "func.func @f( {", &tfrt::catalogue()).unwrap_err();
/// assert!(error.to_string().starts_with("f.mlir:1:15: error: "));
///
/// let all = error.diagnostics();
/// let position = all.position(all[0].span);
/// assert_eq!((position.line, position.column), (1, 15));
/// assert_eq!(all[0].severity, tfrt::source::Severity::Error);
/// ```
///
/// [`diagnostics`]: Self::diagnostics
#[derive(Clone, Debug)]
pub struct TranslateError(Diagnostics);

impl TranslateError {
    /// The errors, with the text that they are about.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.0
    }
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for TranslateError {}

/// What [`mlir_to_bef_with`] accepts.
///
/// ```
/// let text = r#"func.func @f() {
///   "other.kernel"() : () -> ()
///   tfrt.return
/// }"#;
/// let options = tfrt::TranslateOptions::default().with_unknown_kernels(true);
/// assert!(tfrt::mlir_to_bef_with("f.mlir", text, &tfrt::catalogue(), options).is_ok());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TranslateOptions {
    /// Accept ops whose kernel is not in the catalogue, if the generic form says their types. The
    /// catalogue that the BEF is loaded with needs it.
    pub unknown_kernels: bool,
    /// Gives the files with the program's outside resources. The BEF refers to them by name and hash;
    /// loading it takes a resolver too ([`LoadOptions::resolver`](crate::LoadOptions::resolver)).
    pub resolver: Option<Arc<dyn Resolver>>,
    /// The limits that the BEF will be loaded under. A constant of one repeated element, which a text
    /// writes in a few bytes, takes at most [`attribute`](LoadLimits::attribute) bytes, and all of them
    /// together [`file`](LoadLimits::file). Translation allocates nothing for a larger one.
    pub limits: LoadLimits,
}

impl TranslateOptions {
    /// Sets [`unknown_kernels`](Self::unknown_kernels).
    #[must_use]
    pub fn with_unknown_kernels(self, unknown_kernels: bool) -> Self {
        Self { unknown_kernels, ..self }
    }

    /// Sets [`resolver`](Self::resolver).
    #[must_use]
    pub fn with_resolver(self, resolver: Arc<dyn Resolver>) -> Self {
        Self { resolver: Some(resolver), ..self }
    }

    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn with_limits(self, limits: LoadLimits) -> Self {
        Self { limits, ..self }
    }
}

/// Translates MLIR text to BEF. `name` is the source name in locations and errors.
///
/// ```
/// let text = r#"func.func @f(%x: i32) -> i32 {
///   %y = "tfrt.sub.i32"(%x, %x) : (i32, i32) -> i32
///   tfrt.return %y : i32
/// }"#;
/// let error = tfrt::mlir_to_bef("f.mlir", text, &tfrt::catalogue()).unwrap_err().to_string();
/// assert!(error.starts_with(
///     "f.mlir:2:8: error: unknown kernel name 'tfrt.sub.i32'; did you mean 'tfrt.minus.i32'?"
/// ));
/// let text = text.replace("sub", "minus");
/// let bytes = tfrt::mlir_to_bef("f.mlir", &text, &tfrt::catalogue())?;
/// assert!(tfrt::Program::load(&bytes, &tfrt::catalogue()).is_ok());
/// # Ok::<(), tfrt::TranslateError>(())
/// ```
///
/// # Errors
/// All errors of the program; kernels that the catalogue does not have are among them.
pub fn mlir_to_bef(
    name: &str,
    text: &str,
    catalogue: &Catalogue,
) -> Result<Vec<u8>, TranslateError> {
    mlir_to_bef_with(name, text, catalogue, TranslateOptions::default())
}

/// What [`translate`] makes of a program.
///
/// ```
/// let text = "func.func @f() {\n  tfrt.return\n}";
/// let options = tfrt::TranslateOptions::default();
/// let translated = tfrt::translate("f.mlir", text, &tfrt::catalogue(), options)?;
/// assert!(translated.bef.starts_with(&[0x0b, 0xef]) && translated.warnings.is_empty());
/// # Ok::<(), tfrt::TranslateError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Translated {
    /// The program.
    pub bef: Vec<u8>,
    /// What is worth knowing about it: ops that write a tensor in place and can fail, and whose chains
    /// nobody uses.
    pub warnings: Diagnostics,
}

/// [`mlir_to_bef`] with options, and with the warnings. Nothing is printed.
///
/// # Errors
/// All errors of the program.
pub fn translate(
    name: &str,
    text: &str,
    catalogue: &Catalogue,
    options: TranslateOptions,
) -> Result<Translated, TranslateError> {
    let source = Source::new(name, text);
    let resolver = options.resolver.as_deref();
    let program = tfrt_compiler::front_end_within(&source, catalogue, resolver, &options.limits);
    let warnings = program.as_ref().map(Verified::warnings).unwrap_or_default();
    let bef = encode(&source, program, options.unknown_kernels)?;
    Ok(Translated { bef, warnings: Diagnostics::new(source, warnings) })
}

/// [`mlir_to_bef`] with options.
///
/// # Errors
/// All errors of the program.
pub fn mlir_to_bef_with(
    name: &str,
    text: &str,
    catalogue: &Catalogue,
    options: TranslateOptions,
) -> Result<Vec<u8>, TranslateError> {
    translate(name, text, catalogue, options).map(|translated| translated.bef)
}

/// The bytes of a program that a front end has verified.
pub(crate) fn encode(
    source: &Source,
    program: Result<Verified, Vec<Diagnostic>>,
    unknown_kernels: bool,
) -> Result<Vec<u8>, TranslateError> {
    let fail = |errors: Vec<Diagnostic>| TranslateError(Diagnostics::new(source.clone(), errors));
    let program = program.map_err(fail)?;
    let unknown = if unknown_kernels { Vec::new() } else { program.unknown_kernels() };
    if !unknown.is_empty() {
        return Err(fail(unknown));
    }
    emit(&program, &EmitOptions { optional_sections: true }).map_err(fail)
}
