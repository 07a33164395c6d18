//! Each pass on programs of its own, seen in the plan's text.

use super::{FnPlan, LocalId, Panics, Place, Plan, Scalar, SegmentId, build, dump};
use crate::source::Source;
use crate::verify::Verified;
use tfrt_host::kernel::{Catalogue, Cost, KernelDef, KernelList, ScalarType};

fn built(text: &str) -> (Plan, Verified) {
    built_with(text, tfrt_test_kernels::catalogue())
}

fn built_with(text: &str, catalogue: Catalogue) -> (Plan, Verified) {
    let program = crate::front_end(&Source::new("t.mlir", text), &catalogue)
        .unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:#?}"));
    let plan = build(&program, &catalogue, Panics::AreErrors)
        .unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:#?}"));
    for function in &plan.functions {
        assert_eq!(counted(function), uses(function), "uses in {}", function.name);
    }
    (plan, program)
}

/// How often each value is used, as the plan says.
fn uses(function: &FnPlan) -> Vec<u32> {
    function.values.iter().map(|value| value.uses).collect()
}

/// The same by looking.
fn counted(function: &FnPlan) -> Vec<u32> {
    let steps = function.segments.iter().flat_map(|segment| &segment.steps);
    let operands = steps.flat_map(|step| step.operands.iter().chain(&step.guards));
    let used = operands.map(|operand| operand.value).chain(function.results.iter().copied());
    let mut uses = vec![0; function.values.len()];
    used.for_each(|value| uses[value.index()] += 1);
    uses
}

fn planned(text: &str) -> String {
    let (plan, program) = built(text);
    dump(&plan, &program)
}

/// Where the frame of `@f` keeps each of its values, and the segment that may take it.
fn places(body: &str) -> Vec<(Place, Option<u32>)> {
    let (plan, _) = built(&format!("func.func @f{body}"));
    let function = plan.functions.iter().find(|function| function.name == "f").unwrap();
    let slots = function.slots();
    let segments = || (0..function.segments.len()).map(SegmentId::new);
    let of = |value| {
        let takes = segments().find(|&segment| slots.is_last(value, segment));
        (slots.place(value), takes.map(|segment| segment.0))
    };
    (0..function.values.len()).map(|index| of(LocalId::new(index))).collect()
}

/// The lines of one instance, trimmed: its head, then its steps and deliveries.
fn lines(plan: &str, name: &str) -> Vec<String> {
    let head = format!("fn {name}(");
    let own = plan.lines().skip_while(|line| !line.starts_with(&head));
    let own = own.take_while(|line| *line != "}").map(|line| line.trim().to_owned());
    own.filter(|line| !line.starts_with("segment")).collect()
}

/// The steps of `@f`, without its head.
fn steps(body: &str) -> Vec<String> {
    lines(&planned(&format!("func.func @f{body}")), "f")[1..].to_vec()
}

#[test]
fn known_results_are_computed_and_their_operands_dropped() {
    assert_eq!(
        steps(
            "() -> (i32, i1, f32) {
  %a = tfrt.constant.i32 2147483647
  %b = tfrt.constant.i32 1
  %c = tfrt.add.i32 %a, %b
  %d = \"tfrt.lessequal.i32\"(%c, %a) : (i32, i32) -> i1
  %e = tfrt.constant.f32 -1.5
  %m = tfrt.max.i32 %a, %b
  %q, %r = tfrt.div.i32 %m, %b
  %g = tfrt.add.i32 %c, %q
  tfrt.return %g, %d, %e : i32, i1, f32
}"
        ),
        [
            "%d.0: ready i1 = tfrt.lessequal.i32() is true",
            "%e.1: ready f32 = tfrt.constant.f32() is -1.5",
            "%g.2: ready i32 = tfrt.add.i32() is -1",
            "deliver %g.2 as #0, %d.0 as #1, %e.1 as #2",
        ]
    );
}

#[test]
fn an_error_stays_where_it_is_used_or_not() {
    let found = steps(
        "(%x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %a, %b = tfrt.div.i32 %zero, %zero
  %c, %d = tfrt.div.i32 %x, %zero
  %e, %g = tfrt.div.i32 %x, %zero
  tfrt.return %x : i32
}",
    );
    let divisions = found.iter().filter(|line| line.contains("fallible i32 = tfrt.div.i32(%"));
    assert_eq!(divisions.count(), 3, "{found:#?}");
}

#[test]
fn what_is_computed_twice_is_computed_once() {
    assert_eq!(
        steps(
            "(%x: i32, %y: i32) -> (i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %a = tfrt.add.i32 %x, %y
  %b = tfrt.add.i32 %x, %y
  %other = tfrt.add.i32 %y, %x
  %uno = tfrt.constant.i32 1
  %c = tfrt.add.i32 %b, %uno
  %d = tfrt.add.i32 %a, %one
  %unused = tfrt.mul.i32 %d, %d
  tfrt.return %c, %d, %other : i32, i32, i32
}"
        ),
        [
            "%one.2: ready i32 = tfrt.constant.i32() is 1",
            "%a.3: ready i32 = tfrt.add.i32(%x.0, %y.1)",
            "%other.4: ready i32 = tfrt.add.i32(move %y.1, move %x.0)",
            "%c.5: ready i32 = tfrt.add.i32(move %a.3, move %one.2)",
            "deliver %c.5 as #0, %c.5 as #1, %other.4 as #2",
        ]
    );
}

#[test]
fn a_chain_that_something_makes_holds_back() {
    let found = steps(
        "(%ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  %one = tfrt.constant.i32 1
  %c1 = tfrt.print.i32 %one, %ch
  %a = \"tfrt.add.i32\"(%one, %one, %c1) : (i32, i32, !tfrt.chain) -> i32
  %c2 = tfrt.merge.chains %c1, %ch : !tfrt.chain, !tfrt.chain
  %new = tfrt.new.chain
  tfrt.return %a, %c2 : i32, !tfrt.chain
}",
    );
    let text = found.join("\n");
    assert!(text.contains("tfrt.add.i32(%one.1, move %one.1, %c1.2?)"), "{text}");
    assert!(text.contains("tfrt.merge.chains("), "{text}");
    assert!(!text.contains("tfrt.new.chain"), "nothing uses it: {text}");
}

#[test]
fn contents_are_not_shared_that_the_program_does_not_share() {
    let found = steps(
        "() -> (!tfrt.string, !tfrt.string) {
  %a = \"tfrt_test.get_string\"() {value = \"x\"} : () -> !tfrt.string
  %b = \"tfrt_test.get_string\"() {value = \"x\"} : () -> !tfrt.string
  %c = \"tfrt_test.get_string\"() {value = \"x\"} : () -> !tfrt.string
  tfrt.return %a, %b : !tfrt.string, !tfrt.string
}",
    );
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[test]
fn what_an_eager_op_uses_is_its_own() {
    let found = steps(
        "(%x: i32) -> (i32, i32) {
  %a = tfrt.add.i32 %x, %x
  %b = tfrt.add.i32 %x, %x
  %c = \"tfrt.add.i32\"(%a, %b) {bef.nonstrict} : (i32, i32) -> i32
  %d = \"tfrt.add.i32\"(%a, %b) {bef.nonstrict} : (i32, i32) -> i32
  tfrt.return %c, %d : i32, i32
}",
    );
    assert_eq!(found.len(), 5, "{found:#?}");
}

#[test]
fn functions_in_order_keep_their_order() {
    let plan = planned(
        "func.func @f(%x: i32) -> i32 attributes {tfrt.sync} {
  %a = tfrt.add.i32 %x, %x
  %b = tfrt.add.i32 %x, %x
  %c = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %a, %c
  tfrt.return %b : i32
}",
    );
    let found = lines(&plan, "f");
    assert_eq!(found.iter().filter(|line| line.contains("tfrt.add.i32(%")).count(), 2, "{plan}");
    assert!(plan.contains("is 0"), "{plan}");
}

#[test]
fn a_divisor_that_is_known_cannot_be_zero() {
    let found = steps(
        "(%x: i32, %y: f32) -> (i32, f32, f32) {
  %one = tfrt.constant.i32 1
  %two = tfrt.add.i32 %one, %one
  %zero = tfrt.constant.f32 -0.0
  %half = tfrt.constant.f32 0.5
  %q, %r = tfrt.div.i32 %x, %two
  %s = \"tfrt.div.f32\"(%y, %half) : (f32, f32) -> f32
  %t = \"tfrt.div.f32\"(%y, %zero) : (f32, f32) -> f32
  tfrt.return %q, %s, %t : i32, f32, f32
}",
    );
    let text = found.join("\n");
    assert_eq!(text.matches("[proved not to fail]").count(), 2, "{text}");
    assert!(text.contains("%t.8: fallible f32"), "{text}");
}

const LEAVES: &str = "
func.func @twice(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @four_times(%x: i32) -> i32 {
  %y = tfrt.call @twice(%x) : (i32) -> i32
  %z = tfrt.call @twice(%y) : (i32) -> i32
  tfrt.return %z : i32
}
func.func @fails(%x: i32) -> i32 {
  %q, %r = tfrt.div.i32 %x, %x
  tfrt.return %q : i32
}
func.func @prints(%x: i32, %ch: !tfrt.chain) -> !tfrt.chain {
  %c = tfrt.print.i32 %x, %ch
  tfrt.return %c : !tfrt.chain
}";

#[test]
fn only_pure_functions_are_inlined() {
    let plan = planned(LEAVES);
    let inlined = |name| lines(&plan, name)[0].contains(", inlined");
    assert!(inlined("twice") && inlined("four_times"), "{plan}");
    assert!(!inlined("fails") && !inlined("prints"), "{plan}");
}

#[test]
fn a_second_instance_only_where_it_makes_a_difference() {
    let plan = planned(
        "func.func @sum(%a: i32, %b: i32) -> i32 {
  %r = tfrt.add.i32 %a, %b
  tfrt.return %r : i32
}
func.func @swapped(%a: i32, %b: i32) -> i32 {
  %r = tfrt.add.i32 %b, %a
  tfrt.return %r : i32
}
func.func @one_of(%a: i32, %b: i32) -> (i32, i32) {
  %r = tfrt.add.i32 %a, %b
  tfrt.return %r, %b : i32, i32
}
func.func @fails_early(%a: i32, %b: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %q, %s = tfrt.div.i32 %a, %zero
  %r = tfrt.add.i32 %q, %b
  tfrt.return %r : i32
}",
    );
    let second = |name| lines(&plan, name)[0].contains(", else ");
    assert!(!second("sum"), "{plan}");
    assert!(second("swapped"), "the first parameter's error wins: {plan}");
    assert!(second("one_of"), "a result does without a parameter: {plan}");
    assert!(second("fails_early"), "a report does without a parameter: {plan}");
}

#[test]
fn a_value_takes_the_slot_of_one_that_is_gone() {
    let found = places(
        "(%x: i32) -> i32 {
  %a = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32
  %b = \"tfrt_test.async_add.i32\"(%a, %a) : (i32, i32) -> i32
  %c = \"tfrt_test.async_add.i32\"(%b, %b) : (i32, i32) -> i32
  %d = \"tfrt_test.async_add.i32\"(%c, %c) : (i32, i32) -> i32
  %e = tfrt.add.i32 %d, %d
  tfrt.return %e : i32
}",
    );
    // Each segment waits for the value before and writes the next one over it.
    let alone = |segment| (Place::Slot(1), Some(segment));
    let parameter = (Place::Slot(0), Some(0));
    assert_eq!(found, [parameter, alone(1), alone(2), alone(3), alone(4), (Place::Local, None)]);
}

#[test]
fn who_waits_beside_others_keeps_its_slot() {
    let found = places(
        "(%x: i32, %y: i32) -> (i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %a = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32
  %b = \"tfrt_test.async_add.i32\"(%y, %y) : (i32, i32) -> i32
  %c = \"tfrt_test.async_add.i32\"(%a, %one) : (i32, i32) -> i32
  %d = \"tfrt_test.async_add.i32\"(%b, %one) : (i32, i32) -> i32
  %e = tfrt.add.i32 %c, %one
  %g = tfrt.add.i32 %d, %x
  tfrt.return %e, %g, %a : i32, i32, i32
}",
    );
    let slot = |slot, last| (Place::Slot(slot), Some(last));
    let one = Scalar { ty: ScalarType::I32, bits: 1 };
    assert_eq!(found[..3], [slot(0, 4), slot(1, 0), (Place::Known(one), None)]);
    // None of those segments runs after another for certain, so none writes over what another reads.
    assert_eq!(found[3..7], [slot(2, 1), slot(3, 2), slot(4, 3), slot(5, 4)]);
    assert_eq!(found[7..], [(Place::Local, None); 2]);
}

/// A function of two numbers that ends in a branch; one way does this and gives these.
fn ends(op: &str, results: &str, returns: &str) -> String {
    planned(&format!(
        "func.func @f(%n: i32, %m: i32) -> (i32, i32) {{
  %small = \"tfrt.lessequal.i32\"(%n, %m) : (i32, i32) -> i1
  %r, %s = tfrt.if %small, %n, %m : (i32, i32) -> (i32, i32) {{
    tfrt.return %n, %m : i32, i32
  }} else {{
    {op}
    tfrt.return {results} : i32, i32
  }}
  tfrt.return {returns} : i32, i32
}}
func.func @g(%n: i32, %m: i32) -> (i32, i32) {{
  %x, %y = tfrt.call @f(%n, %m) : (i32, i32) -> (i32, i32)
  tfrt.return %x, %y : i32, i32
}}"
    ))
}

#[test]
fn a_function_that_ends_in_a_call_of_itself_is_a_loop() {
    const CALL: &str = "%x, %y = tfrt.call @f(%m, %n) : (i32, i32) -> (i32, i32)";
    let is_loop = |plan: &str| {
        let found = lines(plan, "f")[0].contains(", loop");
        assert_eq!(plan.matches("tail of f]").count(), usize::from(found), "{plan}");
        found
    };
    let late = format!(
        "%l = \"tfrt_test.async_copy.i32\"(%n) : (i32) -> i32
    {}",
        CALL.replace("%m", "%l")
    );
    let branch = "%c = \"tfrt.equal.i32\"(%n, %m) : (i32, i32) -> i1
    %x, %y = tfrt.cond %c @f @f (%m, %n) : (i32, i32) -> (i32, i32)";
    let dropped = format!("{CALL}\n    %z = tfrt.add.i32 %n, %m");
    let after = format!("{CALL}\n    %h = tfrt.new.chain\n    %z = tfrt.print.i32 %n, %h");
    let through = CALL.replace("@f", "@g");
    for (op, results, returns, expected) in [
        (CALL, "%x, %y", "%r, %s", true),
        (branch, "%x, %y", "%r, %s", true),
        (CALL, "%y, %x", "%r, %s", false),
        (CALL, "%x, %x", "%r, %s", false),
        (CALL, "%x, %n", "%r, %s", false),
        (CALL, "%x, %y", "%s, %r", false),
        (after.as_str(), "%x, %y", "%r, %s", false),
        (dropped.as_str(), "%x, %y", "%r, %s", true),
        (late.as_str(), "%x, %y", "%r, %s", false),
        (through.as_str(), "%x, %y", "%r, %s", false),
    ] {
        let plan = ends(op, results, returns);
        assert_eq!(is_loop(&plan), expected, "{plan}");
    }
}

#[test]
fn expensive_kernels_that_are_independent_are_one_group() {
    let catalogue = tfrt_test_kernels::catalogue();
    let max = catalogue.kernel("tfrt.max.i32").unwrap();
    let mut costly: KernelDef = *max;
    costly.op.cost = Cost::Fixed(1_000_000);
    costly.op.name = "my.costly";
    let catalogue = catalogue.with(&KernelList::new(Box::leak(Box::new([costly]))));
    let text = "func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %a = \"my.costly\"(%x, %y) : (i32, i32) -> i32
  %b = tfrt.add.i32 %a, %x
  %c = tfrt.add.i32 %x, %y
  %d = \"my.costly\"(%c, %y) : (i32, i32) -> i32
  %e = \"my.costly\"(%b, %d) : (i32, i32) -> i32
  %f = \"my.costly\"(%y, %y) : (i32, i32) -> i32
  tfrt.return %e, %f : i32, i32
}";
    let (plan, _) = built_with(text, catalogue.clone());
    let segment = &plan.functions[0].segments[0];
    let steps: Vec<u32> = segment.steps.iter().map(|step| step.op.0).collect();
    // What the group needs comes before it, the rest after it.
    assert_eq!(steps, [2, 0, 3, 5, 1, 4]);
    assert_eq!(segment.parallel, std::iter::once(1..4).collect::<Vec<_>>());
    assert!(plan.functions[0].needs_context);
    let ordered = text.replace("-> (i32, i32) {\n", "-> (i32, i32) attributes {tfrt.sync} {\n");
    let (plan, _) = built_with(&ordered, catalogue.clone());
    assert!(plan.functions[0].segments[0].parallel.is_empty());
    // A call that ends the function still does.
    let ends = "func.func @f(%x: i32) -> i32 {
  %a = \"my.costly\"(%x, %x) : (i32, i32) -> i32
  %b = \"my.costly\"(%x, %x) : (i32, i32) -> i32
  %r = tfrt.call @f(%x) : (i32) -> i32
  tfrt.return %r : i32
}";
    let (plan, _) = built_with(ends, catalogue.clone());
    assert!(
        plan.functions[0].is_loop
            && plan.functions[0].segments[0].parallel.first() == Some(&(0..2))
    );
    let in_order = text.replace("my.costly", "tfrt.max.i32");
    let (plan, _) = built_with(&in_order, catalogue);
    assert!(plan.functions[0].segments[0].parallel.is_empty());
}
