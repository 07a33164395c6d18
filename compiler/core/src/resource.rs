//! Resolves resources: finds the elements of `dense_resource` attributes in the text or in files
//! beside it.

use crate::encode::dtype;
use crate::graph::{
    Attribute, Attributes, Content, Item, Module, OpId, Place, Resource, ResourceRef, TypeKind,
};
use crate::source::{Diagnostic, Span};
use std::collections::HashMap;
use tfrt_bef::{Blob, DType};
use tfrt_host::resource::{Files, Part, Resolver};

/// Gives each `dense_resource` attribute of a kernel its elements, and each resource outside the
/// text the range of its bytes. Elements in files are the resolver's bytes, not a copy.
/// Reports the resources that are not there or do not fit their types, each at the attribute.
pub(crate) fn resolve(module: &mut Module, resolver: Option<&dyn Resolver>) -> Vec<Diagnostic> {
    let mut found = Found {
        resources: std::mem::take(&mut module.resources),
        files: Files::new(resolver),
        inline: HashMap::new(),
        diagnostics: Vec::new(),
    };
    for item in &mut module.items {
        let Item::Function(function) = item else { continue };
        let Some(body) = &mut function.body else { continue };
        for op in (0u32..).map(OpId).take(body.op_count()) {
            let op = body.op_mut(op);
            found.attributes(&mut op.attributes, op.span);
        }
    }
    module.resources = found.resources;
    found.diagnostics
}

struct Found<'a> {
    resources: Vec<Resource>,
    files: Files<'a>,
    /// The elements of resources in the text, by name.
    inline: HashMap<String, Blob>,
    diagnostics: Vec<Diagnostic>,
}

impl Found<'_> {
    fn attributes(&mut self, attributes: &mut Attributes, op: Span) {
        for (span, attribute) in attributes.spanned_mut() {
            let span = if span == Span::default() { op } else { span };
            self.attribute(attribute, span);
        }
    }

    /// Recurses as deep as attributes nest, which the parser limits.
    fn attribute(&mut self, attribute: &mut Attribute, span: Span) {
        match attribute {
            Attribute::Resource(resource) => match self.elements(resource) {
                Ok(data) => resource.data = Some(data),
                Err(why) => {
                    let message = format!("resource '{}': {why}", resource.name);
                    self.diagnostics.push(Diagnostic::error(span, message));
                }
            },
            Attribute::Array(elements) => {
                elements.iter_mut().for_each(|element| self.attribute(element, span));
            }
            _ => {}
        }
    }

    fn elements(&mut self, resource: &ResourceRef) -> Result<Blob, String> {
        let Some((dtype, shape)) = resource.tensor() else {
            return Err(format!("no kernel takes a '{}'", resource.ty));
        };
        let length = length(dtype, &shape).ok_or("its type has too many elements")?;
        let known = self.resources.iter_mut().find(|it| it.key == *resource.name);
        let known = known.ok_or("it is not in the metadata of the file")?;
        let data = match &mut known.content {
            Content::Inline { digits } => match self.inline.get(&known.key) {
                Some(data) => data.clone(),
                None => {
                    let data = decode(digits);
                    self.inline.insert(known.key.clone(), data.clone());
                    data
                }
            },
            Content::File(place) => place_in(&mut self.files, place, dtype, &shape)?,
        };
        if data.len() as u64 != length {
            let (ty, given) = (&resource.ty, data.len());
            return Err(format!("it has {given} bytes, but '{ty}' has {length}"));
        }
        if dtype == DType::I1 && data.iter().any(|&byte| byte > 1) {
            return Err("an element is neither 0 nor 1".to_owned());
        }
        Ok(data)
    }
}

/// The bytes of a resource outside the text. Completes its place.
fn place_in(
    files: &mut Files<'_>,
    place: &mut Place,
    dtype: DType,
    shape: &[i64],
) -> Result<Blob, String> {
    let part = files.part(&place.file, place.bytes.as_ref(), dtype, shape);
    let part = part.map_err(|error| error.message().to_owned())?;
    let (hash, Part { data, .. }) = (part.hash(), part);
    if place.hash.is_some_and(|expected| expected != hash) {
        return Err(format!("the bytes in '{}' have another hash", place.file));
    }
    let range = place.bytes.clone().unwrap_or(0..data.len() as u64);
    (place.hash, place.bytes) = (Some(hash), Some(range));
    Ok(data)
}

/// The bytes behind an alignment of four bytes, as hexadecimal digits.
fn decode(digits: &str) -> Blob {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
    let pairs = digits.as_bytes().chunks_exact(2).skip(4);
    pairs.map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect::<Vec<u8>>().into()
}

/// The bytes of a tensor.
fn length(dtype: DType, shape: &[i64]) -> Option<u64> {
    let size = dtype.size().map_or(1, |size| size as u64);
    shape
        .iter()
        .try_fold(size, |product, &dimension| product.checked_mul(u64::try_from(dimension).ok()?))
}

impl ResourceRef {
    /// The type and shape of the elements; `None` if no kernel takes such a tensor.
    pub(crate) fn tensor(&self) -> Option<(DType, Vec<i64>)> {
        let TypeKind::Shaped { shape, element } = self.ty.kind() else { return None };
        let known = shape.iter().all(|&dimension| dimension >= 0);
        // The other types of BEF are not those of numbers.
        let number = !matches!(element.kind(), TypeKind::Dialect { .. });
        Some((dtype(element).filter(|_| known && number)?, shape.to_vec()))
    }
}
