//! Properties of every kernel of the list.

use crate::testing::{check_definitions, written};
use crate::{TEST, catalogue, declared};
use tfrt_host::kernel::Effects;

const SOURCES: &[&str] = &[
    include_str!("../asynchronous.rs"),
    include_str!("../atomic.rs"),
    include_str!("../benchmark.rs"),
    include_str!("../context.rs"),
    include_str!("../failure.rs"),
    include_str!("../forward.rs"),
    include_str!("../handles.rs"),
    include_str!("../host.rs"),
    include_str!("../place.rs"),
    include_str!("../string.rs"),
    include_str!("../synchronous.rs"),
    include_str!("../tensor.rs"),
    include_str!("../tensor/elementwise.rs"),
    include_str!("../tensor/network.rs"),
    include_str!("../tensor/reduction.rs"),
    include_str!("../tensor/sync.rs"),
    include_str!("../traced.rs"),
    include_str!("../tutorial.rs"),
    include_str!("../value.rs"),
    include_str!("../variadic.rs"),
];

#[test]
fn every_kernel_in_the_sources_is_listed() {
    let written = written(SOURCES);
    for name in &written {
        assert!(catalogue().kernel(name).is_some(), "{name} is not in the list");
    }
    assert_eq!(written.len(), TEST.kernels().len(), "a source is not listed in this test");
}

#[test]
fn every_kernel_is_documented_and_named_after_its_function() {
    check_definitions(TEST.kernels());
}

#[test]
fn declared_ops_have_a_form_and_no_kernel() {
    let catalogue = catalogue();
    for op in declared::OPS {
        assert!(catalogue.kernel(op.name).is_none(), "{} has a kernel", op.name);
        assert_eq!(catalogue.op(op.name).map(|op| op.name), Some(op.name));
        assert!(op.traits.assembly.is_some(), "{} needs no declaration", op.name);
        assert!(op.doc.ends_with('.'), "{}", op.name);
    }
    assert!(declared::OPS.iter().map(|op| op.name).is_sorted_by(|a, b| a < b));
}

#[test]
fn the_core_has_none_of_them() {
    let core = tfrt_kernels::catalogue();
    for name in TEST.names().chain(crate::DECLARED.names()) {
        assert!(core.op(name).is_none() && core.native(name).is_none(), "{name}");
        assert!(core.ty(name).is_none(), "{name}");
    }
    for dialect in ["tfrt_test.", "vt.", "tfrt_tutorial."] {
        assert!(core.kernels().all(|kernel| !kernel.name.starts_with(dialect)), "{dialect}");
    }
}

#[test]
fn effects_take_kernels_out() {
    let effects = |name: &str| catalogue().kernel(name).unwrap().effects.unwrap().to_string();
    assert_eq!(effects("tfrt_test.read_string_from_file"), "files, blocks");
    assert_eq!(effects("tfrt_test.memory_leak_one_int32"), "leaks");
    assert_eq!(effects("tfrt_test.fail"), "none");
    let all = TEST.kernels().iter().filter_map(|kernel| kernel.effects);
    // No test needs a device of its own kind.
    assert_eq!(all.fold(Effects::DEVICE, Effects::and), Effects::ALL);
    // Native functions do not say what they do.
    assert_eq!(catalogue().effects(), None);
    let allowed = catalogue().allowing(Effects::PRINTS);
    assert_eq!(allowed.effects(), Some(Effects::PRINTS | Effects::WRITES));
    assert!(allowed.native("native_add").is_none() && allowed.kernel("vt.print").is_some());
    for kernel in TEST.kernels() {
        let kept = Effects::PRINTS.and(Effects::WRITES).contains(kernel.effects.unwrap());
        assert_eq!(allowed.kernel(kernel.name).is_some(), kept, "{}", kernel.name);
    }
}
