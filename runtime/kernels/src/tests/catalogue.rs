//! Properties of every kernel and type.

use crate::{KERNELS, TYPES, catalogue, declared};
use std::collections::BTreeSet;
use tfrt_host::kernel::{Assembly, Control, Intrinsic, Outcome};

const SOURCES: &[&str] = &[
    include_str!("../arithmetic.rs"),
    include_str!("../cast.rs"),
    include_str!("../chain.rs"),
    include_str!("../comparison.rs"),
    include_str!("../constant.rs"),
    include_str!("../control/branch.rs"),
    include_str!("../control/conditional.rs"),
    include_str!("../control/counted.rs"),
    include_str!("../control/once.rs"),
    include_str!("../control/parallel.rs"),
    include_str!("../device.rs"),
    include_str!("../print.rs"),
    include_str!("../string.rs"),
    include_str!("../tensor.rs"),
    include_str!("../tensor_type.rs"),
    include_str!("../test/asynchronous.rs"),
    include_str!("../test/atomic.rs"),
    include_str!("../test/benchmark.rs"),
    include_str!("../test/context.rs"),
    include_str!("../test/failure.rs"),
    include_str!("../test/forward.rs"),
    include_str!("../test/host.rs"),
    include_str!("../test/place.rs"),
    include_str!("../test/synchronous.rs"),
    include_str!("../test/traced.rs"),
    include_str!("../test/value.rs"),
    include_str!("../test/variadic.rs"),
    include_str!("../tutorial.rs"),
];

#[test]
fn every_kernel_in_the_sources_is_listed() {
    let attributes = SOURCES.iter().flat_map(|source| source.split("#[kernel(").skip(1));
    let mut written = 0;
    for attribute in attributes.filter_map(|rest| rest.split(")]").next()) {
        let attribute = attribute.trim_start().trim_start_matches('"');
        let (name, options) = attribute.split_once('"').expect("a name ends with a quote");
        let Some((before, parameter)) = name.split_once('{') else {
            assert!(catalogue().kernel(name).is_some(), "{name} is not in its family's KERNELS");
            written += 1;
            continue;
        };
        let (parameter, after) = parameter.split_once('}').expect("a parameter ends with a brace");
        let list = options.split_once(&format!("{parameter} = [")).expect("it has a list").1;
        let list = list.split_once(']').expect("a list ends").0;
        for choice in list.split(',').map(str::trim) {
            let rust = match choice.split_once(" as ") {
                Some((_, name)) => name.trim_matches('"'),
                None => choice,
            };
            let mlir = match rust {
                "bool" => "i1".to_owned(),
                unsigned if unsigned.starts_with('u') => format!("ui{}", &unsigned[1..]),
                other => other.to_owned(),
            };
            let name = format!("{before}{mlir}{after}");
            assert!(catalogue().kernel(&name).is_some(), "{name} is not in its family's KERNELS");
            written += 1;
        }
    }
    assert_eq!(written, KERNELS.len(), "a source is not listed in this test");
}

#[test]
fn names_are_unique_and_sorted() {
    assert!(KERNELS.iter().map(|kernel| kernel.name).is_sorted_by(|a, b| a < b));
    let types: BTreeSet<&str> = TYPES.iter().map(|ty| ty.name).collect();
    assert_eq!(types.len(), TYPES.len());
}

#[test]
fn declared_ops_have_a_form_and_no_kernel() {
    for op in declared::OPS {
        assert!(catalogue().kernel(op.name).is_none(), "{} has a kernel", op.name);
        assert_eq!(catalogue().op(op.name).map(|op| op.name), Some(op.name));
        assert!(op.op.assembly.is_some(), "{} needs no declaration", op.name);
        assert!(op.doc.ends_with('.'), "{}", op.name);
        let bench = crate::testing::Bench::new();
        let results = bench.invoke(op, &[], &[], &[], op.results.len());
        let message = format!("unknown kernel name '{}'", op.name);
        assert!(results.iter().all(|result| crate::testing::message(result) == message));
        assert_eq!(bench.reported(), [message]);
    }
    assert!(declared::OPS.iter().map(|op| op.name).is_sorted_by(|a, b| a < b));
    assert_eq!(catalogue().op("tfrt.add.i32").map(|op| op.name), Some("tfrt.add.i32"));
    assert!(catalogue().op("tfrt.no").is_none());
}

#[test]
fn every_kernel_is_documented_and_every_type_known() {
    let catalogue = catalogue();
    for kernel in KERNELS {
        assert!(kernel.doc.ends_with(['.', ')']), "{}", kernel.name);
        assert!(kernel.doc.starts_with(char::is_uppercase), "{}", kernel.name);
        let operands = kernel.operands().map(|param| param.ty);
        for ty in operands.chain(kernel.results.iter().map(|result| result.ty)) {
            assert!(catalogue.ty(ty).is_some(), "{ty} of {}", kernel.name);
        }
    }
}

#[test]
fn functions_are_named_after_their_kernels() {
    for kernel in KERNELS {
        let (_, mnemonic) = kernel.name.split_once('.').unwrap();
        let function = kernel.function.strip_prefix("r#").unwrap_or(kernel.function);
        assert_eq!(function, mnemonic.replace('.', "_"));
        assert!(kernel.module.starts_with("tfrt_kernels::"));
    }
}

#[test]
fn constants_print_their_value_without_its_type() {
    let all = || KERNELS.iter().chain(declared::OPS);
    let format = Assembly::CONSTANT.elements();
    let constants = all().filter(|op| op.op.assembly.is_some_and(|it| it.elements() == format));
    for op in constants {
        let attributes = op.attributes();
        assert!(matches!((&*attributes, op.results), ([value], [result]) if value.ty == result.ty));
        assert_eq!(op.operands().count(), 0, "{}", op.name);
        assert!(op.op.no_effect || !op.pure, "{}", op.name);
    }
    assert!(KERNELS.iter().all(|kernel| kernel.pure || !kernel.op.no_effect));
}

#[test]
fn control_flow_is_variadic_and_not_pure() {
    for kernel in KERNELS.iter().filter(|kernel| kernel.control.is_some()) {
        assert!(kernel.variadic_operands() && kernel.variadic_results && !kernel.pure);
        assert_eq!(kernel.outcome, Outcome::Later);
        assert!(kernel.intrinsic.is_none() && kernel.op.assembly.is_some());
    }
    let lowered = |control| KERNELS.iter().filter(|k| k.control == Some(control)).count();
    assert_eq!(lowered(Control::If), 2);
    assert_eq!(lowered(Control::Call) + lowered(Control::Case), 2);
    assert_eq!(lowered(Control::Repeat) + lowered(Control::While), 2);
}

#[test]
fn intrinsics_are_pure_and_fail_only_as_they_say() {
    for kernel in KERNELS {
        let Some(intrinsic) = kernel.intrinsic else { continue };
        assert!(kernel.pure, "{}", kernel.name);
        let may_fail = matches!(intrinsic, Intrinsic::IDiv | Intrinsic::FDiv);
        assert_eq!(kernel.outcome == Outcome::Fallible, may_fail, "{}", kernel.name);
        assert_eq!(intrinsic.fails_only_if_zero().is_some(), may_fail);
    }
}
