//! Files, modules, functions and aliases.

use super::recover::Level;
use super::region::{Argument, Entry};
use super::scope::{Scopes, Use};
use super::ty::Signature;
use super::{Kind, Lexer, Parse, Parser, Reported, attribute, unescape};
use crate::graph::{Attribute, Attributes, Body, Function, Item, Module, TopOp, Type, Visibility};
use crate::source::{Diagnostic, Span};
use crate::syntax::VISIBILITY;
use std::sync::Arc;
use tfrt_host::error::Location;

/// Attributes that a function has in a form of its own.
const RESERVED: [&str; 3] = ["function_type", "sym_name", VISIBILITY];
/// Those of a module, whose visibility has no other form.
const RESERVED_OF_MODULE: [&str; 1] = ["sym_name"];

/// The arguments of a function as written.
#[derive(Debug, Default)]
pub(super) struct Arguments<'a> {
    pub(super) types: Vec<Type>,
    pub(super) names: Vec<Use<'a>>,
    pub(super) attributes: Vec<Attributes>,
    pub(super) locations: Vec<Arc<Location>>,
}

impl<'a> Parser<'a> {
    /// A whole text: a module, or what an implicit module contains.
    pub(super) fn file(&mut self) -> Module {
        let mut items = Vec::new();
        while self.token.kind != Kind::Eof {
            self.items(&mut items);
            if self.token.kind != Kind::Eof && !self.unclosed {
                let _: Parse<()> = self.no_item();
                self.advance();
            }
            self.unclosed = false;
        }
        let resources = std::mem::take(&mut self.resources);
        let types = std::mem::take(&mut self.types);
        if matches!(items.as_slice(), [Item::Module(_)])
            && let Some(Item::Module(module)) = items.pop()
        {
            return Module { resources, types, ..module };
        }
        let start = Location::FileLineCol { file: self.file.clone(), line: 0, column: 0 };
        Module { items, location: start, resources, types, ..Module::default() }
    }

    /// Functions, modules and aliases up to a closing brace or the end.
    fn items(&mut self, items: &mut Vec<Item>) {
        loop {
            let begin = self.token;
            let start = begin.span.start;
            let headless = match items.last() {
                Some(Item::Function(function)) => {
                    function.body.is_none() && self.at_op() && !self.is_item(begin)
                }
                _ => false,
            };
            let parsed = match self.token.kind {
                Kind::Eof | Kind::Punct(b'}') => return,
                _ if headless => self.no_brace(),
                Kind::Hash | Kind::Type => self.alias(),
                // Like aliases, only at the top.
                Kind::Punct(b'{') if self.modules == 0 && self.at_metadata() => self.metadata(),
                Kind::String | Kind::Identifier if self.is_top_op(begin) => self.top_op(items),
                Kind::String => self.generic_item(items),
                Kind::Identifier => match self.spelling() {
                    "func.func" => self.function(items),
                    "module" | "builtin.module" => self.module(items),
                    _ => self.no_item(),
                },
                _ => self.no_item(),
            };
            if self.unclosed {
                // A function's closing brace is missing; continue with the next function.
                self.unclosed = self.token.kind == Kind::Eof;
            } else if parsed.is_err() {
                if matches!(begin.kind, Kind::Hash | Kind::Type) {
                    let name = self.slice(begin.span);
                    self.broken_aliases.insert(name);
                }
                self.recover(start, Level::Item);
                self.lose_words(start);
                if headless {
                    // The end of that body.
                    self.eat(b'}');
                }
            }
        }
    }

    /// Fails at what begins neither a function nor a module.
    fn no_item<T>(&mut self) -> Parse<T> {
        let hint = if self.at_word("func") { "; did you mean 'func.func'?" } else { "" };
        let found = self.found();
        self.fail(format!("expected a function or a module, found {found}{hint}"))
    }

    /// Fails at an op after a function without a body, which lacks its brace.
    fn no_brace<T>(&mut self) -> Parse<T> {
        let found = self.found();
        let message = format!("expected a function or a module, found {found}");
        let note = "a body of the function would begin here, with '{'";
        let error = Diagnostic::error(self.token.span, message);
        self.diagnostics.push(error.with_note(self.after_last(), note));
        Err(Reported)
    }

    /// Remembers which words were skipped: one of them may be the name of a function.
    fn lose_words(&mut self, start: u32) {
        let mut lexer = Lexer::new(self.text, start);
        loop {
            let token = lexer.token();
            if token.kind == Kind::Eof || token.span.start >= self.token.span.start {
                return;
            }
            let spelling = self.slice(token.span);
            let word = match token.kind {
                Kind::Identifier => spelling,
                Kind::Symbol => &spelling[1..],
                Kind::String => spelling,
                _ => continue,
            };
            let word = if word.starts_with('"') {
                String::from_utf8_lossy(&unescape(word)).into_owned()
            } else {
                word.to_owned()
            };
            self.damage.lose_word(word);
        }
    }

    /// `#name = attribute`, `#name = loc(…)`, `!name = type`.
    fn alias(&mut self) -> Parse<()> {
        let token = self.advance();
        let spelling = self.slice(token.span);
        let name = &spelling[1..];
        if name.contains('.') {
            return self.fail_at(token.span, "an alias name cannot contain '.'");
        }
        self.expect(b'=')?;
        if token.kind == Kind::Type {
            if self.type_aliases.contains_key(name) {
                let message = format!("redefinition of type alias '{spelling}'");
                return self.fail_at(token.span, message);
            }
            let ty = self.measured(Self::ty, |ty| ty.as_str().len())?;
            self.type_aliases.insert(name, ty);
            return Ok(());
        }
        if self.defined_aliases.contains(name) {
            let message = format!("redefinition of attribute alias '{spelling}'");
            return self.fail_at(token.span, message);
        }
        if self.at_word("loc") {
            self.location_alias(name)?;
        } else {
            let value = self.measured(Self::attribute, attribute::size)?;
            self.attribute_aliases.insert(name, value);
        }
        self.defined_aliases.insert(name);
        Ok(())
    }

    /// An op that may stand beside functions.
    fn top_op(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let span = self.token.span;
        self.body = Body::new();
        self.function = span.start;
        self.scopes = Scopes::default();
        self.scopes.enter(true);
        let region = self.body.add_region(None);
        let block = self.body.add_block(region);
        let errors = self.diagnostics.len();
        self.op(block, region);
        self.scopes = Scopes::default();
        self.labels.clear();
        self.drop_missing_operands();
        let body = std::mem::take(&mut self.body);
        if self.diagnostics.len() > errors {
            // What it may have defined is not reported as missing.
            let mut lexer = Lexer::new(self.text, span.start);
            loop {
                let token = lexer.token();
                if token.kind == Kind::Eof || token.span.start >= self.token.span.start {
                    break;
                }
                if token.kind == Kind::Symbol {
                    self.damage.lose_word(self.slice(token.span)[1..].to_owned());
                }
            }
            return Ok(());
        }
        match TopOp::new(body) {
            Some(top) => items.push(Item::Op(top)),
            None => {
                return self.fail_at(span, "an op beside functions has no operands and results");
            }
        }
        Ok(())
    }

    /// `module @name attributes {…} {…}`.
    fn module(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let span = self.advance().span;
        let mut module = Module { location: self.location(span), span, ..Module::default() };
        if self.token.kind == Kind::Symbol {
            module.name = Some(self.expect_symbol()?.0);
        }
        self.keyword_dictionary(&mut module.attributes)?;
        self.refuse_reserved(&RESERVED_OF_MODULE, &module.attributes, span)?;
        self.visibility(module.attributes.get(VISIBILITY), span)?;
        let closed = self.module_body(&mut module.items);
        if closed.is_ok()
            && let Some(location) = self.optional_location()?
        {
            module.location = location;
        }
        items.push(Item::Module(module));
        closed
    }

    /// `{items}`.
    fn module_body(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let open = self.token.span;
        if !self.at(b'{') {
            return self.missing("expected '{' to begin a module");
        }
        if self.modules >= self.options.max_depth {
            return self.fail(self.too_deep());
        }
        self.modules += 1;
        self.advance();
        if self.token.kind == Kind::Block && self.second().is(b':') {
            self.advance();
            self.advance();
        }
        self.items(items);
        self.modules -= 1;
        if !self.eat(b'}') && !self.unclosed {
            self.unclosed = true;
            let error = Diagnostic::error(self.after_last(), "expected '}' to end a module");
            self.diagnostics.push(error.with_note(open, "the module begins here"));
        }
        if self.unclosed { Err(Reported) } else { Ok(()) }
    }

    /// `func.func private @name(%a: T) -> T attributes {…} {…}`.
    fn function(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let keyword = self.advance().span;
        let word = Some(self.token).filter(|token| token.kind == Kind::Identifier);
        let word = word.and_then(|token| Visibility::of_word(self.slice(token.span).as_bytes()));
        if word.is_some() {
            self.advance();
        }
        let visibility = word.unwrap_or_default();
        let (name, span) = self.expect_symbol()?;
        let arguments = self.arguments()?;
        let (results, result_attributes) = if self.token.kind == Kind::Arrow {
            self.advance();
            self.function_results()?
        } else {
            (Vec::new(), Vec::new())
        };
        let mut attributes = Attributes::new();
        self.keyword_dictionary(&mut attributes)?;
        self.refuse_reserved(&RESERVED, &attributes, span)?;
        let named = arguments.names.len() == arguments.types.len();
        let body = if !self.at(b'{') {
            None
        } else if !named && self.second().kind == Kind::Block {
            // A label says the names.
            let body = self.body(Entry::Written, span)?;
            self.match_entry(&body, &arguments.types, span)?;
            Some(body)
        } else if !named {
            return self.fail_at(span, "the arguments of a function with a body need names");
        } else {
            let named = arguments.names.into_iter().zip(arguments.types.iter().cloned());
            let named = named.zip(arguments.locations);
            let argument = |((name, ty), location)| Argument { name, ty, location: Some(location) };
            let entry = named.map(argument).collect();
            Some(self.body(Entry::Implicit(entry), span)?)
        };
        let location = if self.unclosed { None } else { self.optional_location()? };
        let location = location.unwrap_or_else(|| self.location(keyword));
        items.push(Item::Function(Function {
            name,
            visibility,
            arguments: arguments.types,
            results,
            argument_attributes: if_any(arguments.attributes),
            result_attributes: if_any(result_attributes),
            attributes,
            body,
            location,
            span,
        }));
        if self.unclosed { Err(Reported) } else { Ok(()) }
    }

    /// A function's body. One that was never closed ends where the text or the next function is.
    fn body(&mut self, entry: Entry<'a>, function: Span) -> Parse<Body> {
        self.body = Body::new();
        self.function = function.start;
        self.scopes = Scopes::default();
        let result = self.region(None, entry, true);
        self.scopes = Scopes::default();
        self.labels.clear();
        self.drop_missing_operands();
        let body = std::mem::take(&mut self.body);
        if self.unclosed { Ok(body) } else { result.map(|_| body) }
    }

    /// `(%a: T, %b: T)`, or types only in a declaration.
    pub(super) fn arguments(&mut self) -> Parse<Arguments<'a>> {
        let mut arguments = Arguments::default();
        self.expect(b'(')?;
        self.list(b')', |this| {
            let at = this.token.span;
            if this.token.kind == Kind::Ellipsis {
                return this.fail("variadic functions are not supported");
            }
            if this.token.kind == Kind::Value {
                let name = this.operand()?;
                this.expect(b':')?;
                arguments.names.push(name);
            }
            let ty = this.ty()?;
            let attributes = this.dialect_attributes("arguments")?;
            arguments.attributes.push(attributes);
            arguments.locations.push(this.argument_location(at)?);
            arguments.types.push(ty);
            if !arguments.names.is_empty() && arguments.names.len() != arguments.types.len() {
                return this.fail_at(at, "expected all arguments to have names, or none");
            }
            Ok(())
        })?;
        Ok(arguments)
    }

    /// What follows `->` in a function.
    fn function_results(&mut self) -> Parse<(Vec<Type>, Vec<Attributes>)> {
        if !self.eat(b'(') {
            return Ok((self.result_types()?, Vec::new()));
        }
        let results = self.list(b')', |this| {
            let ty = this.ty()?;
            Ok((ty, this.dialect_attributes("results")?))
        })?;
        Ok(results.into_iter().unzip())
    }

    /// The attributes of one argument or result, if there are any: those of a dialect, whose names
    /// have its name before a dot.
    fn dialect_attributes(&mut self, what: &str) -> Parse<Attributes> {
        let at = self.token.span;
        let mut attributes = Attributes::new();
        self.optional_dictionary(&mut attributes)?;
        if attributes.iter().any(|(name, _)| !name.contains('.')) {
            return self.fail_at(at, format!("{what} may only have dialect attributes"));
        }
        Ok(attributes)
    }

    /// The dictionary must not set names and types.
    fn refuse_reserved(
        &mut self,
        reserved: &[&str],
        attributes: &Attributes,
        at: Span,
    ) -> Parse<()> {
        match reserved.iter().find(|name| attributes.get(name).is_some()) {
            Some(name) => self.fail_at(at, format!("attribute '{name}' is set by the syntax")),
            None => Ok(()),
        }
    }

    /// `"func.func"() <{…}> ({…}) {…} : () -> ()` or the same of `"builtin.module"`.
    fn generic_item(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let span = self.token.span;
        let name = unescape(self.spelling());
        let is_function = name == b"func.func";
        if !is_function && name != b"builtin.module" {
            return self.no_item();
        }
        self.advance();
        self.expect(b'(')?;
        self.expect(b')')?;
        let mut attributes = Attributes::new();
        if self.eat(b'<') {
            self.dictionary(&mut attributes)?;
            self.expect(b'>')?;
        }
        self.expect(b'(')?;
        let mut nested = Vec::new();
        let mut body = None;
        if is_function {
            body = Some(self.body(Entry::Written, span)?);
        } else {
            self.module_body(&mut nested)?;
        }
        self.expect(b')')?;
        self.optional_dictionary(&mut attributes)?;
        self.expect(b':')?;
        self.function_type()?;
        let location = match self.optional_location()? {
            Some(location) => location,
            None => self.location(span),
        };
        let name = match attributes.remove("sym_name") {
            Some(Attribute::String(name)) => String::from_utf8(name.to_vec()).ok(),
            _ => None,
        };
        if !is_function {
            self.visibility(attributes.get(VISIBILITY), span)?;
            let module =
                Module { name, attributes, items: nested, location, span, ..Module::default() };
            items.push(Item::Module(module));
            return Ok(());
        }
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return self.fail_at(span, "'func.func' requires a string attribute 'sym_name'");
        };
        let visibility = self.visibility(attributes.get(VISIBILITY), span)?;
        attributes.remove(VISIBILITY);
        let signature = self.generic_signature(&mut attributes, span)?;
        let (arguments, results) = (signature.arguments.len(), signature.results.len());
        let argument_attributes =
            self.generic_list(&mut attributes, "arg_attrs", arguments, span)?;
        let result_attributes = self.generic_list(&mut attributes, "res_attrs", results, span)?;
        let body = body.filter(|body| body.entry(Body::ROOT).is_some());
        if let Some(body) = &body {
            self.match_entry(body, &signature.arguments, span)?;
        }
        items.push(Item::Function(Function {
            name,
            visibility,
            arguments: signature.arguments,
            results: signature.results,
            argument_attributes,
            result_attributes,
            attributes,
            body,
            location,
            span,
        }));
        Ok(())
    }

    /// Whether the arguments that a label names are those of the function.
    fn match_entry(&mut self, body: &Body, arguments: &[Type], at: Span) -> Parse<()> {
        let entry = body.entry(Body::ROOT);
        let values = entry.map_or(&[][..], |entry| &body.block(entry).arguments);
        if values.iter().map(|&value| &body.value(value).ty).eq(arguments) {
            return Ok(());
        }
        self.fail_at(at, "entry block arguments do not match the function's type")
    }

    /// The visibility of a function or module, as the attribute states it.
    fn visibility(&mut self, said: Option<&Attribute>, at: Span) -> Parse<Visibility> {
        let word = match said {
            None => return Ok(Visibility::default()),
            Some(Attribute::String(word)) => Visibility::of_word(word),
            Some(_) => None,
        };
        let message = "visibility must be one of \"public\", \"private\", or \"nested\"";
        word.map_or_else(|| self.fail_at(at, message), Ok)
    }

    /// The dictionaries of the arguments or results, if the attribute is present.
    fn generic_list(
        &mut self,
        attributes: &mut Attributes,
        name: &str,
        count: usize,
        at: Span,
    ) -> Parse<Vec<Attributes>> {
        let listed = match attributes.remove(name) {
            None => return Ok(Vec::new()),
            Some(Attribute::Array(elements)) => elements,
            Some(_) => return self.fail_at(at, format!("'{name}' must be an array")),
        };
        let dictionaries = listed.into_iter().map(|element| match element {
            Attribute::Dictionary(attributes) => Some(attributes),
            _ => None,
        });
        match dictionaries.collect::<Option<Vec<_>>>() {
            Some(dictionaries) if dictionaries.len() == count => Ok(if_any(dictionaries)),
            _ => self.fail_at(at, format!("'{name}' must have {count} dictionaries")),
        }
    }

    /// The types in `function_type`, which is canonical text, taken apart by parsing it again.
    fn generic_signature(&mut self, attributes: &mut Attributes, at: Span) -> Parse<Signature> {
        let message = "'func.func' requires a function type attribute 'function_type'";
        let Some(Attribute::Type(ty)) = attributes.remove("function_type") else {
            return self.fail_at(at, message);
        };
        let source = crate::source::Source::new("", ty.as_str());
        let mut parser = Parser::new(&source, self.catalogue, self.options);
        match parser.function_type() {
            Ok(signature) if parser.token.kind == Kind::Eof => Ok(signature),
            _ => self.fail_at(at, message),
        }
    }
}

/// Nothing, if no argument or result has attributes.
fn if_any(attributes: Vec<Attributes>) -> Vec<Attributes> {
    if attributes.iter().all(Attributes::is_empty) { Vec::new() } else { attributes }
}
