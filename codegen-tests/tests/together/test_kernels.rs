//! The list of test kernels, as users name a list of another crate: in the macro, and at load time.

use std::sync::{Arc, Mutex};
use tfrt::{Effects, Engine, Host, Program};

tfrt::tfrt_graph! {
    mod listed;
    kernels = [tfrt_test_kernels::TEST];
    func.func @late(%x: i32) -> i32 {
        %two = tfrt.constant.i32 2
        %y = "tfrt_test.async_add.i32"(%x, %two) : (i32, i32) -> i32
        tfrt.return %y : i32
    }
    func.func @point(%x: i32, %y: i32, %ch: !tfrt.chain) -> !tfrt.chain {
        %point = "tfrt_tutorial.create_coordinate"(%x, %y) : (i32, i32) -> !tfrt_tutorial.coordinate
        %done = "tfrt_tutorial.print_coordinate"(%point, %ch)
            : (!tfrt_tutorial.coordinate, !tfrt.chain) -> !tfrt.chain
        tfrt.return %done : !tfrt.chain
    }
}

const TEXT: &str = "func.func @late(%x: i32) -> i32 {
  %two = tfrt.constant.i32 2
  %y = \"tfrt_test.async_add.i32\"(%x, %two) : (i32, i32) -> i32
  tfrt.return %y : i32
}\n";

#[test]
fn a_program_names_the_list() {
    let printed = Arc::new(Mutex::new(String::new()));
    let output = Arc::clone(&printed);
    let host = Host::builder()
        .threads(1)
        .output(move |text| output.lock().unwrap().push_str(text))
        .build()
        .unwrap();
    let ctx = host.context();
    assert_eq!(host.block_on(listed::late(&ctx, 40)).unwrap(), 42);
    listed::point(&ctx, 3, 4, tfrt::Chain);
    assert_eq!(*printed.lock().unwrap(), "(3, 4)\n");
}

#[test]
fn the_core_alone_refuses_test_kernels() {
    let catalogue = tfrt_test_kernels::catalogue();
    let bytes = tfrt::mlir_to_bef("late.mlir", TEXT, &catalogue).unwrap();
    let error = Program::load(&bytes, &tfrt::catalogue()).unwrap_err();
    assert_eq!(error.to_string(), "unknown kernel name 'tfrt_test.async_add.i32'");
    let without = catalogue.without(tfrt_test_kernels::TEST.names());
    assert!(Program::load(&bytes, &without).is_err());
    let program = Program::load(&bytes, &without.with(&tfrt_test_kernels::TEST)).unwrap();
    let host = Host::builder().build().unwrap();
    for engine in [Engine::Executor, Engine::Jit] {
        let late = program.compile(engine).unwrap().function::<(i32,), (i32,)>("late").unwrap();
        assert_eq!(late.call(&host.context(), (40,)).unwrap(), (42,));
    }
}

/// Ops with effects that the default does not have.
const OPEN_DOORS: [(&str, &str); 6] = [
    ("tfrt_test.read_string_from_file", "(%s) : (!tfrt.string) -> !tfrt.string"),
    ("tfrt_test.memory_leak_one_int32", "() : () -> ()"),
    ("tfrt_test.blocking.usleep", "(%i) : (i32) -> !tfrt.chain"),
    ("tfrt_test.quiesce", "(%ch) : (!tfrt.chain) -> !tfrt.chain"),
    ("tfrt_test.cancel", "(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)"),
    ("tfrt_test.use_sample_shared_context", "(%ch) : (!tfrt.chain) -> (!tfrt.string, !tfrt.chain)"),
];

#[test]
fn a_stranger_only_computes_and_prints() {
    let own = tfrt::catalogue();
    assert_eq!(own.effects(), Some(Effects::PRINTS));
    let full = tfrt_test_kernels::catalogue();
    let allowed = full.clone().allowing(Effects::PRINTS);
    let mut doors = Effects::NONE;
    for (op, rest) in OPEN_DOORS {
        let effects = full.kernel(op).unwrap().effects.unwrap();
        assert!(!Effects::PRINTS.contains(effects), "{op}");
        doors = doors | effects;
        let text = format!(
            "func.func @f(%s: !tfrt.string, %i: i32, %ch: !tfrt.chain) {{\n  {}\"{op}\"{rest}\n  \
             tfrt.return\n}}\n",
            match rest.split("-> ").nth(1).unwrap() {
                "()" => "",
                tuple if tuple.starts_with('(') => "%r:2 = ",
                _ => "%r = ",
            }
        );
        let bytes = tfrt::mlir_to_bef("door.mlir", &text, &full).unwrap();
        assert!(Program::load(&bytes, &full).is_ok());
        for catalogue in [&own, &allowed] {
            let error = Program::load(&bytes, catalogue).unwrap_err();
            assert_eq!(error.to_string(), format!("unknown kernel name '{op}'"));
        }
    }
    assert!(doors.contains(Effects::FILES | Effects::BLOCKS | Effects::LEAKS | Effects::HOST));
    // Every kernel of the whole catalogue is either here or one of the default's.
    for kernel in full.kernels().filter(|kernel| own.kernel(kernel.name).is_none()) {
        // What is written in place is a tensor of the program.
        let allows = |effects| (Effects::PRINTS | Effects::WRITES).contains(effects);
        let harmless = kernel.effects.is_some_and(allows);
        // What calls ops cannot say what they do.
        let calls_ops = ["corert.executeop", "corert_sync.executeop", "corert.execute_crt_op"];
        let calls_ops = calls_ops.iter().any(|op| kernel.name.starts_with(op))
            || ["corert.cond", "corert.while"].contains(&kernel.name);
        assert_eq!(kernel.effects.is_none(), calls_ops, "{}", kernel.name);
        assert_eq!(allowed.kernel(kernel.name).is_some(), harmless, "{}", kernel.name);
    }
}
