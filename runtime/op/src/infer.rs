//! Rules that infer the types of an op's results, and check those of its operands: element types and
//! shapes of tensors. Verifier, loaders and plan ask them; no other place knows a rule of shapes.

mod lists;
mod members;
mod op;
#[cfg(test)]
mod tests;

use crate::shapes;
use crate::ty::{Type, TypeKind};
use std::fmt;

/// The rule of an op, with the element types of its tensors: those of its operands, of which the last
/// stands for all that follow, and those of its results.
///
/// The notation is `rule(operands) -> results`; with ` or error` behind it, the kernel may also fail for
/// other reasons than those that the rule checks. `*` stands for any element type, the same at each place.
///
/// | rule | operands | results |
/// |---|---|---|
/// | `elementwise` | tensors of one shape | tensors of that shape |
/// | `cast` | a tensor | a tensor of the attribute `shape`, which that of the operand may have |
/// | `shaped` | no tensors | a tensor of the attribute `shape` |
/// | `splat` | an element, then a size for each that `shape` does not know | a tensor of the attribute `shape` |
/// | `elements` | as many elements as the attribute `shape` has | a tensor of that shape |
/// | `constant` | none | a tensor of the type of the attribute `value` |
/// | `extract` | a tensor, then an index for each of its dimensions | no tensor |
/// | `reads` | a tensor of any elements, then anything | no tensor |
/// | `matmul` | two tensors | [their product](crate::shapes::matmul) |
/// | `broadcast` | tensors | tensors of [the shape](crate::shapes::broadcast_all) that they are broadcast to |
/// | `expand` | a tensor and a list of sizes | a tensor of [the shape](crate::shapes::broadcast_all) that it and the sizes are broadcast to |
/// | `transpose` | a tensor | [its dimensions](crate::shapes::transpose) in the order `perm` |
/// | `reshape` | a tensor and a list of sizes | [of these sizes](crate::shapes::reshape), with `allowzero` |
/// | `slice` | a tensor and lists: starts, ends and, if they are there, axes and steps | [the part](crate::shapes::slice) from the starts to the ends |
/// | `concatenate` | tensors | [all of them](crate::shapes::concatenate) along `axis` |
/// | `reduce` | a tensor and a list of axes or none | [without the axes](crate::shapes::reduce), or with 1 there by `keepdims`; without axes, all, or none by `noop_with_empty_axes` |
/// | `place` | a tensor | [without `axis`](crate::shapes::place), or with 1 there by `keepdims` |
/// | `along` | a tensor that has the dimension `axis` | a tensor of its shape |
/// | `flatten` | a tensor | [a matrix](crate::shapes::flatten) of the dimensions before `axis` and those from there |
/// | `like` | tensors | a tensor of the first one's shape |
/// | `dimensions` | a tensor | the list of its sizes, or of those from `start` to `end` |
/// | `count` | a tensor | a tensor of rank 0 |
/// | `list` | anything | a list of unknown length |
/// | `convert` | a tensor | a tensor of its shape and of the element type that the attribute `to` is |
/// | `squeeze` | a tensor and a list of axes or none | [without these](crate::shapes::squeeze) |
/// | `unsqueeze` | a tensor and a list of axes | [with these](crate::shapes::unsqueeze) |
/// | `gather` | a tensor and indices | [slices](crate::shapes::gather) along `axis` |
/// | `gather_nd` | a tensor and indices | [parts](crate::shapes::gather_nd) |
/// | `at` | a tensor and places | a tensor of the places' shape |
/// | `pad` | a tensor, a list of pads and, if they are there, anything and a list of axes | [the tensor](crate::shapes::pad) with these |
/// | `tile` | a tensor and a list of repeats | [the tensor](crate::shapes::tile) repeated |
/// | `topk` | a tensor and a list of one number | tensors of the sizes of the first but that number along `axis` |
/// | `resized` | a tensor, then anything | a tensor with an unknown size along `axis` |
/// | `unique` | a tensor | a tensor with an unknown size along `axis`, or of rank 1 if `flat`, then lists |
/// | `nonzero` | a tensor | a matrix with a row for each dimension |
/// | `append` | a tensor and one of its slices | a tensor of the slice's sizes behind an unknown one |
/// | `convolution` | images, filters and a bias or none | [images](crate::shapes::convolution), by `group`, `strides`, `pads`, `auto_pad` and `dilations` |
/// | `convolution_transposed` | images, filters and a bias or none | [images](crate::shapes::convolution_transposed), by the same but `auto_pad`, and `output_padding` |
/// | `resize` | a tensor, then lists | a tensor of its rank; of the sizes of the last list, if it is known and there are no `axes` |
/// | `grid` | images and places | [images](crate::shapes::grid) |
/// | `parts` | images, parts, then anything | [images](crate::shapes::parts) of `output_height` and `output_width` |
/// | `images` | windows, a list of sizes, then anything | images of these sizes |
/// | `convolution_at` | images and filters, then anything | as `convolution` |
/// | `rows` | anything | a matrix of 3 columns |
/// | `recurrent` | sequences, weights of the input and of the state, then anything | [all states](crate::shapes::recurrent), then last ones |
/// | `einsum` | tensors | [their sum of products](crate::shapes::einsum), by `labels` and `output` |
/// | `dft` | a tensor, a list of a length or none, and a list of an axis | [its transform](crate::shapes::dft), by `inverse` and `onesided` |
/// | `linear_attention` | queries, keys, values, then anything | [the answers](crate::shapes::linear_attention) and the state, by `q_num_heads` and `kv_num_heads` |
/// | `det` | a tensor of matrices | a number for [each](crate::shapes::det) |
/// | `pool` | images | [images](crate::shapes::Window::pooled), by `kernel_shape`, `strides`, `pads`, `auto_pad`, `dilations` and `ceil_mode` |
///
/// A list is a tensor of `i64` of rank 1. Of one that is constant, the [elements](OpTypes::values) decide;
/// of another, how many there are.
///
/// ```
/// use tfrt_op::{Infer, OpTypes, Type};
///
/// const SELECT: Infer = Infer::new("elementwise(i1, f32) -> f32");
/// let types = ["tensor<?x3xi1>", "tensor<2x?xf32>", "tensor<*xf32>"].map(Type::new);
/// let op = OpTypes { operands: &types, values: &[], numbers: &[], value: None };
/// assert_eq!(SELECT.results(&op), Ok(vec![Type::new("tensor<2x3xf32>")]));
///
/// let types = ["tensor<4xi1>", "tensor<5xf32>"].map(Type::new);
/// let op = OpTypes { operands: &types, ..op };
/// let error = "its operands have different shapes: 'tensor<4xi1>' and 'tensor<5xf32>'";
/// assert_eq!(SELECT.results(&op), Err(error.to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infer {
    text: &'static str,
    rule: Rule,
    /// Between commas.
    operands: &'static str,
    /// Between commas.
    results: &'static str,
    fails: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Elementwise,
    Cast,
    Shaped,
    Splat,
    Elements,
    Constant,
    Extract,
    Reads,
    Matmul,
    Broadcast,
    Expand,
    Transpose,
    Reshape,
    Slice,
    Concatenate,
    Reduce,
    Place,
    Along,
    Flatten,
    Like,
    Dimensions,
    Count,
    List,
    Convert,
    Squeeze,
    Unsqueeze,
    Gather,
    GatherNd,
    At,
    Pad,
    Tile,
    TopK,
    Resized,
    Unique,
    NonZero,
    Append,
    ConvolutionTransposed,
    Resize,
    Grid,
    Parts,
    Rows,
    Recurrent,
    Einsum,
    Dft,
    LinearAttention,
    Det,
    Images,
    ConvolutionAt,
    Convolution,
    Pool,
    AnyOf(&'static [Infer]),
}

/// What rules ask of an op.
///
/// ```
/// use tfrt_op::{Infer, OpTypes, Type};
///
/// let numbers = [("shape", vec![2, -1])];
/// let op = OpTypes { operands: &[], values: &[], numbers: &numbers, value: None };
/// let freeze = Infer::new("shaped() -> f32");
/// assert_eq!(freeze.results(&op), Ok(vec![Type::new("tensor<2x?xf32>")]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OpTypes<'a> {
    /// The types of the operands.
    pub operands: &'a [Type],
    /// The elements of the operands that are constant lists, where they are known. What is behind the end
    /// is not.
    pub values: &'a [Option<Vec<i64>>],
    /// The attributes that are lists of integers, with their names; an integer or a truth value is a list
    /// of one. In a shape, a size that is not known is negative.
    pub numbers: &'a [(&'a str, Vec<i64>)],
    /// The type of the attribute `value`, or that which the attribute `to` is, if there is one.
    pub value: Option<&'a Type>,
}

/// In the notation, an element type of the op's own.
const ANY: &str = "*";

/// The sizes of a tensor, if its rank is known; those that are not are negative.
type Sizes = Option<Vec<i64>>;

impl Infer {
    /// The rule of that notation.
    ///
    /// # Panics
    /// It is none: a mistake in a definition, and a compile error in a constant.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        match Self::parse(text) {
            Some(infer) => infer,
            None => panic!("expected a rule such as `elementwise(f32) -> f32`"),
        }
    }

    /// The rule of that notation; `None` if it is none.
    #[must_use]
    pub const fn parse(text: &'static str) -> Option<Self> {
        const ERROR: &str = " or error";
        let whole = text;
        let fails = ends_with(text, ERROR);
        let text = if fails { text.split_at(text.len() - ERROR.len()).0 } else { text };
        let Some((rule, rest)) = split(text, "(") else { return None };
        let Some((operands, results)) = split(rest, ")") else { return None };
        let results = match split(results, " -> ") {
            Some((before, results)) if before.is_empty() => results,
            None if results.is_empty() => "",
            _ => return None,
        };
        let rule = match rule.as_bytes() {
            b"elementwise" => Rule::Elementwise,
            b"cast" => Rule::Cast,
            b"shaped" => Rule::Shaped,
            b"splat" => Rule::Splat,
            b"elements" => Rule::Elements,
            b"constant" => Rule::Constant,
            b"extract" => Rule::Extract,
            b"reads" => Rule::Reads,
            b"matmul" => Rule::Matmul,
            b"broadcast" => Rule::Broadcast,
            b"expand" => Rule::Expand,
            b"transpose" => Rule::Transpose,
            b"reshape" => Rule::Reshape,
            b"slice" => Rule::Slice,
            b"concatenate" => Rule::Concatenate,
            b"reduce" => Rule::Reduce,
            b"place" => Rule::Place,
            b"along" => Rule::Along,
            b"flatten" => Rule::Flatten,
            b"like" => Rule::Like,
            b"dimensions" => Rule::Dimensions,
            b"count" => Rule::Count,
            b"list" => Rule::List,
            b"convert" => Rule::Convert,
            b"squeeze" => Rule::Squeeze,
            b"unsqueeze" => Rule::Unsqueeze,
            b"gather" => Rule::Gather,
            b"gather_nd" => Rule::GatherNd,
            b"at" => Rule::At,
            b"pad" => Rule::Pad,
            b"tile" => Rule::Tile,
            b"topk" => Rule::TopK,
            b"resized" => Rule::Resized,
            b"unique" => Rule::Unique,
            b"nonzero" => Rule::NonZero,
            b"append" => Rule::Append,
            b"convolution_transposed" => Rule::ConvolutionTransposed,
            b"resize" => Rule::Resize,
            b"grid" => Rule::Grid,
            b"parts" => Rule::Parts,
            b"rows" => Rule::Rows,
            b"recurrent" => Rule::Recurrent,
            b"einsum" => Rule::Einsum,
            b"dft" => Rule::Dft,
            b"linear_attention" => Rule::LinearAttention,
            b"det" => Rule::Det,
            b"images" => Rule::Images,
            b"convolution_at" => Rule::ConvolutionAt,
            b"convolution" => Rule::Convolution,
            b"pool" => Rule::Pool,
            _ => return None,
        };
        Some(Self { text: whole, rule, operands, results, fails })
    }

    /// Whether the attribute `shape` says what the result's type says.
    #[must_use]
    pub const fn takes_shape(&self) -> bool {
        matches!(self.rule, Rule::Cast | Rule::Shaped | Rule::Splat | Rule::Elements)
    }

    /// Whether it asks for the [elements](OpTypes::values) of operands.
    #[must_use]
    pub const fn asks_values(&self) -> bool {
        match self.rule {
            Rule::Expand
            | Rule::Reshape
            | Rule::Slice
            | Rule::Reduce
            | Rule::Squeeze
            | Rule::Unsqueeze
            | Rule::Pad
            | Rule::TopK
            | Rule::Dft
            | Rule::Tile => true,
            // Of the last list; the others are of no integers.
            Rule::Resize | Rule::Images => true,
            // They differ in element types only.
            Rule::AnyOf([first, ..]) => first.asks_values(),
            _ => false,
        }
    }

    /// Whether the result is the attribute `value`.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        matches!(self.rule, Rule::Constant)
    }

    /// The types of the tensors among the results, which come first, as exact as they can be known.
    ///
    /// # Errors
    /// The op must fail with operands of these types.
    pub fn results(&self, op: &OpTypes<'_>) -> Result<Vec<Type>, String> {
        self.results_as(op, None)
    }

    /// [`results`](Self::results) of an op whose results have these types, or less exact ones: of a rule that
    /// stands for several, they say which.
    ///
    /// # Errors
    /// As [`results`](Self::results).
    pub fn results_as(
        &self,
        op: &OpTypes<'_>,
        written: Option<&[Type]>,
    ) -> Result<Vec<Type>, String> {
        if let Rule::AnyOf(members) = self.rule {
            return members[self.member(op, written)?].results(op);
        }
        let shape = op.shape();
        let sizes = match self.rule {
            Rule::Elementwise => self.one_shape(op)?,
            Rule::Cast => {
                let from = self.tensor(op, 0, listed(self.operands, 0))?;
                merge(&from, &shape).ok_or_else(|| {
                    let from = &op.operands[0];
                    format!("its operand of type '{from}' cannot have the shape {}", shown(&shape))
                })?;
                shape
            }
            Rule::Shaped => shape,
            Rule::Splat => {
                let unknown = |sizes: &Vec<i64>| sizes.iter().filter(|&&size| size < 0).count();
                let (unknown, given) = (shape.as_ref().map_or(0, unknown), op.operands.len());
                if given != 1 + unknown {
                    let given = given.saturating_sub(1);
                    return Err(format!("it has {given} sizes for a shape with {unknown} unknown"));
                }
                shape
            }
            Rule::Elements => {
                let count = shape
                    .iter()
                    .flatten()
                    .try_fold(1_i64, |all, &size| all.checked_mul(size).filter(|_| size >= 0));
                let given = op.operands.len();
                if count.and_then(|it| usize::try_from(it).ok()) != Some(given) {
                    return Err(format!("it has {given} elements for the shape {}", shown(&shape)));
                }
                shape
            }
            Rule::Constant => {
                return Ok(op.value.cloned().into_iter().collect());
            }
            Rule::Extract => {
                let tensor = self.tensor(op, 0, listed(self.operands, 0))?;
                let (rank, given) = (tensor.map(|sizes| sizes.len()), op.operands.len() - 1);
                if rank.is_some_and(|rank| rank != given) {
                    let tensor = &op.operands[0];
                    return Err(format!("it has {given} indices for '{tensor}'"));
                }
                None
            }
            Rule::Reads => {
                self.tensor(op, 0, None)?;
                None
            }
            Rule::Dimensions => {
                let rank = self.tensor(op, 0, listed(self.operands, 0))?.map(|sizes| sizes.len());
                let part = match rank {
                    Some(rank) => {
                        let range =
                            shapes::part_of_shape(rank, op.number("start")?, op.number("end")?);
                        i64::try_from(range.len()).unwrap_or(shapes::UNKNOWN)
                    }
                    None => shapes::UNKNOWN,
                };
                Some(vec![part])
            }
            Rule::Count => {
                self.tensor(op, 0, listed(self.operands, 0))?;
                Some(Vec::new())
            }
            Rule::List => Some(vec![shapes::UNKNOWN]),
            Rule::Resized => self.resized(op)?,
            Rule::Rows => Some(vec![shapes::UNKNOWN, 3]),
            Rule::Images => {
                let batch = self.tensor(op, 0, listed(self.operands, 0))?;
                let batch = batch.and_then(|sizes| sizes.first().copied());
                let start = [batch.unwrap_or(shapes::UNKNOWN), shapes::UNKNOWN];
                op.elements(1).map(|sizes| [&start[..], sizes].concat())
            }
            Rule::Resize => {
                let from = self.tensor(op, 0, listed(self.operands, 0))?;
                let whole = op.numbers("axes")?.is_empty();
                match (from, op.elements(3)) {
                    (Some(from), Some(sizes)) if whole && sizes.len() == from.len() => {
                        Some(sizes.iter().map(|&size| size.max(shapes::UNKNOWN)).collect())
                    }
                    (from, _) => from.map(|from| vec![shapes::UNKNOWN; from.len()]),
                }
            }
            Rule::Append => {
                self.tensor(op, 0, listed(self.operands, 0))?;
                let slice = self.tensor(op, 1, listed(self.operands, 1))?;
                slice.map(|sizes| [&[shapes::UNKNOWN][..], &sizes].concat())
            }
            Rule::NonZero => {
                let rank = self.tensor(op, 0, listed(self.operands, 0))?.map(|sizes| sizes.len());
                let rows = rank.and_then(|rank| i64::try_from(rank.max(1)).ok());
                Some(vec![rows.unwrap_or(shapes::UNKNOWN), shapes::UNKNOWN])
            }
            Rule::Unique => {
                let sizes = if op.number("flat")? == 0 {
                    self.resized(op)?
                } else {
                    Some(vec![shapes::UNKNOWN])
                };
                let any = self.any_element(op)?;
                let results = self.results.split(", ").enumerate();
                let ty = |(index, element): (usize, &str)| {
                    let element = Type::new(if element == ANY {
                        any.as_deref().unwrap_or(ANY)
                    } else {
                        element
                    });
                    match &sizes {
                        _ if index > 0 => Type::tensor(&element, &[shapes::UNKNOWN]),
                        Some(sizes) => Type::tensor(&element, sizes),
                        None => Type::unranked_tensor(&element),
                    }
                };
                return Ok(results.map(ty).collect());
            }
            Rule::Recurrent | Rule::LinearAttention => {
                let [first, others] = self.of_sequences(op)?;
                let results = self.results.split(", ").enumerate();
                let ty = |(index, element): (usize, &str)| {
                    Type::tensor(&Type::new(element), if index == 0 { &first } else { &others })
                };
                return Ok(results.map(ty).collect());
            }
            Rule::Convert => {
                let sizes = self.tensor(op, 0, listed(self.operands, 0))?;
                let element = op.value.ok_or("it has no attribute 'to' that is a type")?;
                return Ok(vec![match &sizes {
                    Some(sizes) => Type::tensor(element, sizes),
                    None => Type::unranked_tensor(element),
                }]);
            }
            Rule::At => {
                self.tensor(op, 0, listed(self.operands, 0))?;
                self.tensor(op, 1, listed(self.operands, 1))?
            }
            Rule::Like => {
                for position in 1..op.operands.len() {
                    self.tensor(op, position, listed(self.operands, position))?;
                }
                self.tensor(op, 0, listed(self.operands, 0))?
            }
            _ => self.shape_of(op)?,
        };
        let any = self.any_element(op)?;
        let results = self.results.split(", ").filter(|element| !element.is_empty());
        let ty = |element| {
            let element =
                Type::new(if element == ANY { any.as_deref().unwrap_or(ANY) } else { element });
            match &sizes {
                Some(sizes) => Type::tensor(&element, sizes),
                None => Type::unranked_tensor(&element),
            }
        };
        Ok(results.map(ty).collect())
    }

    /// Whether an op of these types fails only for want of memory.
    #[must_use]
    pub fn never_fails(&self, op: &OpTypes<'_>) -> bool {
        let is_known = |ty: &Type| match ty.kind() {
            TypeKind::Shaped { shape, .. } => shape.iter().all(|&size| size >= 0),
            _ => false,
        };
        let proved = match self.rule {
            Rule::Elements | Rule::Constant => true,
            Rule::Splat => op.shape().is_some_and(|sizes| sizes.iter().all(|&size| size >= 0)),
            // The kernel checks how the operands fit each other.
            Rule::Resized | Rule::Unique | Rule::NonZero | Rule::Append => false,
            Rule::Resize | Rule::Grid | Rule::Parts | Rule::Rows => false,
            Rule::Recurrent | Rule::LinearAttention => false,
            Rule::Images | Rule::ConvolutionAt => false,
            Rule::Like | Rule::List | Rule::Gather | Rule::GatherNd | Rule::At => false,
            Rule::Convert => true,
            Rule::Shaped | Rule::Extract | Rule::Reads => false,
            _ if self.asks_values() => {
                // What a pad consists of is no list, and has one element or fails.
                !matches!(self.rule, Rule::Pad | Rule::Resize)
                    && op.operands.first().is_some_and(is_known)
                    && (1..op.operands.len()).all(|position| op.elements(position).is_some())
            }
            _ => op.operands.iter().all(is_known),
        };
        proved && !self.fails && self.results(op).is_ok()
    }

    /// The shape of the result by a rule of [`shapes`]. Without a rank of an operand there is none.
    fn shape_of(&self, op: &OpTypes<'_>) -> Result<Sizes, String> {
        if self.asks_values() {
            return self.shape_by_lists(op);
        }
        let mut ranked = Vec::new();
        for position in 0..op.operands.len() {
            ranked.push(self.tensor(op, position, listed(self.operands, position))?);
        }
        let Some(ranked) = ranked.into_iter().collect::<Option<Vec<Vec<i64>>>>() else {
            return Ok(None);
        };
        let mut all = ranked.iter().map(Vec::as_slice);
        let too_few = "it has too few operands";
        if matches!(self.rule, Rule::Broadcast) {
            return shapes::broadcast_all(all).map(Some);
        }
        let axis = || op.number("axis");
        let keep = || op.number("keepdims").map(|keep| keep != 0);
        if matches!(self.rule, Rule::Concatenate) {
            return shapes::concatenate(all, axis()?).map(Some);
        }
        let first = all.next().ok_or(too_few)?;
        let shape = match self.rule {
            Rule::Matmul => shapes::matmul(first, all.next().ok_or(too_few)?)?,
            Rule::Transpose => shapes::transpose(first, op.numbers("perm")?)?,
            Rule::Place => shapes::place(first, axis()?, keep()?)?,
            Rule::Along => shapes::dimension(first, axis()?).map(|_| first.to_vec())?,
            Rule::Flatten => shapes::flatten(first, op.number("axis")?)?,
            Rule::Gather => shapes::gather(first, all.next().ok_or(too_few)?, op.number("axis")?)?,
            Rule::GatherNd => {
                let indices = all.next().ok_or(too_few)?;
                if indices.last().is_some_and(|&last| last < 0) {
                    return Ok(None);
                }
                shapes::gather_nd(first, indices, op.number("batch_dims")?)?
            }
            Rule::Einsum => {
                let (labels, output) = (op.numbers("labels")?, op.numbers("output")?);
                shapes::einsum(&ranked, labels, output)?
            }
            Rule::Det => shapes::det(first)?,
            Rule::ConvolutionAt => {
                let filters = all.next().ok_or(too_few)?;
                let window = op.padded_window(&[], false)?;
                shapes::convolution(first, filters, None, op.number("group")?, &window)?
            }
            Rule::Convolution => {
                let filters = all.next().ok_or(too_few)?;
                let window = op.padded_window(&[], false)?;
                shapes::convolution(first, filters, all.next(), op.number("group")?, &window)?
            }
            Rule::ConvolutionTransposed => {
                let filters = all.next().ok_or(too_few)?;
                let window = op.window(&[])?;
                let of = (op.number("group")?, op.numbers("output_padding")?);
                shapes::convolution_transposed(first, filters, all.next(), of, &window)?
            }
            Rule::Grid => shapes::grid(first, all.next().ok_or(too_few)?)?,
            Rule::Parts => {
                let sizes = [op.number("output_height")?, op.number("output_width")?];
                shapes::parts(first, all.next().ok_or(too_few)?, sizes)?
            }
            Rule::Pool => {
                let ceil_mode = op.number("ceil_mode")? != 0;
                op.padded_window(op.numbers("kernel_shape")?, ceil_mode)?.pooled(first)?
            }
            _ => return Ok(None),
        };
        Ok(Some(shape))
    }

    /// The element type that `*` stands for.
    fn any_element(&self, op: &OpTypes<'_>) -> Result<Option<String>, String> {
        let mut any: Option<(&Type, String)> = None;
        for (position, ty) in op.operands.iter().enumerate() {
            if listed(self.operands, position) != Some(ANY) {
                continue;
            }
            let Some(found) = element_of(ty) else { continue };
            match &any {
                Some((other, element)) if *element != found => {
                    return Err(format!(
                        "its operands have different elements: '{other}' and '{ty}'"
                    ));
                }
                Some(_) => {}
                None => any = Some((ty, found)),
            }
        }
        Ok(any.map(|(_, element)| element))
    }

    /// The shape of all operands.
    fn one_shape(&self, op: &OpTypes<'_>) -> Result<Sizes, String> {
        let mut all: Sizes = None;
        for (position, ty) in op.operands.iter().enumerate() {
            let sizes = self.tensor(op, position, listed(self.operands, position))?;
            let Some(merged) = merge(&all, &sizes) else {
                let earlier = op.operands[..position].iter();
                let other = earlier.rev().find(|it| merge(&sizes_of(it), &sizes).is_none());
                let other = other.unwrap_or(&op.operands[0]);
                return Err(format!("its operands have different shapes: '{other}' and '{ty}'"));
            };
            all = merged;
        }
        Ok(all)
    }

    /// The sizes of an operand, which is a tensor of those elements.
    fn tensor(
        &self,
        op: &OpTypes<'_>,
        position: usize,
        element: Option<&str>,
    ) -> Result<Sizes, String> {
        let ty = op.operands.get(position).ok_or("it has too few operands")?;
        let element = element.filter(|element| *element != ANY);
        match (element_of(ty), element) {
            (Some(found), Some(element)) if found == element => Ok(sizes_of(ty)),
            (Some(_), None) => Ok(sizes_of(ty)),
            (_, element) => {
                let of = element.map(|element| format!(" of {element}")).unwrap_or_default();
                Err(format!("operand #{position} must be a tensor{of}, but got '{ty}'"))
            }
        }
    }
}

/// The notation.
impl fmt::Display for Infer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// Whether a result whose type was inferred may be written with that type: they agree in all that the
/// written one knows.
///
/// ```
/// use tfrt_op::{Type, is_no_more_exact};
///
/// let inferred = Type::new("tensor<2x?xf32>");
/// assert!(is_no_more_exact(&Type::new("tensor<?x?xf32>"), &inferred));
/// assert!(!is_no_more_exact(&Type::new("tensor<2x3xf32>"), &inferred));
/// assert!(!is_no_more_exact(&Type::new("tensor<3x?xf32>"), &inferred));
/// ```
#[must_use]
pub fn is_no_more_exact(written: &Type, inferred: &Type) -> bool {
    if written == inferred {
        return true;
    }
    match (written.kind(), inferred.kind()) {
        (
            TypeKind::Unranked { element: a },
            TypeKind::Shaped { element: b, .. } | TypeKind::Unranked { element: b },
        ) => a == b,
        (TypeKind::Shaped { shape: a, element: x }, TypeKind::Shaped { shape: b, element: y }) => {
            let mut sizes = a.iter().zip(b);
            x == y && a.len() == b.len() && sizes.all(|(a, b)| *a < 0 || a == b)
        }
        _ => false,
    }
}

/// The element type of a tensor's type; `None` of other types.
fn element_of(ty: &Type) -> Option<String> {
    match ty.kind() {
        TypeKind::Shaped { element, .. } | TypeKind::Unranked { element }
            if ty.as_str().starts_with("tensor<") =>
        {
            Some(element.as_str().to_owned())
        }
        _ => None,
    }
}

/// The sizes of a tensor's type.
fn sizes_of(ty: &Type) -> Sizes {
    match ty.kind() {
        TypeKind::Shaped { shape, .. } => Some(shape.to_vec()),
        _ => None,
    }
}

/// What both know together; `None` if they contradict each other.
fn merge(a: &Sizes, b: &Sizes) -> Option<Sizes> {
    let (Some(left), Some(right)) = (a, b) else {
        return Some(a.as_ref().or(b.as_ref()).cloned());
    };
    if left.len() != right.len() {
        return None;
    }
    let merge = |(&a, &b): (&i64, &i64)| match (a < 0, b < 0) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => (a == b).then_some(a),
    };
    left.iter().zip(right).map(merge).collect::<Option<Vec<i64>>>().map(Some)
}

/// The element of a list between commas, whose last stands for all that follow.
fn listed(list: &str, position: usize) -> Option<&str> {
    let mut elements = list.split(", ");
    let last = list.rsplit(", ").next();
    elements.nth(position).or(last).filter(|element| !element.is_empty())
}

/// A shape, for messages.
fn shown(sizes: &Sizes) -> String {
    sizes.as_ref().map_or_else(|| "of any rank".to_owned(), |sizes| shapes::text(sizes))
}

const fn ends_with(text: &str, end: &str) -> bool {
    let (text, end) = (text.as_bytes(), end.as_bytes());
    if text.len() < end.len() {
        return false;
    }
    let mut index = 0;
    while index < end.len() {
        if text[text.len() - end.len() + index] != end[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// What comes before and after the first `mark`.
const fn split<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let mut at = 0;
    while at + mark.len() <= text.len() {
        let (before, rest) = text.split_at(at);
        if starts_with(rest, mark) {
            return Some((before, rest.split_at(mark.len()).1));
        }
        at += 1;
    }
    None
}

const fn starts_with(text: &str, start: &str) -> bool {
    let (text, start) = (text.as_bytes(), start.as_bytes());
    let mut index = 0;
    while index < start.len() {
        if index >= text.len() || text[index] != start[index] {
            return false;
        }
        index += 1;
    }
    true
}
