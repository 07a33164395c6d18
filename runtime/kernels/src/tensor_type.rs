//! Kinds of tensors by name: the type `!tfrt.tensor_type`.

use tfrt_host::kernel::KernelType;

/// The name of a tensor format, such as `DenseHost`: `!tfrt.tensor_type`.
///
/// ```
/// use tfrt_kernels::tensor_type::TensorType;
/// assert_eq!(TensorType("DenseHost".to_owned()).0, "DenseHost");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType(pub String);

impl KernelType for TensorType {
    const NAME: &'static str = "!tfrt.tensor_type";
    const PATH: Option<&'static str> = Some("tfrt::kernels::tensor_type::TensorType");
}
