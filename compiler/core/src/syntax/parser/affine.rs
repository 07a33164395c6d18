//! Affine maps and sets: `affine_map<(d0)[s0] -> (d0 + s0)>`, `affine_set<(d0) : (d0 >= 0)>`.
//!
//! No kernel takes them and BEF has no room for them; they are kept as the text that MLIR prints.
//! MLIR simplifies an expression as it is built, so what is printed is not what was written:
//! constants are folded and go to the right, `x * 1` is `x`, and so on. The rules are those of its
//! constructors of sums, products, quotients and remainders.

use super::{Kind, Parse, Parser};
use crate::graph::Attribute;
use crate::source::{Source, Span};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// What the operators are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Dimension(usize),
    Symbol(usize),
    Constant(i64),
    Binary(Operator, Expr, Expr),
}

/// An expression, as simple as its constructors make it.
#[derive(Clone, Debug)]
struct Expr {
    node: Rc<Node>,
    /// Without dimensions.
    symbolic: bool,
    /// A number that divides every value; zero only divides zero.
    divisor: u64,
    height: u32,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.node, &other.node)
            || (self.height == other.height && self.node == other.node)
    }
}

impl Eq for Expr {}

impl Expr {
    fn dimension(index: usize) -> Self {
        Self { node: Rc::new(Node::Dimension(index)), symbolic: false, divisor: 1, height: 0 }
    }

    fn symbol(index: usize) -> Self {
        Self { node: Rc::new(Node::Symbol(index)), symbolic: true, divisor: 1, height: 0 }
    }

    fn number(value: i64) -> Self {
        let divisor = value.unsigned_abs();
        Self { node: Rc::new(Node::Constant(value)), symbolic: true, divisor, height: 0 }
    }

    /// The operation as it stands.
    fn plain(operator: Operator, a: Self, b: Self) -> Self {
        let divisor = match (operator, b.constant()) {
            (Operator::Mul, _) => a.divisor.checked_mul(b.divisor).unwrap_or(1),
            (Operator::Add | Operator::Mod, _) => gcd(a.divisor, b.divisor),
            (_, Some(by)) if by != 0 && a.divisor.is_multiple_of(by.unsigned_abs()) => {
                a.divisor / by.unsigned_abs()
            }
            _ => 1,
        };
        let symbolic = a.symbolic && b.symbolic;
        let height = 1 + a.height.max(b.height);
        Self { node: Rc::new(Node::Binary(operator, a, b)), symbolic, divisor, height }
    }

    fn constant(&self) -> Option<i64> {
        match *self.node {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The operands, if that is the operation.
    fn operands(&self, operator: Operator) -> Option<(&Self, &Self)> {
        match &*self.node {
            Node::Binary(found, a, b) if *found == operator => Some((a, b)),
            _ => None,
        }
    }

    /// The operands, if that is the operation and the right one is a number.
    fn by_constant(&self, operator: Operator) -> Option<(&Self, i64)> {
        let (a, b) = self.operands(operator)?;
        Some((a, b.constant()?))
    }

    fn build(operator: Operator, a: Self, b: Self) -> Self {
        let simpler = match operator {
            Operator::Add => simpler_sum(&a, &b),
            Operator::Mul => simpler_product(&a, &b),
            Operator::FloorDiv => simpler_floor(&a, &b),
            Operator::CeilDiv => simpler_ceil(&a, &b),
            Operator::Mod => simpler_remainder(&a, &b),
        };
        simpler.unwrap_or_else(|| Self::plain(operator, a, b))
    }

    fn plus(&self, other: &Self) -> Self {
        Self::build(Operator::Add, self.clone(), other.clone())
    }

    fn times(&self, factor: i64) -> Self {
        Self::build(Operator::Mul, self.clone(), Self::number(factor))
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(-1))
    }

    fn over(&self, operator: Operator, by: i64) -> Self {
        Self::build(operator, self.clone(), Self::number(by))
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether every value of the expression is a multiple of that number, which is not zero.
fn multiple(a: &Expr, of: i64) -> bool {
    a.divisor.is_multiple_of(of.unsigned_abs())
}

fn simpler_sum(a: &Expr, b: &Expr) -> Option<Expr> {
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return a.checked_add(b).map(Expr::number);
    }
    // Numbers go to the right, and what has no dimensions before them.
    if a.constant().is_some() || (a.symbolic && !b.symbolic) {
        return Some(b.plus(a));
    }
    if b.constant() == Some(0) {
        return Some(a.clone());
    }
    let inner = a.by_constant(Operator::Add);
    if let (Some((first, inner)), Some(b)) = (inner, b.constant()) {
        return inner.checked_add(b).map(|sum| first.plus(&Expr::number(sum)));
    }
    // `c * x + d * x` is `(c + d) * x`.
    let (first, c) = a.by_constant(Operator::Mul).unwrap_or((a, 1));
    let (second, d) = b.by_constant(Operator::Mul).unwrap_or((b, 1));
    if first == second {
        return c.checked_add(d).map(|sum| first.times(sum));
    }
    if let Some((first, inner)) = inner {
        return Some(first.plus(b).plus(&Expr::number(inner)));
    }
    // `x - x floordiv q * q` is `x mod q`.
    let Node::Binary(operator, left, right) = &*b.node else { return None };
    if right.constant() == Some(-1)
        && let Some((quotient, q)) = left.operands(Operator::Mul)
    {
        let (x, by) = quotient.operands(Operator::FloorDiv)?;
        if by == q && x == a {
            return Some(Expr::build(Operator::Mod, a.clone(), q.clone()));
        }
    }
    let (x, q) = left.by_constant(Operator::FloorDiv)?;
    let remainder = *operator == Operator::Mul
        && q > 0
        && x == a
        && right.constant().is_some_and(|right| right == -q);
    remainder.then(|| a.over(Operator::Mod, q))
}

fn simpler_product(a: &Expr, b: &Expr) -> Option<Expr> {
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return a.checked_mul(b).map(Expr::number);
    }
    if !b.symbolic || a.constant().is_some() {
        return Some(Expr::build(Operator::Mul, b.clone(), a.clone()));
    }
    match b.constant() {
        Some(1) => return Some(a.clone()),
        Some(0) => return Some(b.clone()),
        _ => {}
    }
    let (first, inner) = a.by_constant(Operator::Mul)?;
    match b.constant() {
        Some(b) => inner.checked_mul(b).map(|product| first.times(product)),
        None => Some(Expr::build(Operator::Mul, first.clone(), b.clone()).times(inner)),
    }
}

fn simpler_floor(a: &Expr, b: &Expr) -> Option<Expr> {
    let by = b.constant().filter(|&by| by != 0)?;
    if let Some(a) = a.constant() {
        let quotient = a.checked_div(by)?;
        let down = a % by != 0 && (a < 0) != (by < 0);
        return Some(Expr::number(quotient - i64::from(down)));
    }
    if let Some(whole) = divided(a, by) {
        return Some(whole);
    }
    let (first, second) = a.operands(Operator::Add)?;
    (multiple(first, by) || multiple(second, by))
        .then(|| first.over(Operator::FloorDiv, by).plus(&second.over(Operator::FloorDiv, by)))
}

fn simpler_ceil(a: &Expr, b: &Expr) -> Option<Expr> {
    let by = b.constant().filter(|&by| by != 0)?;
    if let Some(a) = a.constant() {
        let quotient = a.checked_div(by)?;
        let up = a % by != 0 && (a < 0) == (by < 0);
        return Some(Expr::number(quotient + i64::from(up)));
    }
    divided(a, by)
}

/// The quotient where nothing is left over: by one, or of a multiple.
fn divided(a: &Expr, by: i64) -> Option<Expr> {
    if by == 1 {
        return Some(a.clone());
    }
    let (first, factor) = a.by_constant(Operator::Mul)?;
    (factor.checked_rem(by)? == 0).then(|| first.times(factor / by))
}

fn simpler_remainder(a: &Expr, b: &Expr) -> Option<Expr> {
    // By zero or less it means nothing and is left alone.
    let by = b.constant().filter(|&by| by > 0)?;
    if let Some(a) = a.constant() {
        return Some(Expr::number(a.rem_euclid(by)));
    }
    if multiple(a, by) {
        return Some(Expr::number(0));
    }
    if let Some((first, second)) = a.operands(Operator::Add) {
        if multiple(first, by) {
            return Some(second.over(Operator::Mod, by));
        }
        if multiple(second, by) {
            return Some(first.over(Operator::Mod, by));
        }
    }
    let (first, inner) = a.by_constant(Operator::Mod)?;
    (inner >= 1 && inner % by == 0).then(|| first.over(Operator::Mod, by))
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(self, false, f)
    }
}

/// The expression, in parentheses if it needs them where it is `tight`.
fn show(expr: &Expr, tight: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (operator, a, b) = match &*expr.node {
        Node::Dimension(index) => return write!(f, "d{index}"),
        Node::Symbol(index) => return write!(f, "s{index}"),
        Node::Constant(value) => return write!(f, "{value}"),
        Node::Binary(operator, a, b) => (*operator, a, b),
    };
    if tight {
        f.write_str("(")?;
    }
    if operator == Operator::Add {
        show(a, false, f)?;
        match (b.by_constant(Operator::Mul), b.constant()) {
            (Some((x, -1)), _) => {
                f.write_str(" - ")?;
                show(x, x.operands(Operator::Add).is_some(), f)?;
            }
            // The least number has no opposite.
            (Some((x, factor)), _) if factor < -1 && factor != i64::MIN => {
                f.write_str(" - ")?;
                show(x, true, f)?;
                write!(f, " * {}", factor.unsigned_abs())?;
            }
            (_, Some(value)) if value < 0 && value != i64::MIN => {
                write!(f, " - {}", value.unsigned_abs())?;
            }
            _ => {
                f.write_str(" + ")?;
                show(b, false, f)?;
            }
        }
    } else if operator == Operator::Mul && b.constant() == Some(-1) {
        f.write_str("-")?;
        show(a, true, f)?;
    } else {
        show(a, true, f)?;
        f.write_str(match operator {
            Operator::FloorDiv => " floordiv ",
            Operator::CeilDiv => " ceildiv ",
            Operator::Mod => " mod ",
            Operator::Mul | Operator::Add => " * ",
        })?;
        show(b, true, f)?;
    }
    if tight { f.write_str(")") } else { Ok(()) }
}

/// The names of dimensions and symbols.
#[derive(Default)]
struct Space<'a> {
    names: Vec<(&'a str, Expr)>,
    dimensions: usize,
    symbols: usize,
}

impl fmt::Display for Space<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |prefix: char, count: usize| {
            let names: Vec<String> = (0..count).map(|index| format!("{prefix}{index}")).collect();
            names.join(", ")
        };
        write!(f, "({})", list('d', self.dimensions))?;
        if self.symbols > 0 {
            write!(f, "[{}]", list('s', self.symbols))?;
        }
        Ok(())
    }
}

impl<'a> Parser<'a> {
    /// `affine_map<…>` or `affine_set<…>`.
    pub(super) fn affine(&mut self) -> Parse<Attribute> {
        let start = self.token.span.start;
        let mut text = self.affine_text()?;
        let at = Span::new(start, self.token.span.start);
        // Sums print without parentheses, so what stood in some may be simpler when it is read
        // again. Each time it is shorter.
        loop {
            let source = Source::new("", &text);
            let mut again = Parser::new(&source, self.catalogue, self.options);
            match again.affine_text() {
                Ok(same) if same == text => break,
                Ok(other) if other.len() < text.len() => text = other,
                _ => return self.fail_at(at, self.too_deep()),
            }
        }
        Ok(Attribute::Opaque(Arc::from(text)))
    }

    fn affine_text(&mut self) -> Parse<String> {
        let is_map = self.at_word("affine_map");
        self.advance();
        self.expect(b'<')?;
        let space = self.affine_space()?;
        let text = if is_map {
            self.expect_kind(Kind::Arrow, "expected '->'")?;
            self.expect(b'(')?;
            let results = self.list(b')', |this| this.affine_sum(&space))?;
            let results: Vec<String> = results.iter().map(ToString::to_string).collect();
            format!("affine_map<{space} -> ({})>", results.join(", "))
        } else {
            self.expect(b':')?;
            self.expect(b'(')?;
            let mut constraints = self.list(b')', |this| this.affine_constraint(&space))?;
            if constraints.is_empty() {
                constraints.push("0 == 0".to_owned());
            }
            format!("affine_set<{space} : ({})>", constraints.join(", "))
        };
        self.expect(b'>')?;
        Ok(text)
    }

    /// `(d0, d1)[s0]`.
    fn affine_space(&mut self) -> Parse<Space<'a>> {
        let mut space = Space::default();
        self.expect(b'(')?;
        self.list(b')', |this| {
            let expr = Expr::dimension(space.dimensions);
            space.dimensions += 1;
            this.affine_name(&mut space, expr)
        })?;
        if self.eat(b'[') {
            self.list(b']', |this| {
                let expr = Expr::symbol(space.symbols);
                space.symbols += 1;
                this.affine_name(&mut space, expr)
            })?;
        }
        space.names.sort_unstable_by_key(|(name, _)| *name);
        match space.names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => {
                let message = format!("redefinition of identifier '{}'", pair[0].0);
                self.fail(message)
            }
            None => Ok(space),
        }
    }

    fn affine_name(&mut self, space: &mut Space<'a>, expr: Expr) -> Parse<()> {
        let token = self.expect_kind(Kind::Identifier, "expected the name of a dimension")?;
        space.names.push((self.slice(token.span), expr));
        Ok(())
    }

    /// `sum >= sum`, `sum <= sum` or `sum == sum`, as the comparison of a sum with zero.
    fn affine_constraint(&mut self, space: &Space<'a>) -> Parse<String> {
        let left = self.affine_sum(space)?;
        let comparison = self.token.kind;
        if !(matches!(comparison, Kind::Punct(b'<' | b'>' | b'=')) && self.second().is(b'=')) {
            return self.missing("expected '>=', '<=' or '=='");
        }
        self.advance();
        self.advance();
        let right = self.affine_sum(space)?;
        Ok(match comparison {
            Kind::Punct(b'=') => format!("{} == 0", left.minus(&right)),
            Kind::Punct(b'<') => format!("{} >= 0", right.minus(&left)),
            _ => format!("{} >= 0", left.minus(&right)),
        })
    }

    fn affine_sum(&mut self, space: &Space<'a>) -> Parse<Expr> {
        let mut sum = self.affine_product(space)?;
        loop {
            let at = self.token.span;
            let negative = match self.token.kind {
                Kind::Punct(b'+') => false,
                Kind::Punct(b'-') => true,
                _ => return Ok(sum),
            };
            self.advance();
            let term = self.affine_product(space)?;
            sum = if negative { sum.minus(&term) } else { sum.plus(&term) };
            self.affine_height(&sum, at)?;
        }
    }

    fn affine_product(&mut self, space: &Space<'a>) -> Parse<Expr> {
        let mut product = self.affine_operand(space)?;
        loop {
            let at = self.token.span;
            let (operator, name) = match self.token.kind {
                Kind::Punct(b'*') => (Operator::Mul, "'*'"),
                Kind::Identifier => match self.spelling() {
                    "floordiv" => (Operator::FloorDiv, "'floordiv'"),
                    "ceildiv" => (Operator::CeilDiv, "'ceildiv'"),
                    "mod" => (Operator::Mod, "'mod'"),
                    _ => return Ok(product),
                },
                _ => return Ok(product),
            };
            self.advance();
            let by = self.affine_operand(space)?;
            if !(by.symbolic || operator == Operator::Mul && product.symbolic) {
                let message = format!(
                    "non-affine expression: an operand of {name} has to be a constant or symbolic"
                );
                return self.fail_at(at, message);
            }
            product = Expr::build(operator, product, by);
            self.affine_height(&product, at)?;
        }
    }

    fn affine_operand(&mut self, space: &Space<'a>) -> Parse<Expr> {
        let token = self.token;
        match token.kind {
            Kind::Punct(b'(') => {
                self.advance();
                let inner = self.nested(|this| this.affine_sum(space))?;
                self.expect(b')')?;
                Ok(inner)
            }
            Kind::Punct(b'-') => {
                self.advance();
                if self.token.kind == Kind::Integer {
                    return self.affine_number(true);
                }
                Ok(self.nested(|this| this.affine_operand(space))?.times(-1))
            }
            Kind::Integer => self.affine_number(false),
            Kind::Identifier => {
                self.advance();
                let name = self.slice(token.span);
                match space.names.binary_search_by_key(&name, |(name, _)| name) {
                    Ok(found) => Ok(space.names[found].1.clone()),
                    Err(_) => self.fail_at(token.span, "use of undeclared identifier"),
                }
            }
            _ => self.missing("expected an affine expression"),
        }
    }

    fn affine_number(&mut self, negative: bool) -> Parse<Expr> {
        let span = self.advance().span;
        let text = self.slice(span);
        let magnitude = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse(),
        };
        let signed = |magnitude: i128| if negative { -magnitude } else { magnitude };
        match magnitude.ok().and_then(|magnitude| i64::try_from(signed(magnitude)).ok()) {
            Some(value) => Ok(Expr::number(value)),
            None => self.fail_at(span, "constant too large for index"),
        }
    }

    /// What is built of it, printed and dropped recurses as deep.
    fn affine_height(&mut self, expr: &Expr, at: Span) -> Parse<()> {
        if expr.height > self.options.max_depth {
            return self.fail_at(at, self.too_deep());
        }
        Ok(())
    }
}
