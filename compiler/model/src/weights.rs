//! Takes the large constants out of a program, so that neither its text nor its BEF holds them: ops name
//! *resources*, whose elements stay where they are, in the model's file or in one beside the program.
//!
//! A constant has the same resource wherever it is used. Its elements are shared, not copied.

mod file;

pub use file::{LAYOUT, WeightsFile};

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tfrt_compiler::graph::{
    Attribute, Body, Content, Item, Module, OpId, Place, Resource, ResourceRef, Type,
};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::Blob;
use tfrt_host::resource::Resolver;

/// Constants of fewer bytes stay in the program: a resource costs about as much.
pub(crate) const LARGE: usize = 1024;

/// The large constants of a program in this process, by the names of their resources. As a
/// [`Resolver`], it gives each as a file of that name.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// In the order of their first uses.
    all: Vec<Weight>,
    places: BTreeMap<Arc<str>, usize>,
}

#[derive(Clone, Debug)]
struct Weight {
    name: Arc<str>,
    ty: Type,
    data: Blob,
}

impl Weights {
    /// Makes resources of the large constants of a program, and takes over those that it has, which must be
    /// [resolved](tfrt_compiler::verified).
    ///
    /// ```
    /// # use tfrt_compiler::{source::Source, syntax};
    /// # use tfrt_host::resource::Resolver;
    /// let text = format!(
    ///     "func.func @main() -> tensor<512xf32> {{
    ///        %w = arith.constant.tensor dense<\"0x{}\"> : tensor<512xf32>
    ///        tfrt.return %w : tensor<512xf32>
    ///      }}",
    ///     "0000803f00000040".repeat(256)
    /// );
    /// let source = Source::new("m.mlir", text);
    /// let (mut module, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
    /// let weights = tfrt_model::Weights::take(&mut module);
    /// assert_eq!(module.resources[0].key, "w");
    /// assert_eq!(weights.file("w")?.len(), 2048);
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    #[must_use]
    pub fn take(module: &mut Module) -> Self {
        let mut taken = Taken::default();
        for item in &mut module.items {
            let Item::Function(function) = item else { continue };
            if let Some(body) = &mut function.body {
                taken.body(body);
            }
        }
        let resource = |weight: &Weight| Resource {
            key: weight.name.to_string(),
            content: Content::File(Place {
                file: weight.name.to_string(),
                bytes: Some(0..weight.data.len() as u64),
                // What is trusted is not compared.
                hash: Some([0; 32]),
            }),
        };
        module.resources = taken.weights.all.iter().map(resource).collect();
        taken.weights
    }

    /// How many bytes they have.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.all.iter().map(|weight| weight.data.len() as u64).sum()
    }
}

impl Resolver for Weights {
    fn file(&self, name: &str) -> Result<Blob, Error> {
        let weight = self.places.get(name).and_then(|&place| self.all.get(place));
        let weight = weight.ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "the model has no constant of that name")
        })?;
        Ok(weight.data.clone())
    }

    /// They were made with the program.
    fn trusted(&self, _: &str) -> bool {
        true
    }
}

/// What was taken so far.
#[derive(Default)]
struct Taken {
    names: HashSet<String>,
    /// By the place of the elements in memory and their type.
    known: HashMap<(usize, usize, Type), ResourceRef>,
    weights: Weights,
}

impl Taken {
    fn body(&mut self, body: &mut Body) {
        for id in (0..).map(OpId).take(body.op_count()) {
            let results = &body.op(id).results;
            let name = results.first().and_then(|&result| body.value(result).name.clone());
            for attribute in body.op_mut(id).attributes.values_mut() {
                let (name, ty, data) = match attribute {
                    Attribute::Dense { ty, data, splat: false, .. } if data.len() >= LARGE => {
                        (name.as_deref(), ty, data)
                    }
                    Attribute::Resource(ResourceRef { name, ty, data: Some(data) }) => {
                        (Some(&**name), ty, data)
                    }
                    _ => continue,
                };
                *attribute = Attribute::Resource(self.resource(name, ty, data));
            }
        }
    }

    fn resource(&mut self, name: Option<&str>, ty: &Type, data: &Blob) -> ResourceRef {
        let key = (data.as_ptr().addr(), data.len(), ty.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut unique = name.unwrap_or("constant").replace('-', "_");
        while !self.names.insert(unique.clone()) {
            unique.push('_');
        }
        let name: Arc<str> = unique.into();
        let (ty, data) = (ty.clone(), data.clone());
        let resource =
            ResourceRef { name: Arc::clone(&name), ty: ty.clone(), data: Some(data.clone()) };
        self.known.insert(key, resource.clone());
        self.weights.places.insert(Arc::clone(&name), self.weights.all.len());
        self.weights.all.push(Weight { name, ty, data });
        resource
    }
}
