//! Prints attributes. Elements of tensors become statics of the module, each once however many ops
//! have them, aligned as tensors ask for.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};
use tfrt_bef::{Attribute, Blob, DType, SymbolRef};

/// The elements of the attributes printed so far.
pub(super) struct Constants<'a> {
    /// How the names of the statics begin.
    prefix: Ident,
    /// By path: what lies in a file is included from it.
    files: &'a [(String, Blob)],
    /// Those of the files that have a constant.
    included: HashSet<usize>,
    /// The names of the statics.
    names: HashMap<Blob, Ident>,
    /// The statics.
    pub(super) items: TokenStream,
}

impl<'a> Constants<'a> {
    pub(super) fn new(prefix: Ident, files: &'a [(String, Blob)]) -> Self {
        Self {
            prefix,
            files,
            included: HashSet::new(),
            names: HashMap::new(),
            items: TokenStream::new(),
        }
    }

    /// The static that holds some bytes.
    fn data(&mut self, bytes: &Blob) -> Ident {
        if let Some(name) = self.names.get(bytes) {
            return name.clone();
        }
        let name = format_ident!("{}_{}", self.prefix, self.names.len());
        let mut files = self.files.iter().enumerate();
        let place = files.find_map(|(index, (_, file))| Some((index, bytes.range_in(file)?)));
        let value = match place {
            Some((index, range)) => {
                let (file, start) = (self.file(index), range.start);
                quote! { __rt::part(self::#file, #start) }
            }
            None => {
                let literal = Literal::byte_string(bytes);
                quote! { *#literal }
            }
        };
        let length = bytes.len();
        self.items.extend(quote! {
            static #name: __rt::Aligned<[u8; #length]> = __rt::Aligned(#value);
        });
        self.names.insert(bytes.clone(), name.clone());
        name
    }

    /// The constant that is a file, which rustc reads once.
    fn file(&mut self, index: usize) -> Ident {
        let name = format_ident!("{}_FILE_{index}", self.prefix);
        if self.included.insert(index) {
            let path = self.files.get(index).map_or("", |(path, _)| path);
            self.items.extend(quote! { const #name: &[u8] = ::core::include_bytes!(#path); });
        }
        name
    }

    /// An attribute as an expression of the kernel interface's attribute type.
    pub(super) fn attribute(&mut self, attribute: &Attribute) -> TokenStream {
        use Attribute as A;
        let dtype = |dtype: &DType| {
            let name = format_ident!("{dtype:?}");
            quote! { __rt::DType::#name }
        };
        match attribute {
            A::Scalar { dtype: ty, bits } => {
                let ty = dtype(ty);
                quote! { __rt::Attribute::Scalar { dtype: #ty, bits: #bits } }
            }
            A::Type(ty) => {
                let ty = dtype(ty);
                quote! { __rt::Attribute::Type(#ty) }
            }
            A::String(bytes) => {
                let bytes = Literal::byte_string(bytes);
                quote! { __rt::Attribute::String(#bytes.to_vec()) }
            }
            A::Function(bytes) => {
                let bytes = Literal::byte_string(bytes);
                quote! { __rt::Attribute::Function(#bytes.to_vec()) }
            }
            A::Array(numbers) => {
                let (element, values) = (dtype(&numbers.dtype()), numbers.iter());
                quote! { __rt::Attribute::Array(__rt::Numbers::new(#element, [#(#values),*])) }
            }
            A::TypeArray(types) => {
                let types = types.iter().map(dtype);
                quote! { __rt::Attribute::TypeArray(vec![#(#types),*]) }
            }
            A::EmptyArray => quote! { __rt::Attribute::EmptyArray },
            A::Aggregate(elements) => {
                let elements =
                    elements.iter().map(|element| self.attribute(element)).collect::<Vec<_>>();
                quote! { __rt::Attribute::Aggregate(vec![#(#elements),*]) }
            }
            A::Shape(None) => quote! { __rt::Attribute::Shape(::core::option::Option::None) },
            A::Shape(Some(dims)) => {
                quote! { __rt::Attribute::Shape(::core::option::Option::Some(vec![#(#dims),*])) }
            }
            A::Dense(dense) => {
                let (ty, shape) = (dtype(&dense.dtype), &dense.shape);
                let data = self.data(&dense.data);
                quote! { __rt::Attribute::Dense(::std::boxed::Box::new(__rt::Dense {
                    dtype: #ty, shape: vec![#(#shape),*], data: __rt::Blob::constant(&self::#data.0),
                })) }
            }
            A::SymbolRef(symbol) => {
                let SymbolRef { root, nested, module } = &**symbol;
                quote! { __rt::Attribute::SymbolRef(::std::boxed::Box::new(__rt::SymbolRef {
                    root: #root.to_owned(), nested: vec![#(#nested.to_owned()),*],
                    module: #module.to_owned(),
                })) }
            }
        }
    }
}
