//! The arguments of functions on the command line.

use crate::failure::Failure;
use crate::npy;
use std::sync::Arc;
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{Chain, KernelType, Signature, Type, Value, is_of_type};
use tfrt_tensor::{DenseHostTensor, MutableTensor, Tensor};

/// The flag that gives arguments.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct FunctionArguments {
    /// An argument of the functions that are named, in order; scalars as written, a tensor as
    /// @FILE.npy.
    #[arg(long = "arg", value_name = "V", allow_hyphen_values = true)]
    texts: Vec<String>,
}

impl FunctionArguments {
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
            if ty == MutableTensor::NAME {
                return Ok(Value::new(MutableTensor::Dense(tensor(text)?)));
            }
            if is_of_type(ty, Tensor::NAME) {
                // The elements are this run's own, so nothing is copied.
                let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
                let tensor = Tensor::freeze(tensor(text)?.into(), &allocator)
                    .map_err(|error| error.to_string())
                    .and_then(|tensor| tensor.check_member(&Type::new(ty)).map(|()| tensor));
                let what = |what| Failure::unusable(format!("'{text}' is {what}"));
                return tensor.map(Value::new).map_err(what);
            }
            scalar(text, ty)
                .ok_or_else(|| Failure::unusable(format!("'{text}' is not a value of type {ty}")))
        };
        self.texts.iter().zip(&signature.arguments).map(parse).collect::<Result<_, _>>().map(Some)
    }
}

/// A tensor of its own, which the function may write.
fn tensor(text: &str) -> Result<DenseHostTensor, Failure> {
    let Some(path) = text.strip_prefix('@') else {
        return Err(Failure::unusable(format!(
            "'{text}' is no tensor, which is given as @FILE.npy"
        )));
    };
    let file = std::fs::read(path)
        .map_err(|error| Failure::unusable(format!("{path} cannot be read: {error}")))?;
    npy::read(&file).map_err(|what| Failure::unusable(format!("{path}: {what}")))
}

fn scalar(text: &str, ty: &str) -> Option<Value> {
    Some(match ty {
        "!tfrt.chain" => Value::new(Chain),
        "i1" => Value::new(match text {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => return None,
        }),
        "i8" => Value::new(text.parse::<i8>().ok()?),
        "i16" => Value::new(text.parse::<i16>().ok()?),
        "i32" => Value::new(text.parse::<i32>().ok()?),
        "i64" => Value::new(text.parse::<i64>().ok()?),
        "ui8" => Value::new(text.parse::<u8>().ok()?),
        "ui16" => Value::new(text.parse::<u16>().ok()?),
        "ui32" => Value::new(text.parse::<u32>().ok()?),
        "ui64" => Value::new(text.parse::<u64>().ok()?),
        "f32" => Value::new(text.parse::<f32>().ok()?),
        "f64" => Value::new(text.parse::<f64>().ok()?),
        _ => return None,
    })
}
