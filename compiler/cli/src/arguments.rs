//! The arguments of functions on the command line.

use crate::failure::Failure;
use std::sync::Arc;
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{Catalogue, KernelType, Signature, Type, Value, is_of_type};
use tfrt_tensor::{MutableTensor, Tensor, npy};

/// The flag that gives arguments.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FunctionArguments {
    /// An argument of the functions that are named, in order; scalars as written, a tensor as
    /// @FILE.npy.
    #[arg(long = "arg", value_name = "V", allow_hyphen_values = true)]
    texts: Vec<String>,
}

impl FunctionArguments {
    /// Whether there are any.
    pub(crate) fn are_given(&self) -> bool {
        !self.texts.is_empty()
    }

    /// Arguments are for functions that are named.
    ///
    /// # Errors
    /// There are some, and no function is.
    pub(crate) fn check(&self, named: bool) -> Result<(), Failure> {
        if named || self.texts.is_empty() {
            return Ok(());
        }
        let message = "name the function that the arguments are for with --functions";
        Err(Failure::unusable(message))
    }

    /// The arguments of a function. `None` if it takes some and none are given, which is a failure
    /// only for a function that was `named`.
    pub(crate) fn values(
        &self,
        signature: &Signature,
        named: bool,
        catalogue: &Catalogue,
    ) -> Result<Option<Vec<Value>>, Failure> {
        let (expected, found) = (signature.arguments.len(), self.texts.len());
        if found == 0 && expected > 0 && !named {
            return Ok(None);
        }
        if expected != found {
            let (name, types) = (&signature.name, signature.arguments.join(", "));
            let arguments = match expected {
                0 => "no arguments".to_owned(),
                1 => format!("1 argument ({types})"),
                _ => format!("{expected} arguments ({types})"),
            };
            let message = format!("function {name} takes {arguments}, {found} given with --arg");
            return Err(Failure::unusable(message));
        }
        let parse = |(text, ty): (&String, &String)| {
            let what =
                |what: &dyn std::fmt::Display| Failure::unusable(format!("'{text}' is {what}"));
            if ty == MutableTensor::NAME {
                // Elements of its own, which the function may write.
                let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
                let thawed = tensor(text)?.thaw(&allocator).map_err(|error| what(&error))?;
                return Ok(Value::new(MutableTensor::from(thawed)));
            }
            if is_of_type(ty, Tensor::NAME) {
                let tensor = tensor(text)?;
                tensor.check_member(&Type::new(ty)).map_err(|error| what(&error))?;
                return Ok(Value::new(tensor));
            }
            let value = catalogue.value(text, ty);
            value.map_err(|error| Failure::unusable(error.message().to_string()))
        };
        self.texts.iter().zip(&signature.arguments).map(parse).collect::<Result<_, _>>().map(Some)
    }
}

/// The tensor in a file.
fn tensor(text: &str) -> Result<Tensor, Failure> {
    let Some(path) = text.strip_prefix('@') else {
        return Err(Failure::unusable(format!(
            "'{text}' is no tensor, which is given as @FILE.npy"
        )));
    };
    let file = std::fs::read(path)
        .map_err(|error| Failure::unusable(format!("{path} cannot be read: {error}")))?;
    npy::read(&file).map_err(|what| Failure::unusable(format!("{path}: {what}")))
}
