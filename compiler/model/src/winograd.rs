//! The pass `winograd`: convolutions of f32 by filters of 3 by 3, which are large enough, get the attribute `winograd`, and
//! are computed by Winograd's algorithms: by F(2,3), in the mode `fast` by F(4,3) as far as they are large enough for it.
//!
//! Shapes alone choose. Where sizes are open, the attribute says what is allowed, and the kernel decides by the sizes of
//! its operands; so programs for certain sizes have the bits of that for all.

use crate::attributes::with_window;
use crate::rewrite::{Old, Rules, again, rewrite};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Module, Type, TypeKind};
use tfrt_compiler::source::Diagnostic;
use tfrt_model_kernels::arena;

const CONVOLUTION: &str = "nn.conv";
const ATTRIBUTE: &str = "winograd";

/// A size that is large enough, as one that is open may be.
const LARGE: i64 = 1 << 10;

/// The graph whose convolutions are computed by algorithms with tiles of at most so many elements along each side.
pub(crate) fn winograd(module: &Module, most: i64) -> Result<Module, Vec<Diagnostic>> {
    rewrite(module, &mut Winograd { most })
}

struct Winograd {
    most: i64,
}

impl Rules for Winograd {
    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        let is_plain = *old.op.name == *CONVOLUTION && old.op.attributes.get(ATTRIBUTE).is_none();
        let Some(outputs) = Some(old).filter(|_| is_plain).and_then(|old| self.outputs(old)) else {
            return Ok(None);
        };
        let mut op = old.op.clone();
        let value = Attribute::Integer { value: outputs.into(), ty: Type::new("i64") };
        op.attributes.insert(ATTRIBUTE, value);
        again(function, &Old { op: &op, ..*old }, CONVOLUTION, operands, Vec::new()).map(Some)
    }
}

impl Winograd {
    /// The elements of a tile along each side, if a convolution has tiles, or may have some.
    fn outputs(&self, old: &Old<'_>) -> Option<i64> {
        let sizes = |at: usize| sizes(old.operands.get(at)?);
        let ([_, channels, height, width], [outputs, inputs, rows, columns]) =
            (sizes(0)?, sizes(1)?);
        let channels = channels.or(inputs).unwrap_or(LARGE);
        let [height, width, outputs] = [height, width, outputs].map(|it| it.unwrap_or(LARGE));
        let [rows, columns] = [rows, columns].map(|it| it.unwrap_or(3));
        let images = [1, channels, height, width];
        let filters = [outputs, inputs.unwrap_or(channels), rows, columns];
        with_window(&old.op.attributes, &filters[2..], |window, (group, _)| {
            arena::winograd([&images, &filters], (group, self.most), window).ok().flatten()
        })
    }
}

/// The sizes of images or filters of f32, as far as they are known.
fn sizes(ty: &Type) -> Option<[Option<i64>; 4]> {
    let (element, shape) = match ty.kind() {
        TypeKind::Shaped { element, shape } => (element, Some(shape)),
        TypeKind::Unranked { element } => (element, None),
        _ => return None,
    };
    let shape = match shape {
        Some(shape) => <[i64; 4]>::try_from(shape).ok()?,
        None => [-1; 4],
    };
    (element.as_str() == "f32").then(|| shape.map(|size| Some(size).filter(|&size| size >= 0)))
}
