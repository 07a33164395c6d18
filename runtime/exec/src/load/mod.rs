//! Turns a checked file into a program: resolves every kernel, checks its instances against its
//! definition, and decodes everything that a call needs.

mod bodies;
mod budget;
mod error;
mod lists;
mod tables;

pub use error::LoadError;

use crate::body::{Body, FunctionInfo};
use crate::program::{Checks, Program, Watch};
use bodies::Loader;
use budget::Budget;
use std::mem;
use std::sync::Arc;
use tfrt_bef::{Blob, File, Limits, Outside};
use tfrt_host::kernel::{Catalogue, Effects, KernelDef, Native, TypeChecks};
use tfrt_host::resource::{self, Resolver};

/// Options of a load.
///
/// ```
/// use tfrt_bef::Limits;
///
/// let limits = Limits { file: 1 << 20, ..Limits::default() }; // a mebibyte
/// let options = tfrt_exec::LoadOptions::default().with_limits(limits);
/// let file = vec![0; (1 << 20) + 1];
/// let catalogue = tfrt_host::kernel::Catalogue::new();
/// assert!(tfrt_exec::Program::load(&file, &catalogue, &options).is_err());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct LoadOptions {
    /// Bounds on the file.
    pub limits: Limits,
    /// Refuses a file without the optional tables of attribute and register types, with which more
    /// can be checked.
    pub require_types: bool,
    /// Counts the kernels that run, for [`Program::kernels_run`].
    pub count_kernels: bool,
    /// Gives the files with the program's outside resources. Without one, a program that has any is
    /// refused.
    pub resolver: Option<Arc<dyn Resolver>>,
}

impl LoadOptions {
    /// Sets [`limits`](Self::limits).
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets [`require_types`](Self::require_types).
    #[must_use]
    pub fn with_require_types(self, require_types: bool) -> Self {
        Self { require_types, ..self }
    }

    /// Sets [`count_kernels`](Self::count_kernels).
    #[must_use]
    pub fn with_count_kernels(self, count_kernels: bool) -> Self {
        Self { count_kernels, ..self }
    }

    /// Sets [`resolver`](Self::resolver).
    #[must_use]
    pub fn with_resolver(self, resolver: Arc<dyn Resolver>) -> Self {
        Self { resolver: Some(resolver), ..self }
    }
}

impl Program {
    /// Reads and checks a file and resolves its kernels in `catalogue`.
    ///
    /// # Errors
    /// The bytes are not a valid file within the limits; or a kernel is not in the catalogue, or is used
    /// against its definition; or a resource is not what the program was compiled with; or the program
    /// would exceed the memory budget, which is four times the file and a mebibyte, without what a
    /// resolver takes.
    pub fn load(
        bytes: &[u8],
        catalogue: &Catalogue,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let file = tfrt_bef::read(bytes, &options.limits)?;
        Self::from_file(file, bytes.len(), catalogue, options)
    }

    /// Loads a file that is shared: large data in it, such as the elements of tensors, is kept by
    /// reference.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_shared(
        file: &Blob,
        catalogue: &Catalogue,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let read = tfrt_bef::read_shared(file, &options.limits)?;
        Self::from_file(read, file.len(), catalogue, options)
    }

    fn from_file(
        mut file: File,
        length: usize,
        catalogue: &Catalogue,
        options: &LoadOptions,
    ) -> Result<Self, LoadError> {
        let read = file.size();
        let sections = file.optional_sections;
        if options.require_types && !(sections.attribute_types && sections.register_types) {
            return Err(LoadError::new(
                "Missing AttributeTypes, AttributeNames or RegisterTypes sections",
            ));
        }
        resource::resolve(&mut file.attributes, options.resolver.as_deref())
            .map_err(|error| LoadError::new(error.message()))?;
        let resources: Box<[Blob]> =
            file.attributes.outside().iter().filter_map(Outside::data).cloned().collect();
        let kernels = resolve(&file, catalogue)?;
        let mut decoded = mem::take(&mut file.functions);
        let types = Arc::new(mem::take(&mut file.types));
        let mut budget = Budget::new(length);
        let count = decoded.len();
        let table = count * (size_of::<Box<FunctionInfo>>() + size_of::<u32>());
        budget.spend(read + table + size_of_val(&*resources)).map_err(LoadError::new)?;
        let counts =
            |kernel: &&KernelDef| kernel.effects.is_some_and(|it| it.contains(Effects::COUNTS));
        let boxes_scalars = kernels.iter().any(counts);
        let mut loader = Loader::new(&file, &types, count, &kernels, catalogue, budget)?;
        let mut functions = Vec::with_capacity(count);
        let mut checks = Checks::default();
        // Each decoded function is freed once the program has it, and the table is shrunk when half
        // is gone, so that memory does not hold all of them twice.
        decoded.reverse();
        for index in 0.. {
            let Some(mut function) = decoded.pop() else { break };
            if decoded.len() <= decoded.capacity() / 2 {
                let size = |count| count * size_of::<tfrt_bef::Function>();
                loader.budget.spend(size(decoded.len())).map_err(LoadError::new)?;
                loader.budget.give_back(size(decoded.capacity()));
                decoded.shrink_to_fit();
            }
            loader.budget.spend(size_of::<FunctionInfo>()).map_err(LoadError::new)?;
            loader.signature(&function)?;
            let text = |&ty: &u32| types.get(ty as usize).map_or("", |text| text);
            let (native, body) = match function.body.take() {
                Some(body) => {
                    let made = loader.body(index, &function, &body)?;
                    loader.budget.give_back(body.size());
                    (None, made)
                }
                None => {
                    let def = *catalogue.native(&function.name).ok_or_else(|| {
                        LoadError::new(format!(
                            "invalid FunctionIndex section in BEF file: unable to find native \
                             function in global registry: '{}'",
                            function.name
                        ))
                    })?;
                    let results = TypeChecks::new(catalogue, function.results().iter().map(text));
                    let size = size_of::<Native>() + results.size();
                    loader.budget.spend(size).map_err(LoadError::new)?;
                    (Some(Box::new(Native { def, results })), Body::default())
                }
            };
            let arguments = TypeChecks::new(catalogue, function.arguments().iter().map(text));
            if !arguments.is_empty() {
                loader.budget.spend(arguments.size()).map_err(LoadError::new)?;
                checks.arguments.insert(index, arguments);
            }
            if !sections.register_types && native.is_none() {
                let results = TypeChecks::new(catalogue, function.results().iter().map(text));
                if !results.is_empty() {
                    loader.budget.spend(results.size()).map_err(LoadError::new)?;
                    checks.returned.insert(index, results);
                }
            }
            let info = FunctionInfo::new(function, Arc::clone(&types), native, body);
            functions.push(Box::new(info));
        }
        checks.results = mem::take(&mut loader.result_checks);
        let lists = loader.finish()?;
        let watch = Watch { count_kernels: options.count_kernels, boxes_scalars, checks };
        Ok(Self::link(functions.into(), kernels, lists, resources, file.locations, watch))
    }
}

/// The definitions of the file's kernels, in the order of its table.
fn resolve(file: &File, catalogue: &Catalogue) -> Result<Vec<&'static KernelDef>, LoadError> {
    let find = |(index, name): (u32, &str)| {
        catalogue.kernel(name).ok_or_else(|| {
            let error = LoadError::new(format!("unknown kernel name '{name}'"));
            let bodies = file.functions.iter().filter_map(|function| function.body.as_ref());
            match bodies.flat_map(|body| &body.kernels).find(|kernel| kernel.name == index) {
                Some(kernel) => error.at(&file.locations.get(kernel.location)),
                None => error,
            }
        })
    };
    (0..).zip(file.kernels.iter().map(|name| &**name)).map(find).collect()
}
