//! Kernels that set attributes one by one.

use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_core_runtime::{IntoOpAttr, OpAttrs};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, DType, Dense, FromAttribute, KernelType};
use tfrt_tensor::Stored;
use tfrt_tensor_kernels::{Literal, Numbers};

/// Attributes of a call that kernels set: `!corert.opattrs`.
#[derive(Clone, Debug, Default)]
pub struct SharedAttributes(pub Arc<Mutex<OpAttrs>>);

impl KernelType for SharedAttributes {
    const NAME: &'static str = "!corert.opattrs";
}

impl SharedAttributes {
    fn set(&self, key: &str, value: impl IntoOpAttr) -> Chain {
        self.0.lock().set(key, value);
        Chain
    }
}

/// Attributes, of which none is set.
#[kernel("corert.create_op_attrs", effects())]
pub fn create_op_attrs() -> SharedAttributes {
    SharedAttributes::default()
}

/// Sets an attribute to a number or a truth value, unless there is one of that name.
#[kernel("corert.op_attrs_set.{T}", effects(writes), T = [bool as "bool", i32, f32])]
pub fn op_attrs_set<T: Literal + IntoOpAttr + FromAttribute>(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<T>,
) -> Chain {
    let Chain = chain;
    attributes.set(key.0, value.0)
}

/// Sets an attribute to a list of numbers, unless there is one of that name.
#[kernel("corert.op_attrs_set_array.{T}", effects(writes), T = [i32, i64, f32])]
pub fn op_attrs_set_array<T: Literal + Stored<Element = T>>(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<&Numbers<T>>,
) -> Chain
where
    for<'a> &'a [T]: IntoOpAttr,
{
    let Chain = chain;
    attributes.set(key.0, &*value.0.0)
}

/// Sets an attribute to an element type, unless there is one of that name.
#[kernel("corert.op_attrs_set.dtype", effects(writes))]
pub fn op_attrs_set_dtype(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<DType>,
) -> Chain {
    let Chain = chain;
    attributes.set(key.0, value.0)
}

/// Sets an attribute to a dense tensor, unless there is one of that name.
#[kernel("corert.op_attrs_set.dense", effects(writes))]
pub fn op_attrs_set_dense(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<&Dense>,
) -> Chain {
    let Chain = chain;
    attributes.set(key.0, value.0)
}

/// An attribute that is an array of attributes of any kinds.
#[derive(Clone, Debug)]
pub struct Aggregate(Attribute);

impl FromAttribute for Aggregate {
    const KIND: &'static str = "aggregate";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::EmptyArray => Ok(Self(Attribute::Aggregate(Vec::new()))),
            Attribute::Aggregate(_) => Ok(Self(attribute.clone())),
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
}

/// An attribute that is a shape.
#[derive(Clone, Debug)]
pub struct Shape(Attribute);

impl FromAttribute for Shape {
    const KIND: &'static str = "shape";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Shape(_) => Ok(Self(attribute.clone())),
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
}

/// Sets an attribute to a list of attributes, unless there is one of that name.
#[kernel("corert.op_attrs_set.aggregate", effects(writes))]
pub fn op_attrs_set_aggregate(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<&Aggregate>,
) -> Chain {
    let Chain = chain;
    attributes.set(key.0, &value.0.0)
}

/// Sets an attribute to a shape, unless there is one of that name.
#[kernel("corert.op_attrs_set.shape", effects(writes))]
pub fn op_attrs_set_shape(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<&Shape>,
) -> Chain {
    let Chain = chain;
    attributes.set(key.0, &value.0.0)
}

/// Sets an attribute to a text, unless there is one of that name.
#[kernel("corert.op_attrs_set.str", effects(writes))]
pub fn op_attrs_set_str(
    attributes: &SharedAttributes,
    chain: Chain,
    key: Attr<&str>,
    value: Attr<&str>,
) -> Chain {
    let Chain = chain;
    attributes.set(key.0, value.0)
}
