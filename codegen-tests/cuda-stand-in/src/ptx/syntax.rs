//! From tokens to a tree. Uses tokens and the tree. Nothing here recurses, and all that is built is linear in the text.

use super::error::ReadError;
use super::text::{Number, Placed, Token};
use super::tree::{Code, FunctionTree, Operand, Statement, Tree, Variable, What};
use super::types::{Space, Type, mask};

/// Debug information and hints: nothing of it runs.
const LINE_DIRECTIVES: &[&str] = &["loc", "file"];

/// No variable is larger than this.
const MAX_SIZE: u64 = 1 << 40;

/// A name is looked up from the inside out.
const MAX_DEPTH: u32 = 64;

type Result<T> = std::result::Result<T, ReadError>;

/// The first lines of a text: a newer text may have tokens and directives that are not known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) version: (u32, u32),
    pub(super) target: u32,
    pub(super) line: u32,
}

/// What a text is written for, which is for the caller to judge.
pub(super) fn head(tokens: &[Placed<'_>]) -> Result<Head> {
    Parser { tokens, at: 0 }.header()
}

/// The tree of the tokens of a text.
pub(super) fn parse<'a>(tokens: &[Placed<'a>]) -> Result<Tree<'a>> {
    let mut parser = Parser { tokens, at: 0 };
    let mut tree = Tree::default();
    parser.header()?;
    while parser.peek().is_some() {
        parser.item(&mut tree)?;
    }
    Ok(tree)
}

struct Parser<'t, 'a> {
    tokens: &'t [Placed<'a>],
    at: usize,
}

impl<'a> Parser<'_, 'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).map(|&(token, _)| token)
    }

    fn ahead(&self, count: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + count).map(|&(token, _)| token)
    }

    /// The line of the next token, or of the last.
    fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |&(_, line)| line)
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    fn error<T>(&self, expected: &str) -> Result<T> {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Dot(name)) => format!("`.{name}`"),
            Some(Token::Number(number)) => format!("the number {number:?}"),
            Some(Token::Text(_)) => "a string".to_owned(),
            Some(Token::Mark(mark)) => format!("`{}`", char::from(mark)),
        };
        Err(ReadError::syntax(self.line(), format!("expected {expected}, found {found}")))
    }

    fn take(&mut self, mark: u8) -> bool {
        let found = self.peek() == Some(Token::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: u8) -> Result<()> {
        if self.take(mark) { Ok(()) } else { self.error(&format!("`{}`", char::from(mark))) }
    }

    fn take_dot(&mut self, name: &str) -> bool {
        let found = self.peek() == Some(Token::Dot(name));
        self.at += usize::from(found);
        found
    }

    fn name(&mut self, what: &str) -> Result<&'a str> {
        match self.peek() {
            Some(Token::Name(name)) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.error(what),
        }
    }

    fn int(&mut self, what: &str) -> Result<u64> {
        match self.peek() {
            Some(Token::Number(Number::Int(value))) => {
                self.at += 1;
                Ok(value)
            }
            _ => self.error(what),
        }
    }

    fn small(&mut self, what: &str) -> Result<u32> {
        let line = self.line();
        let value = self.int(what)?;
        u32::try_from(value)
            .map_err(|_| ReadError::syntax(line, format!("{value} is too large for {what}")))
    }

    /// An integer with a sign.
    fn signed(&mut self) -> Result<i64> {
        let negative = self.take(b'-');
        let value = self.int("an integer")?.cast_signed();
        Ok(if negative { value.wrapping_neg() } else { value })
    }

    /// `+4`, `-4`, `+-4` or nothing.
    fn offset(&mut self) -> Result<i64> {
        let mut offset = 0_i64;
        while self.take(b'+') || self.peek() == Some(Token::Mark(b'-')) {
            offset = offset.wrapping_add(self.signed()?);
        }
        Ok(offset)
    }

    fn skip_line(&mut self) {
        let line = self.line();
        while self.tokens.get(self.at).is_some_and(|&(_, other)| other == line) {
            self.at += 1;
        }
    }

    fn skip_past(&mut self, mark: u8) -> Result<()> {
        while let Some(token) = self.next() {
            if token == Token::Mark(mark) {
                return Ok(());
            }
        }
        self.error(&format!("`{}`", char::from(mark)))
    }

    fn header(&mut self) -> Result<Head> {
        if !self.take_dot("version") {
            return self.error("`.version`");
        }
        let line = self.line();
        let version = match self.next() {
            // One token, since it looks like a float: `8.0`.
            Some(Token::Number(Number::Double(version))) if (1.0..100.0).contains(&version) => {
                let tenths = (version * 10.0).round() as u32;
                (tenths / 10, tenths % 10)
            }
            _ => return Err(ReadError::syntax(line, "expected a version such as 8.0")),
        };
        if !self.take_dot("target") {
            return self.error("`.target`");
        }
        let name_line = self.line();
        let name = self.name("a target such as sm_80")?;
        let number = name.strip_prefix("sm_").map(|rest| rest.trim_end_matches(['a', 'f']));
        let Some(target) = number.and_then(|number| number.parse().ok()) else {
            return Err(ReadError::syntax(
                name_line,
                format!("expected a target such as sm_80, found `{name}`"),
            ));
        };
        while self.take(b',') {
            match self.name("a word of the target")? {
                "debug" | "texmode_independent" | "texmode_unified" => {}
                other => {
                    let message = format!("the target's word `{other}` is not known");
                    return Err(ReadError::unsupported(name_line, message));
                }
            }
        }
        if self.take_dot("address_size") {
            let line = self.line();
            if self.int("an address size")? != 64 {
                return Err(ReadError::unsupported(line, "only `.address_size 64` is known"));
            }
        }
        Ok(Head { version, target, line })
    }

    fn item(&mut self, tree: &mut Tree<'a>) -> Result<()> {
        let mut external = false;
        loop {
            let line = self.line();
            match self.peek() {
                Some(Token::Dot("visible" | "weak" | "common")) => self.at += 1,
                Some(Token::Dot("extern")) => {
                    self.at += 1;
                    external = true;
                }
                Some(Token::Dot(name)) if LINE_DIRECTIVES.contains(&name) => {
                    self.skip_line();
                    return Ok(());
                }
                Some(Token::Dot("section")) => return self.section(),
                Some(Token::Dot("pragma")) => return self.skip_past(b';'),
                Some(Token::Dot(kind @ ("entry" | "func"))) => {
                    self.at += 1;
                    let function = self.function(kind == "entry", line)?;
                    tree.functions.push(function);
                    return Ok(());
                }
                Some(Token::Dot("global" | "const" | "shared" | "local")) => {
                    tree.variables.append(&mut self.variables(external)?);
                    return Ok(());
                }
                Some(Token::Dot(name)) => {
                    return Err(ReadError::unsupported(
                        line,
                        format!("the directive `.{name}` is not known here"),
                    ));
                }
                Some(Token::Mark(b';')) => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return self.error("a directive"),
            }
        }
    }

    /// `.section .debug_info { … }`.
    fn section(&mut self) -> Result<()> {
        self.skip_past(b'{')?;
        self.skip_past(b'}')
    }

    fn function(&mut self, entry: bool, line: u32) -> Result<FunctionTree<'a>> {
        if let Some(Token::Dot(attribute @ "attribute")) = self.peek() {
            return Err(ReadError::unsupported(
                line,
                format!("the directive `.{attribute}` is not known"),
            ));
        }
        let returns = if !entry && self.peek() == Some(Token::Mark(b'(')) {
            self.params()?
        } else {
            Vec::new()
        };
        let name = self.name("the name of a function")?;
        let params =
            if self.peek() == Some(Token::Mark(b'(')) { self.params()? } else { Vec::new() };
        let mut function = FunctionTree {
            name,
            entry,
            params,
            returns,
            body: None,
            max_threads: None,
            required: None,
            line,
        };
        loop {
            let line = self.line();
            match self.next() {
                Some(Token::Dot(limit @ ("maxntid" | "reqntid"))) => {
                    let mut sizes = [1; 3];
                    sizes[0] = self.small("a number of threads")?;
                    for size in &mut sizes[1..] {
                        if self.take(b',') {
                            *size = self.small("a number of threads")?;
                        }
                    }
                    let threads = sizes.iter().fold(1_u32, |all, &size| all.saturating_mul(size));
                    function.max_threads = Some(threads);
                    function.required = (limit == "reqntid").then_some(sizes);
                }
                Some(Token::Dot("minnctapersm" | "maxnctapersm" | "maxnreg")) => {
                    self.small("a number")?;
                }
                Some(Token::Dot("noreturn")) => {}
                Some(Token::Dot("pragma")) => {
                    self.next();
                    self.take(b';');
                }
                Some(Token::Dot(name)) => {
                    return Err(ReadError::unsupported(
                        line,
                        format!("the directive `.{name}` is not known here"),
                    ));
                }
                Some(Token::Mark(b';')) => return Ok(function),
                Some(Token::Mark(b'{')) => {
                    function.body = Some(self.body()?);
                    return Ok(function);
                }
                _ => {
                    self.at = self.at.saturating_sub(1);
                    return self.error("a body or `;`");
                }
            }
        }
    }

    fn params(&mut self) -> Result<Vec<Variable<'a>>> {
        self.expect(b'(')?;
        let mut all = Vec::new();
        if self.take(b')') {
            return Ok(all);
        }
        loop {
            let mut variables = self.variable_list(false, true)?;
            all.append(&mut variables);
            if self.take(b')') {
                return Ok(all);
            }
            self.expect(b',')?;
        }
    }

    /// A declaration with its semicolon.
    fn variables(&mut self, external: bool) -> Result<Vec<Variable<'a>>> {
        let all = self.variable_list(external, false)?;
        self.expect(b';')?;
        Ok(all)
    }

    /// `.global .align 4 .f32 a[4] = {…}, b`. Of parameters, one.
    fn variable_list(&mut self, external: bool, one: bool) -> Result<Vec<Variable<'a>>> {
        let line = self.line();
        let space = match self.next() {
            Some(Token::Dot("reg")) => None,
            Some(Token::Dot(name)) => match Space::named(name) {
                Some(space) => Some(space),
                None => {
                    return Err(ReadError::unsupported(
                        line,
                        format!("the state space `.{name}` is not known"),
                    ));
                }
            },
            _ => {
                self.at = self.at.saturating_sub(1);
                return self.error("a state space");
            }
        };
        let (mut kind, mut align, mut lanes) = (None, None, 1_u64);
        while let Some(Token::Dot(name)) = self.peek() {
            let line = self.line();
            self.at += 1;
            match name {
                "align" => {
                    let value = self.small("an alignment")?;
                    if !value.is_power_of_two() || value > 128 {
                        return Err(ReadError::syntax(
                            line,
                            format!("{value} is not an alignment"),
                        ));
                    }
                    // `.ptr .align 4` says where the pointer points to.
                    if kind.is_none() {
                        align = Some(value);
                    }
                }
                "ptr" => {
                    while let Some(Token::Dot("global" | "const" | "shared" | "local")) =
                        self.peek()
                    {
                        self.at += 1;
                    }
                }
                "v2" | "v4" if space.is_some() => lanes = if name == "v2" { 2 } else { 4 },
                _ => match Type::named(name) {
                    Some(found) if kind.is_none() => kind = Some(found),
                    _ => {
                        return Err(ReadError::unsupported(
                            line,
                            format!("`.{name}` in a declaration is not known"),
                        ));
                    }
                },
            }
        }
        let Some(kind) = kind else { return self.error("a type") };
        if kind == Type::Pred && space.is_some() {
            return Err(ReadError::syntax(line, "predicates are registers"));
        }
        let mut all = Vec::new();
        loop {
            let line = self.line();
            let name = self.name("the name of a variable")?;
            let element = u64::from(kind.size()) * lanes;
            let natural = u32::try_from(element).unwrap_or(1).max(1);
            let align = align.unwrap_or(natural);
            let mut variable = Variable {
                space,
                name,
                kind,
                range: None,
                align,
                size: element,
                external,
                initial: Vec::new(),
                relocations: Vec::new(),
                line,
            };
            self.extent(&mut variable)?;
            if self.take(b'=') {
                self.initialiser(&mut variable)?;
            }
            all.push(variable);
            if one || !self.take(b',') {
                return Ok(all);
            }
        }
    }

    /// `<10>` or `[2][3]`.
    fn extent(&mut self, variable: &mut Variable<'a>) -> Result<()> {
        if variable.space.is_none() && self.take(b'<') {
            variable.range = Some(self.small("a number of registers")?);
            return self.expect(b'>');
        }
        while self.take(b'[') {
            if variable.space.is_none() {
                return Err(ReadError::syntax(variable.line, "registers have no array"));
            }
            // `[]` is an array of unknown size: of external variables, and sized by an initialiser.
            let length =
                if self.peek() == Some(Token::Mark(b']')) { 0 } else { self.int("a length")? };
            self.expect(b']')?;
            variable.size = match variable.size.checked_mul(length) {
                Some(size) if size <= MAX_SIZE => size,
                _ => {
                    return Err(ReadError::syntax(
                        variable.line,
                        format!("`{}` is too large", variable.name),
                    ));
                }
            };
        }
        Ok(())
    }

    fn initialiser(&mut self, variable: &mut Variable<'a>) -> Result<()> {
        if !matches!(variable.space, Some(Space::Global | Space::Constant)) {
            return Err(ReadError::syntax(
                variable.line,
                "only `.global` and `.const` have initial values",
            ));
        }
        let size = variable.kind.size();
        let (mut depth, mut nested) = (0_u32, false);
        loop {
            while self.take(b'{') {
                depth += 1;
                nested |= depth > 1;
            }
            if depth == 0 || self.peek() != Some(Token::Mark(b'}')) {
                self.element(variable, size)?;
            }
            while depth > 0 && self.take(b'}') {
                depth -= 1;
            }
            if depth == 0 {
                break;
            }
            self.expect(b',')?;
        }
        let length = variable.initial.len() as u64;
        if variable.size == 0 {
            variable.size = length;
        }
        if length > variable.size {
            return Err(ReadError::syntax(
                variable.line,
                format!("too many initial values for `{}`", variable.name),
            ));
        }
        if nested && length < variable.size {
            return Err(ReadError::unsupported(
                variable.line,
                "rows with fewer initial values than elements",
            ));
        }
        Ok(())
    }

    fn element(&mut self, variable: &mut Variable<'a>, size: u32) -> Result<()> {
        let offset = variable.initial.len() as u64;
        let line = self.line();
        let bits = match self.peek() {
            Some(Token::Name(name)) => {
                self.at += 1;
                let name = if name == "generic" && self.take(b'(') {
                    let inner = self.name("a variable")?;
                    self.expect(b')')?;
                    inner
                } else {
                    name
                };
                let addend = self.offset()?;
                if size != 8 {
                    return Err(ReadError::unsupported(
                        line,
                        "an address in a variable that is not of 64 bits",
                    ));
                }
                variable.relocations.push((offset, name, addend));
                0
            }
            _ => {
                let number = self.signed_number()?;
                constant_bits(number, variable.kind)
            }
        };
        variable.initial.extend_from_slice(&bits.to_le_bytes()[..size as usize]);
        Ok(())
    }

    fn signed_number(&mut self) -> Result<Number> {
        let negative = self.take(b'-');
        match self.peek() {
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok(match number {
                    Number::Int(value) if negative => Number::Int(value.wrapping_neg()),
                    Number::Single(bits) if negative => Number::Single(bits ^ 0x8000_0000),
                    Number::Double(value) if negative => Number::Double(-value),
                    other => other,
                })
            }
            _ => self.error("a number"),
        }
    }

    /// A body whose `{` is read.
    fn body(&mut self) -> Result<Vec<Statement<'a>>> {
        let mut all = Vec::new();
        let mut depth = 1_u32;
        loop {
            let line = self.line();
            let what = match self.peek() {
                Some(Token::Mark(b'{')) => {
                    self.at += 1;
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Err(ReadError::syntax(
                            line,
                            format!("braces deeper than {MAX_DEPTH}"),
                        ));
                    }
                    What::Open
                }
                Some(Token::Mark(b'}')) => {
                    self.at += 1;
                    depth -= 1;
                    if depth == 0 {
                        return Ok(all);
                    }
                    What::Close
                }
                Some(Token::Mark(b';')) => {
                    self.at += 1;
                    continue;
                }
                Some(Token::Dot(name)) if LINE_DIRECTIVES.contains(&name) => {
                    self.skip_line();
                    continue;
                }
                Some(Token::Dot("pragma")) => {
                    self.skip_past(b';')?;
                    continue;
                }
                Some(Token::Dot("branchtargets")) => {
                    self.at += 1;
                    let mut names = vec![self.name("a label")?];
                    while self.take(b',') {
                        names.push(self.name("a label")?);
                    }
                    self.expect(b';')?;
                    What::Targets(names)
                }
                Some(Token::Dot("callprototype")) => {
                    self.skip_past(b';')?;
                    What::Prototype
                }
                Some(Token::Dot(
                    "reg" | "local" | "shared" | "param" | "global" | "const" | "extern",
                )) => {
                    let external = self.take_dot("extern");
                    for variable in self.variables(external)? {
                        all.push(Statement { line, what: What::Variable(variable) });
                    }
                    continue;
                }
                Some(Token::Dot(name)) => {
                    return Err(ReadError::unsupported(
                        line,
                        format!("the directive `.{name}` is not known here"),
                    ));
                }
                Some(Token::Name(name)) if self.ahead(1) == Some(Token::Mark(b':')) => {
                    self.at += 2;
                    What::Label(name)
                }
                Some(Token::Name(_) | Token::Mark(b'@')) => What::Code(self.code()?),
                _ => return self.error("a statement"),
            };
            all.push(Statement { line, what });
        }
    }

    fn code(&mut self) -> Result<Code<'a>> {
        let guard = if self.take(b'@') {
            let negated = self.take(b'!');
            Some((self.name("a predicate")?, negated))
        } else {
            None
        };
        let opcode = self.name("an instruction")?;
        let mut modifiers = Vec::new();
        while let Some(Token::Dot(name)) = self.peek() {
            self.at += 1;
            modifiers.push(name);
        }
        let mut operands = Vec::new();
        if !self.take(b';') {
            loop {
                operands.push(self.operand()?);
                if self.take(b';') {
                    break;
                }
                self.expect(b',')?;
            }
        }
        Ok(Code { guard, opcode, modifiers, operands })
    }

    fn operand(&mut self) -> Result<Operand<'a>> {
        let close = match self.peek() {
            Some(Token::Mark(b'{')) => b'}',
            Some(Token::Mark(b'(')) => b')',
            _ => return self.plain_operand(),
        };
        self.at += 1;
        let mut all = Vec::new();
        if self.take(close) {
            return Ok(Operand::List(all));
        }
        loop {
            all.push(self.plain_operand()?);
            if self.take(close) {
                return Ok(Operand::List(all));
            }
            self.expect(b',')?;
        }
    }

    /// An operand that is no list.
    fn plain_operand(&mut self) -> Result<Operand<'a>> {
        match self.peek() {
            Some(Token::Mark(b'[')) => {
                self.at += 1;
                let name = match self.peek() {
                    Some(Token::Name(name)) => {
                        self.at += 1;
                        Some(name)
                    }
                    _ => None,
                };
                let offset = if name.is_some() { self.offset()? } else { self.signed()? };
                self.expect(b']')?;
                Ok(Operand::Address(name, offset))
            }
            Some(Token::Mark(b'!')) => {
                self.at += 1;
                Ok(Operand::Not(self.name("a predicate")?))
            }
            Some(Token::Number(_) | Token::Mark(b'-')) => {
                Ok(Operand::Number(self.signed_number()?))
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                match self.peek() {
                    Some(Token::Dot(part)) => {
                        self.at += 1;
                        Ok(Operand::Part(name, part))
                    }
                    Some(Token::Mark(b'|')) => {
                        self.at += 1;
                        Ok(Operand::Pair(name, self.name("a name")?))
                    }
                    _ => Ok(Operand::Name(name, self.offset()?)),
                }
            }
            _ => self.error("an operand"),
        }
    }
}

/// The bits of a literal where a value of that type is expected.
pub(super) fn constant_bits(number: Number, kind: Type) -> u64 {
    let bits = match (number, kind) {
        (Number::Int(value), _) => value,
        (Number::Single(bits), Type::F64) => f64::from(f32::from_bits(bits)).to_bits(),
        (Number::Single(bits), _) => u64::from(bits),
        (Number::Double(value), Type::F32) => u64::from((value as f32).to_bits()),
        (Number::Double(value), _) => value.to_bits(),
    };
    bits & mask(kind.size())
}
