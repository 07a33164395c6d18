//! The size of splats. A text of a few bytes can name a constant of any size, which BEF and kernels
//! have with all its elements; so it is compared with a limit before anything expands it.

use super::Checker;
use crate::encode::dtype;
use crate::graph::{Attribute, Module, OpId};
use crate::source::Span;
use std::collections::HashSet;
use tfrt_bef::Limits;

/// What the splats of a program take together.
struct Sum<'a> {
    limits: &'a Limits,
    /// Attributes of ops: equal ones are one attribute of the file.
    seen: HashSet<&'a Attribute>,
    bytes: usize,
    /// The first messages, with their places.
    errors: Vec<(Span, String)>,
}

impl Checker<'_> {
    /// Compares the splats that a file of the module would have with the limits: each with that of
    /// an attribute, all together with that of a file.
    pub(super) fn splats(&mut self, module: &Module, limits: &Limits, report: bool) {
        let mut sum = Sum { limits, seen: HashSet::new(), bytes: 0, errors: Vec::new() };
        for body in module.functions().filter_map(|function| function.body.as_ref()) {
            for op in (0_u32..).map(OpId).take(body.op_count()) {
                let op = body.op(op);
                for (name, attribute) in op.attributes.iter() {
                    if has_splat(attribute) && sum.seen.insert(attribute) {
                        let span = op.attributes.span_of(name);
                        let span = span.filter(|span| *span != Span::default());
                        sum.attribute(attribute, span.unwrap_or(op.span));
                    }
                }
            }
        }
        self.expands = sum.errors.is_empty();
        for (span, message) in sum.errors.into_iter().filter(|_| report) {
            self.error(span, message);
        }
    }
}

impl Sum<'_> {
    /// Recurses as deep as attributes nest, which the parser limits.
    fn attribute(&mut self, attribute: &Attribute, span: Span) {
        match attribute {
            Attribute::Array(elements) => {
                elements.iter().for_each(|element| self.attribute(element, span));
            }
            Attribute::Dense { ty, element, shape, data, splat: true } => {
                // Of a type that no file has, nothing is expanded.
                if dtype(element).is_none() {
                    return;
                }
                let mut sizes = shape.iter().map(|&size| usize::try_from(size).ok());
                let bytes = sizes.try_fold(data.len(), |bytes, size| bytes.checked_mul(size?));
                let (each, all) = (self.limits.attribute, self.limits.file);
                let Some(bytes) = bytes.filter(|&bytes| bytes <= each) else {
                    let size = bytes.map_or("too many".to_owned(), |bytes| bytes.to_string());
                    let message = format!(
                        "a constant of type '{ty}' has {size} bytes when it is written out, at most {each} are allowed"
                    );
                    return self.errors.push((span, message));
                };
                self.bytes = self.bytes.saturating_add(bytes);
                if self.bytes > all && self.bytes - bytes <= all {
                    let message = format!(
                        "the constants of the program up to this one have {} bytes when they are written out, at most {all} are allowed",
                        self.bytes
                    );
                    self.errors.push((span, message));
                }
            }
            _ => {}
        }
    }
}

/// Whether an attribute is a splat or has one.
pub(crate) fn has_splat(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Dense { splat, .. } => *splat,
        Attribute::Array(elements) => elements.iter().any(has_splat),
        _ => false,
    }
}
