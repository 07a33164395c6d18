//! The layout of an op that only passes read: one of a dialect of MLIR, whose operands come in groups
//! and whose region is part of the function around it. No kernel's op has one.

use std::ops::Range;

/// How an op is laid out that no kernel is called for.
///
/// ```
/// use tfrt_op::{Group, Layout};
///
/// // `gpu.memcpy async [%after] %to, %from`
/// const COPY: Layout = Layout::new()
///     .groups(&[Group::any("after", "!gpu.async.token"), Group::one("to", ""), Group::one("from", "")])
///     .token("!gpu.async.token");
/// assert_eq!(COPY.ranges(3, None), Some(vec![0..1, 1..2, 2..3]));
/// assert_eq!(COPY.ranges(1, None), None);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// The operands, in order; none if the op has operands as its parameters say.
    pub groups: &'static [Group],
    /// The attribute that says how many operands each group has. It is needed if that does not follow
    /// from the number of all.
    pub sizes: Option<&'static str>,
    /// The type of a last result that an op has if its text says `async`.
    pub token: Option<&'static str>,
    /// The region.
    pub region: Option<InnerRegion>,
    /// The op may stand beside functions.
    pub top_level: bool,
    /// The attribute or the one operand whose type is that of the result.
    pub typed_by: Option<&'static str>,
}

/// Operands that have one name.
///
/// ```
/// use tfrt_op::{Group, GroupCount};
///
/// let sizes = Group { name: "sizes", ty: "index", count: GroupCount::Any };
/// assert_eq!(Group::one("value", "f32").count, GroupCount::One);
/// assert_ne!(sizes.count, GroupCount::Optional);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name.
    pub name: &'static str,
    /// Their type; empty if it may be any.
    pub ty: &'static str,
    /// How many there are.
    pub count: GroupCount,
}

/// How many operands a group has.
///
/// ```
/// use tfrt_op::{Group, GroupCount};
/// assert_eq!(Group::one("chain", "!tfrt.chain").count, GroupCount::One);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupCount {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Any,
}

/// What is wrong with a region, given the types of its arguments, of what it returns if it ends with a
/// return, and of the op's results without the token.
pub type RegionCheck =
    fn(arguments: &[&str], returned: Option<&[&str]>, results: &[&str]) -> Option<&'static str>;

/// A region that is no function: no kernel receives it. It may end with any op, or with none.
///
/// ```
/// use tfrt_op::InnerRegion;
///
/// // It sees the values around it.
/// assert!(!InnerRegion::new().isolated && InnerRegion::new().isolated().isolated);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct InnerRegion {
    /// It sees nothing of what is around it.
    pub isolated: bool,
    /// One that does not end with a return gets one, which returns the first argument.
    pub returns: bool,
    /// Says what is wrong with it.
    pub check: Option<RegionCheck>,
}

impl Group {
    /// One operand.
    #[must_use]
    pub const fn one(name: &'static str, ty: &'static str) -> Self {
        Self { name, ty, count: GroupCount::One }
    }

    /// One operand or none.
    #[must_use]
    pub const fn optional(name: &'static str, ty: &'static str) -> Self {
        Self { name, ty, count: GroupCount::Optional }
    }

    /// Any number of operands.
    #[must_use]
    pub const fn any(name: &'static str, ty: &'static str) -> Self {
        Self { name, ty, count: GroupCount::Any }
    }

    /// Whether it may have so many.
    #[must_use]
    pub const fn allows(&self, count: usize) -> bool {
        match self.count {
            GroupCount::One => count == 1,
            GroupCount::Optional => count <= 1,
            GroupCount::Any => true,
        }
    }
}

impl InnerRegion {
    /// A region that sees the values around it.
    #[must_use]
    pub const fn new() -> Self {
        Self { isolated: false, returns: false, check: None }
    }

    /// It sees nothing of what is around it.
    #[must_use]
    pub const fn isolated(self) -> Self {
        Self { isolated: true, ..self }
    }

    /// It returns its first argument where the text does not say what it returns.
    #[must_use]
    pub const fn returns(self) -> Self {
        Self { returns: true, ..self }
    }

    /// Sets the check.
    #[must_use]
    pub const fn check(self, check: RegionCheck) -> Self {
        Self { check: Some(check), ..self }
    }
}

impl Layout {
    /// Nothing special.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            groups: &[],
            sizes: None,
            token: None,
            region: None,
            top_level: false,
            typed_by: None,
        }
    }

    /// Sets the groups of operands.
    #[must_use]
    pub const fn groups(self, groups: &'static [Group]) -> Self {
        Self { groups, ..self }
    }

    /// Sets the attribute with the sizes of the groups.
    #[must_use]
    pub const fn sizes(self, attribute: &'static str) -> Self {
        Self { sizes: Some(attribute), ..self }
    }

    /// Sets the type of the result that `async` adds.
    #[must_use]
    pub const fn token(self, ty: &'static str) -> Self {
        Self { token: Some(ty), ..self }
    }

    /// Sets the region.
    #[must_use]
    pub const fn region(self, region: InnerRegion) -> Self {
        Self { region: Some(region), ..self }
    }

    /// Lets the op stand beside functions.
    #[must_use]
    pub const fn top_level(self) -> Self {
        Self { top_level: true, ..self }
    }

    /// Sets the attribute or the one operand whose type is that of the result.
    #[must_use]
    pub const fn typed_by(self, name: &'static str) -> Self {
        Self { typed_by: Some(name), ..self }
    }

    /// The group of that name.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.name == name)
    }

    /// Which of so many operands each group has. `None` if they cannot be told apart or are too few or
    /// too many. `sizes` is what the attribute says.
    #[must_use]
    pub fn ranges(&self, operands: usize, sizes: Option<&[usize]>) -> Option<Vec<Range<usize>>> {
        let fixed = self.groups.iter().filter(|group| group.count == GroupCount::One).count();
        let sizes = match sizes {
            Some(sizes) => sizes.to_vec(),
            None if self.groups.len() - fixed > 1 => return None,
            None => {
                let rest = operands.checked_sub(fixed)?;
                let size = |group: &Group| if group.count == GroupCount::One { 1 } else { rest };
                self.groups.iter().map(size).collect()
            }
        };
        let fit = sizes.len() == self.groups.len()
            && self.groups.iter().zip(&sizes).all(|(group, &size)| group.allows(size));
        let mut end = 0_usize;
        let ranges = sizes.iter().map(|&size| {
            let begin = end;
            end = end.checked_add(size)?;
            Some(begin..end)
        });
        let ranges: Vec<_> = ranges.collect::<Option<_>>()?;
        (fit && end == operands).then_some(ranges)
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::new()
    }
}

/// The type that a type is around: `f32` of `!async.value<f32>` and of `memref<2x?xf32, 1>`. `None` if it is
/// around none.
///
/// ```
/// use tfrt_op::content_of;
///
/// assert_eq!(content_of("!async.value<memref<2xi8>>"), Some("memref<2xi8>"));
/// assert_eq!(content_of("memref<2x?xmemref<3xf32>, 1>"), Some("memref<3xf32>"));
/// assert_eq!(content_of("!async.token"), None);
/// ```
#[must_use]
pub fn content_of(ty: &str) -> Option<&str> {
    let (_, inner) = ty.split_once('<')?;
    let mut inner = inner.strip_suffix('>')?;
    if !ty.starts_with("memref<") {
        return Some(inner).filter(|inner| !inner.is_empty());
    }
    if let Some(unranked) = inner.strip_prefix("*x") {
        inner = unranked;
    }
    while inner.starts_with(|first: char| first.is_ascii_digit() || first == '?') {
        inner = inner.split_once('x')?.1;
    }
    let mut depth = 0_usize;
    let end = inner.char_indices().find(|&(_, next)| {
        match next {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        next == ',' && depth == 0
    });
    Some(end.map_or(inner, |(end, _)| &inner[..end])).filter(|inner| !inner.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: &[Group] = &[
        Group::any("after", ""),
        Group::one("x", ""),
        Group::optional("size", ""),
        Group::any("rest", ""),
    ];

    #[test]
    fn groups_follow_from_sizes() {
        let layout = Layout::new().groups(GROUPS);
        assert_eq!(layout.ranges(4, Some(&[1, 1, 0, 2])), Some(vec![0..1, 1..2, 2..2, 2..4]));
        // Several groups of any size cannot be told apart.
        assert_eq!(layout.ranges(4, None), None);
        let wrong: [(usize, &[usize]); 6] = [
            (5, &[1, 1, 0, 2]),
            (3, &[1, 1, 0, 2]),
            (4, &[1, 0, 1, 2]),
            (4, &[0, 1, 2, 1]),
            (4, &[1, 1, 2]),
            (4, &[usize::MAX, 1, 0, 4]),
        ];
        for (count, sizes) in wrong {
            assert_eq!(layout.ranges(count, Some(sizes)), None, "{count} as {sizes:?}");
        }
    }

    #[test]
    fn content_is_what_is_between_the_brackets() {
        let cases = [
            ("memref<f32>", Some("f32")),
            ("memref<*xf32>", Some("f32")),
            ("memref<2x3xi32, strided<[1, 2]>>", Some("i32")),
            ("memref<4xcomplex<f32>, 1>", Some("complex<f32>")),
            ("!async.value<!tfrt.chain>", Some("!tfrt.chain")),
            ("!a<>", None),
            ("memref<2x>", None),
            ("memref<2", None),
            ("memref<2>", None),
            ("index", None),
            ("<", None),
        ];
        for (ty, content) in cases {
            assert_eq!(content_of(ty), content, "{ty}");
        }
    }
}
