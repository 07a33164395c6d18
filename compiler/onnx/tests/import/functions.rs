//! Functions of a model's own, in place of the nodes that call them.

use crate::support::{errors, graph, imported, model, node, ops, opset, shown, value, with};
use tfrt_onnx::{
    Attribute, AttributeKind, AttributeValue, Function, Graph, ImportOptions, Limits, Model, Node,
    OperatorSet, ValueInfo,
};

fn function<'a>(name: &'a str, node: Vec<Node<'a>>) -> Function<'a> {
    Function {
        name,
        domain: "f",
        input: vec!["x"],
        output: vec!["y"],
        node,
        opset_import: vec![opset(17), of_functions()],
        ..Function::default()
    }
}

fn of_functions() -> OperatorSet<'static> {
    OperatorSet { domain: "f", version: 1 }
}

fn call<'a>(name: &'a str, input: &[&'a str], output: &[&'a str]) -> Node<'a> {
    Node { domain: "f", ..node(name, name, input, output) }
}

fn using<'a>(nodes: Vec<Node<'a>>, functions: Vec<Function<'a>>) -> Model<'a> {
    let mut model = model(21, graph(nodes));
    model.opset_import.push(of_functions());
    Model { functions, ..model }
}

fn reference<'a>(name: &'a str, kind: AttributeKind) -> AttributeValue<'a> {
    AttributeValue::Reference { name, kind }
}

#[test]
fn a_call_becomes_the_nodes_of_its_function_in_the_functions_versions() {
    // The name x inside is not the one outside, and version 17 has the axes as an attribute.
    let sum = with(node("s", "ReduceMax", &["x"], &["t"]), "axes", AttributeValue::Ints(vec![1]));
    let inner = function("Inner", vec![sum, node("r", "Relu", &["t"], &["y"])]);
    let outer =
        function("Outer", vec![call("Inner", &["x"], &["a"]), node("", "Neg", &["a"], &["y"])]);
    let nodes = vec![
        node("", "Abs", &["x"], &["b"]),
        call("Outer", &["b"], &["c"]),
        call("Inner", &["c"], &["y"]),
    ];
    let found = ops(&using(nodes, vec![outer, inner]));
    let inner = ["nn.reduce_max", "nn.relu"];
    let expected = [&["math.absf.tensor"][..], &inner, &["arith.negf.tensor"], &inner].concat();
    assert_eq!(found, expected);
}

#[test]
fn attributes_refer_to_those_of_the_call_or_to_defaults() {
    let reduce = with(
        with(node("", "ArgMax", &["x"], &["y"]), "axis", reference("place", AttributeKind::Int)),
        "keepdims",
        reference("keep", AttributeKind::Int),
    );
    let keep = Attribute { name: "keep", value: AttributeValue::Int(0), ..Attribute::default() };
    let arg = Function {
        attribute: vec!["place"],
        attribute_proto: vec![keep],
        ..function("Arg", vec![reduce])
    };
    // The outer function hands its own on.
    let handed = with(call("Arg", &["x"], &["y"]), "place", reference("which", AttributeKind::Int));
    let outer = Function { attribute: vec!["which"], ..function("Outer", vec![handed]) };
    let text = |node: Node<'static>| {
        let model = using(vec![node], vec![arg.clone(), outer.clone()]);
        let module = imported(&model, &ImportOptions::new());
        module.map(|module| {
            shown(&module).lines().find(|it| it.contains("nn.argmax")).unwrap().to_owned()
        })
    };
    let found = text(with(call("Outer", &["x"], &["y"]), "which", AttributeValue::Int(1))).unwrap();
    assert!(found.contains("axis = 1") && found.contains("keepdims = false"), "{found}");
    // Neither given nor a default: the operator's own.
    let found = text(call("Outer", &["x"], &["y"])).unwrap();
    assert!(found.contains("axis = 0"), "{found}");
    let found = text(with(call("Arg", &["x"], &["y"]), "keep", AttributeValue::Int(1))).unwrap();
    assert!(found.contains("keepdims = true"), "{found}");
    let wrong = text(with(call("Arg", &["x"], &["y"]), "other", AttributeValue::Int(1)));
    assert_eq!(wrong.unwrap_err(), ["function Arg has no attribute 'other' (made from 'Arg')"]);
}

#[test]
fn inputs_are_left_out_and_overloads_told_apart() {
    let clip = Function {
        input: vec!["x", "low", "high"],
        ..function("Clip", vec![node("", "Clip", &["x", "low", "high"], &["y"])])
    };
    let other =
        Function { overload: "o", ..function("Clip", vec![node("", "Relu", &["x"], &["y"])]) };
    let functions = || vec![clip.clone(), other.clone()];
    let found = |node| ops(&using(vec![node], functions()));
    assert_eq!(found(call("Clip", &["x", "", "x"], &["y"])), ["nn.min"]);
    assert_eq!(found(call("Clip", &["x", "x"], &["y"])), ["nn.max"]);
    assert_eq!(found(Node { overload: "o", ..call("Clip", &["x"], &["y"]) }), ["nn.relu"]);
    let many = using(vec![call("Clip", &["x", "x", "x", "x"], &["y"])], functions());
    assert_eq!(errors(&many), ["function Clip has 3 inputs, and 4 are given (made from 'Clip')"]);
    // One of ONNX's name comes before the operator.
    let relu = Function { domain: "", ..function("Relu", vec![node("", "Neg", &["x"], &["y"])]) };
    let found = ops(&using(vec![node("", "Relu", &["x"], &["y"])], vec![relu]));
    assert_eq!(found, ["arith.negf.tensor"]);
}

#[test]
fn what_functions_need_is_said_with_the_rest() {
    let inner = function("Inner", vec![node("n", "Frob", &["x"], &["y"])]);
    let old = Function {
        opset_import: vec![opset(50)],
        ..function("Old", vec![node("", "Relu", &["x"], &["y"])])
    };
    let unused = function("Unused", vec![node("", "Nothing", &["x"], &["y"])]);
    let nodes = vec![
        call("Inner", &["x"], &["a"]),
        call("Inner", &["a"], &["b"]),
        call("Old", &["b"], &["c"]),
        node("m", "Bar", &["c"], &["y"]),
    ];
    assert_eq!(
        errors(&using(nodes, vec![inner, old, unused])),
        [
            "node 'n' in function Inner: operator Frob of ai.onnx, version 17, is not supported",
            "version 50 of ai.onnx is not supported in function Old: versions 7 to 28 are",
            "node 'm': operator Bar of ai.onnx, version 21, is not supported",
        ]
    );
}

/// BEF, which keeps them as locations, ends texts with such a byte.
#[test]
fn names_of_nodes_have_no_zero_byte() {
    let inner = function("Inner", vec![node("n\0", "Abs", &["x"], &["y"])]);
    let nodes = vec![
        call("Inner", &["x"], &["a"]),
        node("", "Abs", &["a"], &["\0b"]),
        node("named", "Abs", &["\0b"], &["y\0"]),
    ];
    assert_eq!(
        errors(&using(nodes, vec![inner])),
        [
            "node 'n\0' in function Inner: a name with a zero byte is not supported",
            "the node of '\0b': a name with a zero byte is not supported",
        ]
    );
}

#[test]
fn a_function_sees_neither_names_nor_graphs_of_its_caller() {
    let peeks = function("Peeks", vec![node("n", "Add", &["x", "outside"], &["y"])]);
    let nodes = vec![node("", "Abs", &["x"], &["outside"]), call("Peeks", &["x"], &["y"])];
    let expected = "there is no value 'outside' (made from 'n')";
    assert_eq!(errors(&using(nodes, vec![peeks])), [expected]);
    let takes = Function {
        attribute: vec!["body"],
        ..function("Takes", vec![node("", "Relu", &["x"], &["y"])])
    };
    let graph = AttributeValue::Graph(Box::new(Graph::default()));
    let nodes = vec![with(call("Takes", &["x"], &["y"]), "body", graph)];
    let expected = "a graph as an attribute of function Takes is not supported (made from 'Takes')";
    assert_eq!(errors(&using(nodes, vec![takes])), [expected]);
}

#[test]
fn functions_in_a_circle_and_functions_that_explode_are_refused() {
    let once = |name, of| function(name, vec![call(of, &["x"], &["y"])]);
    let nodes = || vec![call("F0", &["x"], &["y"])];
    let circle = using(nodes(), vec![once("F0", "F1"), once("F1", "F0")]);
    assert_eq!(errors(&circle), ["function F0 calls itself"]);
    let twice = using(nodes(), vec![once("F0", "F1"), once("F0", "F1"), once("F1", "F2")]);
    assert!(errors(&twice).contains(&"function F0 is defined twice".to_owned()));

    let names: Vec<String> = (0..100).map(|at| format!("F{at}")).collect();
    let chain = |length: usize, times: usize| {
        let mut functions = Vec::new();
        for at in 0..length {
            let mut node = vec![];
            for time in 0..times {
                let [from, to] = [["x", "t"], ["t", "y"]][time.min(1)];
                let to = if times == 1 { "y" } else { to };
                node.push(if at + 1 < length {
                    call(&names[at + 1], &[from], &[to])
                } else {
                    self::node("", "Relu", &[from], &[to])
                });
            }
            functions.push(function(&names[at], node));
        }
        using(nodes(), functions)
    };
    assert_eq!(ops(&chain(40, 1)), ["nn.relu"]);
    let deep = "graphs and functions are more than 48 deep in each other";
    assert!(errors(&chain(100, 1)).contains(&deep.to_owned()));
    // 2 to the power of 30 nodes.
    let large = "with its functions in place of their calls, the model has more than 1000000 nodes";
    assert_eq!(errors(&chain(30, 2)), [large]);
    let limits = Limits { nodes: 14, ..Limits::default() };
    let of_three = chain(3, 2);
    // The call, two in F0, four in F1, eight in F2: fifteen in all.
    let options = ImportOptions::new().limits(limits);
    assert_eq!(imported(&of_three, &options).unwrap_err().len(), 1);
    assert_eq!(ops(&of_three).len(), 8);
    let fits = options.limits(Limits { nodes: 15, ..limits });
    assert!(imported(&of_three, &fits).is_ok());
}

/// A Loop whose body has these nodes, from `x` to `b`, and whose last iteration's `b` is `y`.
fn repeated<'a>(nodes: Vec<Node<'a>>, collects: bool) -> Node<'a> {
    let typed = |name| value(name, &[2, 3]);
    let plain = |name| ValueInfo { name, ..ValueInfo::default() };
    let mut output = vec![plain("c"), typed("b")];
    if collects {
        // Of a type that the body does not say.
        output.push(plain("b"));
    }
    let body = Graph {
        input: vec![plain("i"), plain("c"), typed("x")],
        node: nodes,
        output,
        ..Graph::default()
    };
    let node = node("", "Loop", &["", "", "x"], if collects { &["b", "all"] } else { &["b"] });
    with(node, "body", AttributeValue::Graph(Box::new(body)))
}

#[test]
fn graphs_as_deep_as_is_allowed_fit_the_stack() {
    let names: Vec<String> = (0..23).map(|at| format!("F{at}")).collect();
    let mut functions = Vec::new();
    for at in 0..names.len() {
        let inner = match names.get(at + 1) {
            Some(next) => call(next, &["x"], &["b"]),
            None => node("", "Relu", &["x"], &["b"]),
        };
        let nodes = vec![repeated(vec![inner], false), node("", "Identity", &["b"], &["y"])];
        functions.push(function(&names[at], nodes));
    }
    let model = using(vec![call("F0", &["x"], &["y"])], functions);
    assert!(imported(&model, &ImportOptions::new()).is_ok());
}

#[test]
fn bodies_that_are_looked_at_for_their_types_are_counted() {
    let mut inner = node("", "Relu", &["x"], &["b"]);
    for _ in 0..25 {
        inner = repeated(vec![inner], true);
    }
    let model = using(vec![inner, node("", "Identity", &["b"], &["y"])], Vec::new());
    let limits = Limits { nodes: 10_000, ..Limits::default() };
    let errors = imported(&model, &ImportOptions::new().limits(limits)).unwrap_err();
    assert!(errors[0].starts_with("more than 10000 nodes are lowered"), "{errors:?}");
}
