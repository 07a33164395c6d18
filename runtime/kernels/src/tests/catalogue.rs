//! Properties of every kernel and type.

use crate::testing::{check_definitions, written};
use crate::{CORE, TYPES, catalogue};
use std::collections::BTreeSet;
use tfrt_host::kernel::{Assembly, Control, Effects, Outcome};

const SOURCES: &[&str] = &[
    include_str!("../arithmetic.rs"),
    include_str!("../assertion.rs"),
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
];

#[test]
fn every_kernel_in_the_sources_is_listed() {
    let written = written(SOURCES);
    for name in &written {
        assert!(catalogue().kernel(name).is_some(), "{name} is not listed");
    }
    assert_eq!(written.len(), CORE.kernels().len(), "a source is not listed in this test");
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = CORE.kernels().iter().map(|kernel| kernel.name).collect();
    assert_eq!(names.len(), CORE.kernels().len());
    let types: BTreeSet<&str> = TYPES.iter().map(|ty| ty.name).collect();
    assert_eq!(types.len(), TYPES.len());
}

#[test]
fn every_kernel_is_documented_and_named_after_its_function() {
    check_definitions(CORE.kernels());
}

/// What SECURITY.md says of the default catalogue.
#[test]
fn the_core_can_print_and_nothing_else() {
    for kernel in CORE.kernels() {
        let effects = kernel.effects.unwrap();
        assert!(Effects::PRINTS.contains(effects), "{}: {effects}", kernel.name);
        assert_eq!(effects == Effects::PRINTS, kernel.name.contains(".print"), "{}", kernel.name);
    }
    assert_eq!(catalogue().effects(), Some(Effects::PRINTS));
    assert!(CORE.natives().is_empty());
    assert_eq!(catalogue().allowing(Effects::NONE).effects(), Some(Effects::NONE));
    assert_eq!(catalogue().allowing(Effects::PRINTS).kernels().count(), CORE.kernels().len());
}

#[test]
fn constants_print_their_value_without_its_type() {
    let format = Assembly::CONSTANT.elements();
    let is_of = |attribute, result| match attribute {
        "string" => result == "!tfrt.string",
        other => result == other,
    };
    let constants = CORE
        .kernels()
        .iter()
        .filter(|op| op.traits.assembly.is_some_and(|it| it.elements() == format));
    for op in constants {
        let attributes = op.attributes();
        assert!(
            matches!((&*attributes, op.results), ([value], [result]) if is_of(value.ty, result.ty))
        );
        assert_eq!(op.operands().count(), 0, "{}", op.name);
        assert!(op.traits.no_effect || !op.pure, "{}", op.name);
    }
}

#[test]
fn control_flow_is_variadic_and_not_pure() {
    for kernel in CORE.kernels().iter().filter(|kernel| kernel.control.is_some()) {
        assert!(kernel.variadic_operands() && kernel.variadic_results && !kernel.pure);
        assert_eq!(kernel.outcome, Outcome::Later);
        assert!(kernel.intrinsic.is_none() && kernel.traits.assembly.is_some());
    }
    let lowered = |control| CORE.kernels().iter().filter(|k| k.control == Some(control)).count();
    assert_eq!(lowered(Control::If), 2);
    assert_eq!(lowered(Control::Call) + lowered(Control::Case), 2);
    assert_eq!(lowered(Control::Repeat) + lowered(Control::While), 2);
}

#[test]
fn intrinsics_are_pure_and_fail_only_as_they_say() {
    for kernel in CORE.kernels() {
        let Some(intrinsic) = kernel.intrinsic else { continue };
        assert!(kernel.pure, "{}", kernel.name);
        let may_fail = intrinsic.fails_only_if_zero().is_some();
        assert_eq!(kernel.outcome == Outcome::Fallible, may_fail, "{}", kernel.name);
    }
}
