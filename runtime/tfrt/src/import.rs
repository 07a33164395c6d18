//! Programs of MLIR's own dialects (`func`, `arith`, `math`, `scf`, `cf`, `index`, `ub`), which other
//! compilers write. The guide says which MLIR can be imported and how to get it.

pub use tfrt_import::Helper;

use crate::translate::{TranslateError, encode};
use std::sync::Arc;
use tfrt_bef::Limits as LoadLimits;
use tfrt_compiler::source::Source;
use tfrt_host::kernel::Catalogue;
use tfrt_host::resource::Resolver;

/// How a program is imported.
///
/// ```
/// let options = tfrt::import::ImportOptions::default().with_name("model.mlir");
/// let error = tfrt::import::mlir("func.func @f( {", &options).unwrap_err();
/// assert!(error.to_string().starts_with("model.mlir:1:"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The name of the source in locations and errors.
    pub name: String,
    /// The kernels that there are.
    pub catalogue: Catalogue,
    /// Gives the files with the program's outside resources.
    pub resolver: Option<Arc<dyn Resolver>>,
    /// Reads what needs MLIR itself: pretty forms, branches between blocks. Without it, they are errors.
    pub helper: Option<Helper>,
    /// The limits that the BEF will be loaded under, as
    /// [`TranslateOptions::limits`](crate::TranslateOptions::limits).
    pub limits: LoadLimits,
}

impl Default for ImportOptions {
    /// The name `-`, the core kernels and [`MLIR`](crate::MLIR), no files and no helper.
    fn default() -> Self {
        let catalogue = crate::catalogue().with(&crate::MLIR);
        let (name, limits) = ("-".to_owned(), LoadLimits::default());
        Self { name, catalogue, resolver: None, helper: None, limits }
    }
}

impl ImportOptions {
    /// Sets [`name`](Self::name).
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets [`catalogue`](Self::catalogue).
    #[must_use]
    pub fn with_catalogue(self, catalogue: Catalogue) -> Self {
        Self { catalogue, ..self }
    }

    /// Sets [`resolver`](Self::resolver).
    #[must_use]
    pub fn with_resolver(self, resolver: Arc<dyn Resolver>) -> Self {
        Self { resolver: Some(resolver), ..self }
    }

    /// Sets [`helper`](Self::helper).
    #[must_use]
    pub fn with_helper(self, helper: Helper) -> Self {
        Self { helper: Some(helper), ..self }
    }

    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn with_limits(self, limits: LoadLimits) -> Self {
        Self { limits, ..self }
    }
}

/// Translates MLIR text, in the generic form unless there is a helper, to BEF, for [`Program::load`](crate::Program::load). The
/// text may have this project's own ops, too.
///
/// ```
/// let text = r#"func.func @mean(%a: i32, %b: i32) -> i32 {
///   %sum = "arith.addi"(%a, %b) : (i32, i32) -> i32
///   %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
///   %half = "arith.divsi"(%sum, %two) : (i32, i32) -> i32
///   "func.return"(%half) : (i32) -> ()
/// }"#;
/// let options = tfrt::import::ImportOptions::default();
/// let bef = tfrt::import::mlir(text, &options)?;
/// let program = tfrt::Program::load(&bef, &options.catalogue)?;
/// let compiled = program.compile(tfrt::Engine::Executor)?;
/// let mean = compiled.function::<(i32, i32), (i32,)>("mean")?;
/// let host = tfrt::Host::builder().build()?;
/// assert_eq!(mean.call(&host.context(), (3, 7))?, (5,));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// All errors of the program: of syntax, ops that cannot be imported, kernels that the catalogue does
/// not have.
pub fn mlir(text: &str, options: &ImportOptions) -> Result<Vec<u8>, TranslateError> {
    let source = Source::new(&options.name, text);
    let resolver = options.resolver.as_deref();
    let importing = tfrt_import::Options::new().helper(options.helper.clone());
    let importing = importing.limits(options.limits);
    let program = tfrt_import::front_end(&source, &options.catalogue, resolver, &importing);
    encode(&source, program, false)
}
