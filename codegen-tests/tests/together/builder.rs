//! A second importer, of a toy format of graphs on tensors: it is a decoder and a table, and all else is
//! `tfrt_compiler::builder`. What it builds runs on every engine that loads programs, and its mistakes
//! are errors with their places, all at once.
//!
//! A line is a node, `NAME = OP OPERAND…`. Subgraphs use the names around them, as those of models do:
//!
//! ```text
//! graph NAME(NAME: TYPE, …)
//!   NAME = const NUMBER
//!   NAME = if NAME … else … end      each part ends with `yield NAME…`
//!   NAME = loop COUNT from NAME … end      the body knows the values so far by the names before the `=`
//!   return NAME…
//! ```

use std::collections::HashMap;
use std::sync::Arc;
use tfrt::{Engine, Host, Program, Tensor};
use tfrt_compiler::builder::{
    Closure, FunctionBuilder, ModuleBuilder, Origin, Reported, Value, shown,
};
use tfrt_compiler::graph::{Attribute, Type, TypeKind};
use tfrt_compiler::source::{Diagnostic, Source, Span, render};
use tfrt_compiler::verify::Verified;
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;

/// The table: what the format calls an op, and how kernels are called that compute it, by a type.
const TABLE: &[(&str, &str)] = &[
    ("add", "arith.addf"),
    ("max", "arith.maximumf"),
    ("mul", "arith.mulf"),
    ("sub", "arith.subf"),
    ("tanh", "math.tanh"),
];

/// A line of a text.
struct Line<'t> {
    words: Vec<&'t str>,
    origin: Origin,
}

/// The text, and what names mean at a place in it.
struct Importer<'t> {
    lines: std::iter::Peekable<std::vec::IntoIter<Line<'t>>>,
    /// A node with a problem has no value; its uses report nothing more.
    known: HashMap<&'t str, Result<Value, Reported>>,
}

/// Imports a text.
fn import(source: &Source, catalogue: &Catalogue) -> Result<Verified, Vec<Diagnostic>> {
    let mut module = ModuleBuilder::new(catalogue, &source.name);
    let mut lines = Vec::new();
    let mut start = 0;
    for (text, line) in source.text.split_inclusive('\n').zip(1..) {
        let indent = text.len() - text.trim_start().len();
        let span = Span::new(start + indent as u32, start + text.trim_end().len() as u32);
        start += text.len() as u32;
        let file = source.name.clone().into();
        let location = Location::FileLineCol { file, line, column: indent as u32 + 1 };
        let words: Vec<&str> = text.split([' ', '\n', '(', ')', ',', ':']).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        if !words.is_empty() {
            lines.push(Line { words, origin: Origin { location, span } });
        }
    }
    let mut importer = Importer { lines: lines.into_iter().peekable(), known: HashMap::new() };
    while let Some(Line { words, origin }) = importer.lines.next() {
        if let ["graph", name, arguments @ ..] = &words[..] {
            // What is wrong is among the module's problems, and the next graph has its own.
            let _ = importer.graph(module.function(*name), arguments, origin);
        }
    }
    tfrt_compiler::verified(module.finish()?, catalogue, None, &tfrt_bef::Limits::default())
}

impl<'t> Importer<'t> {
    fn graph(
        &mut self,
        mut graph: FunctionBuilder<'_, '_>,
        arguments: &[&'t str],
        origin: Origin,
    ) -> Result<(), Reported> {
        graph.set_origin(origin);
        self.known.clear();
        for pair in arguments.chunks_exact(2) {
            let value = graph.argument(Type::new(pair[1]), Some(Arc::from(pair[0])));
            self.known.insert(pair[0], Ok(value));
        }
        let results = self.nodes(&mut graph, "return")?;
        graph.finish(&results)
    }

    /// The nodes up to one that is called `end`, whose operands are the results. Nodes with problems are
    /// left out, so that others are found.
    fn nodes(
        &mut self,
        graph: &mut FunctionBuilder<'_, '_>,
        end: &str,
    ) -> Result<Vec<Value>, Reported> {
        let mut reported = None;
        while let Some(Line { words, origin }) = self.lines.next() {
            graph.set_origin(origin);
            if words[0] == end {
                let results = self.values(graph, &words[1..])?;
                return reported.map_or(Ok(results), Err);
            }
            let node = match &words[..] {
                [name, "=", "if", condition] => self.conditional(graph, name, condition),
                [name, "=", "loop", count, "from", first] => self.repeat(graph, name, count, first),
                [name, "=", op, operands @ ..] => self.node(graph, name, op, operands),
                _ => Err(graph.report("expected NAME = OP OPERAND…")),
            };
            if let Err(problem) = node {
                self.known.insert(words[0], Err(problem));
                reported = Some(problem);
            }
        }
        Err(graph.report(format!("expected '{end}'")))
    }

    fn values(
        &self,
        graph: &mut FunctionBuilder<'_, '_>,
        names: &[&str],
    ) -> Result<Vec<Value>, Reported> {
        let value = |name: &&str| match self.known.get(name) {
            Some(known) => *known,
            None => Err(graph.report(format!("nothing before is called '{}'", shown(name)))),
        };
        names.iter().map(value).collect()
    }

    fn node(
        &mut self,
        graph: &mut FunctionBuilder<'_, '_>,
        name: &'t str,
        op: &str,
        operands: &[&'t str],
    ) -> Result<(), Reported> {
        let value = if op == "const" {
            let number = operands.first().and_then(|number| number.parse::<f32>().ok());
            let bits = number.ok_or_else(|| graph.report("expected a number"))?.to_bits().into();
            let number = Attribute::Float { bits, ty: Type::new("f32") };
            graph.op("tfrt.constant.f32").attribute("value", number).constant()?
        } else {
            let Ok(row) = TABLE.binary_search_by_key(&op, |(name, _)| name) else {
                return Err(graph.report(format!("unknown op '{}'", shown(op))));
            };
            let operands = self.values(graph, operands)?;
            let ty = operands.first().map(|&first| match graph.type_of(first).kind() {
                TypeKind::Shaped { element, .. } => format!("tensor.{element}"),
                _ => graph.type_of(first).to_string(),
            });
            let ty = ty.ok_or_else(|| graph.report("it has no operand"))?;
            graph.op(format!("{}.{ty}", TABLE[row].1)).operands(operands).result()?
        };
        graph.set_name(value, &Arc::from(name));
        self.known.insert(name, Ok(value));
        Ok(())
    }

    fn conditional(
        &mut self,
        graph: &mut FunctionBuilder<'_, '_>,
        name: &'t str,
        condition: &str,
    ) -> Result<(), Reported> {
        let condition = self.values(graph, &[condition]);
        let mut parts = Vec::new();
        for end in ["else", "end"] {
            let outer = self.known.clone();
            graph.begin_region();
            match self.nodes(graph, "yield") {
                Ok(results) => parts.push(graph.end(&results)),
                Err(reported) => {
                    graph.abandon();
                    parts.push(Err(reported));
                }
            }
            self.known = outer;
            if self.lines.next().is_none_or(|line| line.words != [end]) {
                return Err(graph.report(format!("expected '{end}'")));
            }
        }
        let parts: Vec<Closure> = parts.into_iter().collect::<Result<_, _>>()?;
        let result = graph.op("tfrt.if").operands(condition?).callees(parts).result()?;
        self.known.insert(name, Ok(result));
        Ok(())
    }

    /// So many times, at least once.
    fn repeat(
        &mut self,
        graph: &mut FunctionBuilder<'_, '_>,
        name: &'t str,
        count: &str,
        first: &str,
    ) -> Result<(), Reported> {
        let [count, first] = self.values(graph, &[count, first])?[..] else { unreachable!() };
        let number = |graph: &mut FunctionBuilder<'_, '_>, value| {
            let value = Attribute::Integer { value, ty: Type::new("i32") };
            graph.op("tfrt.constant.i32").attribute("value", value).constant()
        };
        let (zero, one) = (number(graph, 0)?, number(graph, 1)?);
        let truth = Attribute::Integer { value: 1, ty: Type::new("i1") };
        let truth = graph.op("tfrt.constant.i1").attribute("value", truth).constant()?;
        let outer = self.known.clone();
        graph.begin_function("loop");
        let index = graph.argument(Type::new("i32"), None);
        let ty = graph.type_of(first).clone();
        self.known.insert(name, Ok(graph.argument(ty, Some(Arc::from(name)))));
        let results = self.nodes(graph, "yield").inspect_err(|_| graph.abandon())?;
        let next = graph.op("arith.addi.i32").operands([index, one]).result()?;
        let more = graph.op("arith.cmpi.slt.i32").operands([next, count]).result()?;
        let carried: Vec<Value> = [next].into_iter().chain(results).collect();
        let body = graph.end_loop(&carried, more)?;
        self.known = outer;
        if self.lines.next().is_none_or(|line| line.words != ["end"]) {
            return Err(graph.report("expected 'end'"));
        }
        let each = Attribute::Integer { value: 1, ty: Type::new("i64") };
        let each = graph.op("tfrt.while").attribute("parallel_iterations", each);
        let results = each.operands([truth, zero, first]).callees([body]).results()?;
        self.known.insert(name, Ok(results[1]));
        Ok(())
    }
}

fn catalogue() -> Catalogue {
    tfrt::catalogue().with(&tfrt::MLIR)
}

/// `%x` and `%shift` come into both parts, into the loop and into the part inside it.
const NETWORK: &str = "
graph main(x: tensor<2xf32>, shift: tensor<2xf32>, big: i1, n: i32)
  two = add x x
  y = if big
    t = mul two shift
    u = max t x
    yield u
  else
    yield two
  end
  z = loop n from y
    v = if big
      w = add z shift
      yield w
    else
      w = sub z x
      yield w
    end
    yield v
  end
  r = tanh z
  return z r
";

#[test]
fn a_graph_with_subgraphs_runs_on_every_engine() {
    let catalogue = catalogue();
    let source = Source::new("network.txt", NETWORK);
    let program = import(&source, &catalogue);
    let program = program.unwrap_or_else(|errors| panic!("{}", render(&errors, &source)));
    let bytes = tfrt_compiler::bef::emit_loadable(&program).expect("BEF can say all of it");
    let program = Program::load(&bytes, &catalogue).unwrap();
    let host = Host::builder().build().unwrap();
    let ctx = host.context();
    for engine in [Engine::Executor, Engine::Jit] {
        let compiled = program.compile(engine).unwrap();
        let main =
            compiled.function::<(Tensor, Tensor, bool, i32), (Tensor, Tensor)>("main").unwrap();
        for (big, n) in [(true, 3), (false, 2), (true, 1)] {
            let (x, shift) = ([1.5_f32, -0.25], [0.5_f32, 4.0]);
            let mut expected: Vec<f32> = x.iter().map(|x| x + x).collect();
            if big {
                let scaled = expected.iter().zip(shift).map(|(two, shift)| two * shift);
                expected = scaled.zip(x).map(|(t, x)| t.max(x)).collect();
            }
            for _ in 0..n {
                let next = expected.iter().zip(x.iter().zip(shift));
                expected = next.map(|(z, (x, s))| if big { z + s } else { z - x }).collect();
            }
            let tensor = |elements: [f32; 2]| Tensor::from_vec(&[2], elements.to_vec()).unwrap();
            let (z, r) = main.call(&ctx, (tensor(x), tensor(shift), big, n)).unwrap();
            assert_eq!(z.elements::<f32>().unwrap(), expected, "{engine:?} {big} {n}");
            let near = |(r, z): (&f32, &f32)| (r - z.tanh()).abs() < 1e-6;
            let results = r.elements::<f32>().unwrap();
            assert!(results.iter().zip(&expected).all(near), "{engine:?} {results:?}");
        }
    }
}

#[test]
fn types_follow_from_definitions_and_captures_become_arguments() {
    let catalogue = catalogue();
    let program = import(&Source::new("network.txt", NETWORK), &catalogue).unwrap();
    let module = program.module();
    let printed = tfrt_compiler::syntax::print(module, &catalogue, Default::default());
    // Both parts take what either uses.
    let branch = "tfrt.if %arg2, %0, %arg1, %arg0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> \
                  (tensor<2xf32>)";
    assert!(printed.contains(branch), "{printed}");
    let (_, body) = printed.split_once("func.func private @main.loop1").expect("it was made");
    let arguments = body.split_once(')').map(|(arguments, _)| arguments).unwrap_or_default();
    // The number, the value, and %shift, %x, %big and %n.
    assert_eq!(arguments.matches('%').count(), 6, "{printed}");
    // Constants are made where they are used.
    assert!(body.contains("tfrt.constant.i32 1"), "{printed}");
    let locations = program.module().function("main").and_then(|main| main.body.as_ref());
    let body = locations.expect("it has a body");
    let first = body.op(body.preorder()[0]);
    assert_eq!(first.location.to_string(), "network.txt;3;3");
}

#[test]
fn every_problem_is_told_at_its_place() {
    let source = Source::new(
        "wrong.txt",
        "graph f(x: tensor<2xf32>, y: tensor<3xf32>, c: i1, h: !tfrt.chain)
  a = sum x x
  b = add x y
  d = if c
    e = add z x
    yield e
  else
    yield w
  end
  f = sum y
  g = tanh h
  return x
graph g(x: f32)
  return y
",
    );
    let errors = import(&source, &catalogue()).expect_err("it is wrong");
    let errors = render(&errors, &source);
    let messages: Vec<&str> = errors.lines().filter(|line| line.starts_with("wrong.txt")).collect();
    let expected = [
        "wrong.txt:2:3: error: unknown op 'sum' [2 places]",
        "wrong.txt:10:3: note: and here",
        "wrong.txt:3:3: error: 'arith.addf.tensor.f32' op its operands have different shapes: \
         'tensor<2xf32>' and 'tensor<3xf32>'",
        "wrong.txt:5:5: error: nothing before is called 'z'",
        "wrong.txt:8:5: error: nothing before is called 'w'",
        "wrong.txt:11:3: error: unknown op 'math.tanh.!tfrt.chain'",
        "wrong.txt:14:3: error: nothing before is called 'y'",
    ];
    assert_eq!(messages, expected, "{errors}");
}

#[test]
fn values_stay_inside_their_regions() {
    let catalogue = catalogue();
    let mut module = ModuleBuilder::new(&catalogue, "x");
    let mut f = module.function("f");
    f.begin_region();
    let inner = f.argument(Type::new("i32"), None);
    f.end(&[inner]).unwrap();
    f.finish(&[inner]).expect_err("it is not visible there");
    // A region has one op.
    let mut g = module.function("g");
    let condition = g.argument(Type::new("i1"), None);
    g.begin_region();
    let region = g.end(&[condition]).unwrap();
    let twice = [region.clone(), region];
    g.op("tfrt.if").operands([condition]).callees(twice).result().expect_err("it is one region");
    // What is not ended, or was never begun.
    let mut h = module.function("h");
    h.end(&[]).expect_err("nothing was begun");
    h.begin_function("x");
    h.finish(&[]).expect_err("it is not ended");
    let mut i = module.function("i");
    i.begin_function("x");
    i.abandon();
    i.abandon();
    i.finish(&[]).expect("it is as before");
    let messages: Vec<String> =
        module.finish().expect_err("both").into_iter().map(|error| error.message).collect();
    let expected = [
        "a value is used outside of the region that makes it",
        "an op takes a region that is not its own",
        "what ends here was not begun",
        "what was begun has no end",
    ];
    assert_eq!(messages, expected);
}
