//! The catalogue: the kernels, types and native functions that a program may use. An explicit
//! value, not a global.

use super::{Effects, KernelDef, NativeDef, OpDef, TypeChecks, TypeDef, Value};
use crate::error::{Error, ErrorCode};
use std::collections::BTreeMap;
use tfrt_op::type_family;

/// The kernels, declared ops, types and native functions of a module. Made by `kernels!`.
///
/// ```
/// pub mod mine {
///     #[tfrt_host::kernel("my.double", pure)]
///     pub fn double(x: i32) -> i32 {
///         x.wrapping_mul(2)
///     }
///
///     tfrt_host::kernels! { pub MY = [double] }
/// }
/// # fn main() {
/// assert!(mine::MY.names().eq(["my.double"]));
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KernelList {
    kernels: &'static [KernelDef],
    declared: &'static [OpDef],
    types: &'static [TypeDef],
    natives: &'static [NativeDef],
}

impl KernelList {
    /// A list of kernels.
    #[must_use]
    pub const fn new(kernels: &'static [KernelDef]) -> Self {
        Self { kernels, declared: &[], types: &[], natives: &[] }
    }

    /// Sets the ops without a kernel: programs that contain them can be parsed, verified and printed,
    /// but not loaded.
    #[must_use]
    pub const fn with_declared(self, declared: &'static [OpDef]) -> Self {
        Self { declared, ..self }
    }

    /// Sets the types.
    #[must_use]
    pub const fn with_types(self, types: &'static [TypeDef]) -> Self {
        Self { types, ..self }
    }

    /// Sets the native functions.
    #[must_use]
    pub const fn with_natives(self, natives: &'static [NativeDef]) -> Self {
        Self { natives, ..self }
    }

    /// The kernels.
    #[must_use]
    pub const fn kernels(&self) -> &'static [KernelDef] {
        self.kernels
    }

    /// The ops without a kernel.
    #[must_use]
    pub const fn declared(&self) -> &'static [OpDef] {
        self.declared
    }

    /// The types.
    #[must_use]
    pub const fn types(&self) -> &'static [TypeDef] {
        self.types
    }

    /// The native functions.
    #[must_use]
    pub const fn natives(&self) -> &'static [NativeDef] {
        self.natives
    }

    /// The names of everything in the list.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let ops = self.kernels.iter().map(|kernel| &kernel.op).chain(self.declared);
        let ops = ops.map(|op| op.name);
        let types = self.types.iter().map(|ty| ty.name);
        ops.chain(types).chain(self.natives.iter().map(|native| native.name))
    }
}

/// A set of kernels, declared ops, types and native functions, by name.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    kernels: BTreeMap<&'static str, &'static KernelDef>,
    declared: BTreeMap<&'static str, &'static OpDef>,
    types: BTreeMap<&'static str, &'static TypeDef>,
    natives: BTreeMap<&'static str, &'static NativeDef>,
}

impl Catalogue {
    /// An empty catalogue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a list; a later definition of a name replaces an earlier one.
    #[must_use]
    pub fn with(mut self, list: &KernelList) -> Self {
        self.kernels.extend(list.kernels.iter().map(|kernel| (kernel.name, kernel)));
        self.declared.extend(list.declared.iter().map(|op| (op.name, op)));
        self.types.extend(list.types.iter().map(|ty| (ty.name, ty)));
        self.natives.extend(list.natives.iter().map(|native| (native.name, native)));
        self
    }

    /// Removes the kernels, declared ops, types and native functions of these names:
    /// `catalogue.without(MY.names())`.
    #[must_use]
    pub fn without<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        for name in names {
            self.kernels.remove(name);
            self.declared.remove(name);
            self.types.remove(name);
            self.natives.remove(name);
        }
        self
    }

    /// Keeps the kernels whose stated effects are all among these and [`Effects::WRITES`], which is the
    /// program's own affair. Removes the others, those that
    /// [state none](OpDef::effects), and native functions, which cannot state any. A program
    /// that names a removed kernel is not loaded.
    ///
    /// ```
    /// use tfrt_host::kernel::{Catalogue, Effects, KernelDef, KernelList, OpDef};
    ///
    /// static MY: KernelList = KernelList::new(&[
    ///     KernelDef::new(OpDef::new("my.print").with_effects(Effects::PRINTS)),
    ///     KernelDef::new(OpDef::new("my.read").with_effects(Effects::FILES)),
    ///     KernelDef::new(OpDef::new("my.unknown")),
    /// ]);
    /// let catalogue = Catalogue::new().with(&MY).allowing(Effects::PRINTS);
    /// assert!(catalogue.kernel("my.print").is_some() && catalogue.kernel("my.read").is_none());
    /// assert_eq!(catalogue.effects(), Some(Effects::PRINTS));
    /// ```
    #[must_use]
    pub fn allowing(mut self, allowed: Effects) -> Self {
        let allowed = allowed | Effects::WRITES;
        let keep = |kernel: &KernelDef| kernel.effects.is_some_and(|it| allowed.contains(it));
        self.kernels.retain(|_, kernel| keep(kernel));
        self.natives.clear();
        self
    }

    /// The effects of all kernels together. `None` if a kernel does not state its effects, or if
    /// there are native functions, which cannot.
    #[must_use]
    pub fn effects(&self) -> Option<Effects> {
        if !self.natives.is_empty() {
            return None;
        }
        let mut kernels = self.kernels.values();
        kernels.try_fold(Effects::NONE, |all, kernel| Some(all | kernel.effects?))
    }

    /// The native function of that name.
    #[must_use]
    pub fn native(&self, name: &str) -> Option<&'static NativeDef> {
        self.natives.get(name).copied()
    }

    /// The executable kernel of that name.
    #[must_use]
    pub fn kernel(&self, name: &str) -> Option<&'static KernelDef> {
        self.kernels.get(name).copied()
    }

    /// The definition by which an op of that name is parsed and verified: its kernel's or its
    /// declaration.
    #[must_use]
    pub fn op(&self, name: &str) -> Option<&'static OpDef> {
        let kernel = self.kernel(name).map(|kernel| &kernel.op);
        kernel.or_else(|| self.declared.get(name).copied())
    }

    /// The type of that MLIR name, else the family that it belongs to.
    #[must_use]
    pub fn ty(&self, name: &str) -> Option<&'static TypeDef> {
        let family = || self.types.get(type_family(name)?.as_str());
        self.types.get(name).or_else(family).copied()
    }

    /// A value of that type as text: `1.5`, `true`, `chain`, a tensor with its first elements. `None` if it
    /// is an error, is not available, or its type is unknown or has no texts.
    ///
    /// ```
    /// # const LIST: tfrt_host::kernel::KernelList = tfrt_host::kernel::KernelList::new(&[])
    /// #     .with_types(&[tfrt_host::kernel::TypeDef::of::<f32>("f32")]);
    /// # let catalogue = tfrt_host::kernel::Catalogue::new().with(&LIST);
    /// let value = catalogue.value("1.5", "f32")?;
    /// assert_eq!(catalogue.text(&value, "f32").as_deref(), Some("1.5"));
    /// let error = catalogue.value("half", "f32").unwrap_err();
    /// assert_eq!(error.message(), "'half' is not a value of type f32");
    /// # Ok::<(), tfrt_host::error::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, value: &Value, ty: &str) -> Option<String> {
        (self.ty(ty)?.text)(value)
    }

    /// The value of that type that a text says, for arguments that people write. What
    /// [`text`](Self::text) gives for a scalar is read as the same value.
    ///
    /// # Errors
    /// `'…' is not a value of type …`, with code `InvalidArgument`; so for every text where the type is
    /// unknown or has no texts, as that of tensors.
    pub fn value(&self, text: &str, ty: &str) -> Result<Value, Error> {
        let value = self.ty(ty).and_then(|def| (def.from_text)(text));
        value.ok_or_else(|| {
            let message = format!("'{text}' is not a value of type {ty}");
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }

    /// All kernels, by name.
    pub fn kernels(&self) -> impl Iterator<Item = &'static KernelDef> + '_ {
        self.kernels.values().copied()
    }

    /// Every op that can be parsed and verified ([`op`](Self::op)): the kernels by name, then the
    /// declared ops without a kernel.
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> + '_ {
        let declared = self.declared.values().copied();
        self.kernels()
            .map(|kernel| &kernel.op)
            .chain(declared.filter(|op| !self.kernels.contains_key(op.name)))
    }

    /// All native functions, by name.
    pub fn natives(&self) -> impl Iterator<Item = &'static NativeDef> + '_ {
        self.natives.values().copied()
    }

    /// All types, by name.
    pub fn types(&self) -> impl Iterator<Item = &'static TypeDef> + '_ {
        self.types.values().copied()
    }
}

impl TypeChecks {
    /// The checks of values of these types.
    #[must_use]
    pub fn new<'a>(catalogue: &Catalogue, types: impl IntoIterator<Item = &'a str>) -> Self {
        // Only members of families have parameters.
        let types = types.into_iter().enumerate().filter(|(_, ty)| ty.ends_with('>'));
        let checks =
            types.filter_map(|(position, ty)| Some((position, ty, catalogue.ty(ty)?.check?)));
        Self::from_checks(checks)
    }
}
