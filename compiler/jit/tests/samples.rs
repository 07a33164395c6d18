//! Programs of every kind against what they are known to return and print.

#![expect(clippy::unwrap_used, reason = "a test may stop where a lock or a file fails")]

mod common;

use common::setup;

/// Runs every function without arguments; compares results, and prints without their order.
fn check(text: &str, expected: &[(&str, &str)], prints: &[&str]) {
    let setup = setup(text);
    for (name, results) in expected {
        assert_eq!(setup.texts(name, Vec::new()), *results, "results of {name}");
    }
    let mut output = setup.output.lock().unwrap().clone();
    output.sort();
    let mut prints: Vec<&str> = prints.to_vec();
    prints.sort_unstable();
    assert_eq!(output, prints);
}

#[test]
fn scalars() {
    check(
        r#"
        func.func @integers() -> i32 {
          %ch0 = tfrt.new.chain
          %a = tfrt.constant.i32 17
          %b = tfrt.constant.i32 5
          %sum = tfrt.add.i32 %a, %b
          %prod = tfrt.mul.i32 %sum, %b
          %diff = "tfrt.minus.i32"(%prod, %a) : (i32, i32) -> i32
          %q, %r = tfrt.div.i32 %diff, %b
          %ch1 = tfrt.print.i32 %sum, %ch0
          %ch2 = tfrt.print.i32 %r, %ch1
          tfrt.return %q : i32
        }
        func.func @longs() -> (i64, i1) {
          %a = tfrt.constant.i64 9000000000
          %b = tfrt.constant.i64 -3
          %s = tfrt.add.i64 %a, %b
          %le = "tfrt.lessequal.i64"(%b, %a) : (i64, i64) -> i1
          %eq = tfrt.equal.i64 %a, %a
          %both = tfrt.and.i1 %le, %eq
          tfrt.return %s, %both : i64, i1
        }
        func.func @floats() -> (f32, f64, i64) {
          %a = tfrt.constant.f32 1.5
          %b = tfrt.constant.f32 -0.25
          %s = tfrt.add.f32 %a, %b
          %m = "tfrt.multiply.f32"(%s, %s) : (f32, f32) -> f32
          %n = "tfrt.minimum.f32"(%m, %a) : (f32, f32) -> f32
          %c = tfrt.constant.f64 10.0
          %d = tfrt.constant.f64 3.0
          %q = "tfrt.div.f64"(%c, %d) : (f64, f64) -> f64
          %i = "tfrt.cast.f64_to_i64"(%q) : (f64) -> i64
          tfrt.return %n, %q, %i : f32, f64, i64
        }"#,
        &[("integers", "18"), ("longs", "8999999997,1"), ("floats", "1.500000e+00,3.333333e+00,3")],
        &["int32 = 22", "int32 = 3"],
    );
}

#[test]
fn control_flow() {
    check(
        r#"
        func.func @collatz_step(%n: i32) -> i32 {
          %two = tfrt.constant.i32 2
          %zero = tfrt.constant.i32 0
          %q, %r = tfrt.div.i32 %n, %two
          %even = tfrt.equal.i32 %r, %zero
          %next = tfrt.if %even, %n, %q : (i32, i32) -> (i32) {
            tfrt.return %q : i32
          } else {
            %three = tfrt.constant.i32 3
            %one = tfrt.constant.i32 1
            %t = tfrt.mul.i32 %n, %three
            %u = tfrt.add.i32 %t, %one
            tfrt.return %u : i32
          }
          tfrt.return %next : i32
        }
        func.func @collatz_body(%n: i32, %steps: i32) -> (i32, i32, i1) {
          %one = tfrt.constant.i32 1
          %next = tfrt.call @collatz_step(%n) : (i32) -> i32
          %count = tfrt.add.i32 %steps, %one
          %stop = "tfrt.lessequal.i32"(%next, %one) : (i32, i32) -> i1
          %go = tfrt.if %stop, %one : (i32) -> (i1) {
            %f = tfrt.constant.i1 false
            tfrt.return %f : i1
          } else {
            %t = tfrt.constant.i1 true
            tfrt.return %t : i1
          }
          tfrt.return %next, %count, %go : i32, i32, i1
        }
        func.func @collatz() -> (i32, i32) {
          %n = tfrt.constant.i32 27
          %steps = tfrt.constant.i32 0
          %true = tfrt.constant.i1 true
          %last, %count = tfrt.while %true @collatz_body(%n, %steps) parallel_iterations(1)
            : (i32, i32) -> (i32, i32)
          tfrt.return %last, %count : i32, i32
        }
        func.func @repeat_sum() -> (i32, i32) {
          %n = tfrt.constant.i32 100
          %i = tfrt.constant.i32 0
          %acc = tfrt.constant.i32 0
          %i1, %sum = tfrt.repeat.i32 %n, %i, %acc : i32, i32 {
            %one = tfrt.constant.i32 1
            %next = tfrt.add.i32 %i, %one
            %a = tfrt.add.i32 %acc, %next
            tfrt.return %next, %a : i32, i32
          }
          tfrt.return %i1, %sum : i32, i32
        }
        func.func @branch_a(%x: i32) -> i32 {
          %c = tfrt.constant.i32 100
          %y = tfrt.add.i32 %x, %c
          tfrt.return %y : i32
        }
        func.func @branch_b(%x: i32) -> i32 {
          %c = tfrt.constant.i32 200
          %y = tfrt.add.i32 %x, %c
          tfrt.return %y : i32
        }
        func.func @case_and_cond() -> (i32, i32, i32, i32, i32) {
          %x = tfrt.constant.i32 1
          %zero = tfrt.constant.i32 0
          %one = tfrt.constant.i32 1
          %nine = tfrt.constant.i32 9
          %minus = tfrt.constant.i32 -1
          %t = tfrt.constant.i1 true
          %a = tfrt.case %zero [@branch_a, @branch_b] (%x) : (i32) -> (i32)
          %b = tfrt.case %one [@branch_a, @branch_b] (%x) : (i32) -> (i32)
          %c = tfrt.case %nine [@branch_a, @branch_b] (%x) : (i32) -> (i32)
          %d = tfrt.cond %t @branch_a @branch_b (%x) : (i32) -> (i32)
          %e = tfrt.case %minus [@branch_a, @branch_b] (%x) : (i32) -> (i32)
          tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
        }"#,
        &[
            ("collatz", "1,111"),
            ("repeat_sum", "100,5050"),
            ("case_and_cond", "101,201,201,101,201"),
        ],
        &[],
    );
}

#[test]
fn errors() {
    check(
        r#"
        func.func @divide_by_zero() -> (i32, i32) {
          %ch0 = tfrt.new.chain
          %zero = tfrt.constant.i32 0
          %x = tfrt.constant.i32 42
          %q, %r = tfrt.div.i32 %x, %zero
          %lost = tfrt.add.i32 %q, %x
          %ch1 = tfrt.print.i32 %lost, %ch0
          %ch2 = tfrt.print.i32 %x, %ch0
          tfrt.return %lost, %x : i32, i32
        }
        func.func @unused_error() -> i32 {
          %bad = "tfrt_test.fail"() : () -> i32
          %x = tfrt.constant.i32 7
          tfrt.return %x : i32
        }
        func.func @partial() -> (i32, i32) {
          %a, %b = "tfrt_test.partial_fail"() : () -> (i32, i32)
          tfrt.return %a, %b : i32, i32
        }
        func.func @async_error() -> (i32, i32) {
          %bad = "tfrt_test.report_error_async"() : () -> i32
          %x = tfrt.constant.i32 1
          %sum = tfrt.add.i32 %bad, %x
          tfrt.return %sum, %x : i32, i32
        }
        func.func @two_errors() -> i32 {
          %a = "tfrt_test.fail"() : () -> i32
          %zero = tfrt.constant.i32 0
          %q, %r = tfrt.div.i32 %zero, %zero
          %s = tfrt.add.i32 %a, %q
          tfrt.return %s : i32
        }
        func.func @two_errors_swapped() -> i32 {
          %a = "tfrt_test.fail"() : () -> i32
          %zero = tfrt.constant.i32 0
          %q, %r = tfrt.div.i32 %zero, %zero
          %s = tfrt.add.i32 %q, %a
          tfrt.return %s : i32
        }
        func.func @error_condition() -> (i32, i32) {
          %bad = "tfrt_test.fail"() : () -> i32
          %one = tfrt.constant.i32 1
          %c = "tfrt.lessequal.i32"(%bad, %one) : (i32, i32) -> i1
          %r = tfrt.if %c, %one : (i32) -> (i32) {
            tfrt.return %one : i32
          } else {
            tfrt.return %one : i32
          }
          %s = tfrt.repeat.i32 %bad, %one : i32 {
            tfrt.return %one : i32
          }
          tfrt.return %r, %s : i32, i32
        }
        func.func @error_inside_loop() -> i32 {
          %n = tfrt.constant.i32 5
          %x = tfrt.constant.i32 2
          %r = tfrt.repeat.i32 %n, %x : i32 {
            %m1 = tfrt.constant.i32 -1
            %c12 = tfrt.constant.i32 12
            %y = tfrt.add.i32 %x, %m1
            %q, %rem = tfrt.div.i32 %c12, %y
            tfrt.return %y : i32
          }
          tfrt.return %r : i32
        }
        func.func @error_loop_value() -> i32 {
          %n = tfrt.constant.i32 5
          %x = tfrt.constant.i32 2
          %r = tfrt.repeat.i32 %n, %x : i32 {
            %m1 = tfrt.constant.i32 -1
            %y = tfrt.add.i32 %x, %m1
            %q, %rem = tfrt.div.i32 %y, %y
            %z = tfrt.add.i32 %q, %y
            tfrt.return %z : i32
          }
          tfrt.return %r : i32
        }
        func.func @cancelled() -> (i32, i32) {
          %ch0 = tfrt.new.chain
          %x, %ch1 = "tfrt_test.cancel"(%ch0) : (!tfrt.chain) -> (i32, !tfrt.chain)
          %one = tfrt.constant.i32 1
          %y = tfrt.add.i32 %x, %one
          tfrt.return %x, %y : i32, i32
        }"#,
        &[
            ("divide_by_zero", "<<error: Divide by zero>>,42"),
            ("unused_error", "7"),
            ("partial", "1,<<error: something bad happened>>"),
            ("async_error", "<<error: something bad happened asynchronously>>,1"),
            ("two_errors", "<<error: Divide by zero>>"),
            ("two_errors_swapped", "<<error: something bad happened>>"),
            (
                "error_condition",
                "<<error: something bad happened>>,<<error: something bad happened>>",
            ),
            ("error_inside_loop", "-3"),
            ("error_loop_value", "2"),
            ("cancelled", "0,<<error: Cancelled>>"),
        ],
        &["int32 = 42"],
    );
}

#[test]
fn waiting() {
    check(
        r#"
        func.func @join() -> i32 {
          %a = "tfrt_test.async_constant.i32"() { value = 10 : i32 } : () -> i32
          %b = "tfrt_test.async_constant.i32"() { value = 32 : i32 } : () -> i32
          %c = tfrt.add.i32 %a, %b
          tfrt.return %c : i32
        }
        func.func @mixed() -> (i32, i32, i32) {
          %one = tfrt.constant.i32 1
          %a = "tfrt_test.async_add.i32"(%one, %one) : (i32, i32) -> i32
          %s = tfrt.add.i32 %one, %one
          %b = tfrt.add.i32 %a, %s
          %c = "tfrt_test.async_copy.i32"(%b) : (i32) -> i32
          %d = tfrt.add.i32 %c, %a
          tfrt.return %s, %b, %d : i32, i32, i32
        }
        func.func @region() -> i32 {
          %x = tfrt.constant.i32 20
          %y = tfrt.constant.i32 22
          %r = tfrt_test.do.async %x, %y : (i32, i32) -> (i32) {
            %s = tfrt.add.i32 %x, %y
            tfrt.return %s : i32
          }
          tfrt.return %r : i32
        }
        func.func @async_loop() -> i32 {
          %n = tfrt.constant.i32 1000
          %x = tfrt.constant.i32 0
          %r = tfrt.repeat.i32 %n, %x : i32 {
            %one = tfrt.constant.i32 1
            %y = "tfrt_test.async_add.i32"(%x, %one) : (i32, i32) -> i32
            tfrt.return %y : i32
          }
          tfrt.return %r : i32
        }
        func.func @async_condition() -> i32 {
          %t = "tfrt_test.async_constant.i1"() { value = true } : () -> i1
          %a = tfrt.constant.i32 1
          %b = tfrt.constant.i32 2
          %r = tfrt.if %t, %a, %b : (i32, i32) -> (i32) {
            %s = "tfrt_test.async_add.i32"(%a, %b) : (i32, i32) -> i32
            tfrt.return %s : i32
          } else {
            tfrt.return %b : i32
          }
          tfrt.return %r : i32
        }
        func.func @counter_body(%c: !test.atomic.i32, %ch: !tfrt.chain) -> !tfrt.chain {
          %done = tfrt_test.do.async %c, %ch : (!test.atomic.i32, !tfrt.chain) -> (!tfrt.chain) {
            %d = "tfrt_test.atomic.inc.i32"(%c, %ch) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
            tfrt.return %d : !tfrt.chain
          }
          tfrt.return %done : !tfrt.chain
        }
        func.func @merge_chains() -> i32 {
          %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
          %ch0 = tfrt.new.chain
          %a = tfrt.call @counter_body(%c, %ch0) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
          %b = tfrt.call @counter_body(%c, %ch0) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
          %d = tfrt.call @counter_body(%c, %ch0) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
          %all = tfrt.merge.chains %a, %b, %d : !tfrt.chain, !tfrt.chain, !tfrt.chain
          %v, %ch1 = "tfrt_test.atomic.get.i32"(%c, %all) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
          tfrt.return %v : i32
        }
        func.func @returned_early(%x: i32) -> (i32, i32) {
          %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
          tfrt.return %x, %late : i32, i32
        }
        func.func @early() -> (i32, i32) {
          %x = tfrt.constant.i32 5
          %now, %late = tfrt.call @returned_early(%x) : (i32) -> (i32, i32)
          tfrt.return %now, %late : i32, i32
        }"#,
        &[
            ("join", "42"),
            ("mixed", "2,4,6"),
            ("region", "42"),
            ("async_loop", "1000"),
            ("async_condition", "3"),
            ("merge_chains", "3"),
            ("early", "5,5"),
        ],
        &[],
    );
}

#[test]
fn strings() {
    check(
        r#"
        func.func @strings() {
          %a = "tfrt_test.get_string"() { value = "data" } : () -> !tfrt.string
          %b = "tfrt_test.get_string"() { value = "flow" } : () -> !tfrt.string
          %c = "tfrt_test.append_string"(%a, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
          %ch0 = tfrt.new.chain
          %ch1 = "tfrt_test.print_string"(%c, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
          tfrt.return
        }
        func.func @in_a_loop() {
          %a = "tfrt_test.get_string"() { value = "a" } : () -> !tfrt.string
          %n = tfrt.constant.i32 3
          %ch0 = tfrt.new.chain
          %b = tfrt.repeat.i32 %n, %a : !tfrt.string {
            %c = "tfrt_test.append_string"(%a, %a) : (!tfrt.string, !tfrt.string) -> !tfrt.string
            tfrt.return %c : !tfrt.string
          }
          %ch1 = "tfrt_test.print_string"(%b, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
          tfrt.return
        }"#,
        &[("strings", ""), ("in_a_loop", "")],
        &["string = dataflow", "string = aaaaaaaa"],
    );
}

/// What a kernel of a synchronous function waits for is also what it takes.
#[test]
fn strings_in_order() {
    check(
        r#"
        func.func @twice(%x: i32, %a: !tfrt.string) -> !tfrt.string attributes {tfrt.sync} {
          %y, %z = tfrt.div.i32 %x, %x
          %b = "tfrt_test.append_string"(%a, %a) : (!tfrt.string, !tfrt.string) -> !tfrt.string
          %c = "tfrt_test.append_string"(%b, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
          tfrt.return %c : !tfrt.string
        }
        func.func @works() {
          %x = tfrt.constant.i32 2
          %a = "tfrt_test.get_string"() { value = "ab" } : () -> !tfrt.string
          %b = tfrt.call @twice(%x, %a) : (i32, !tfrt.string) -> !tfrt.string
          %ch0 = tfrt.new.chain
          %ch1 = "tfrt_test.print_string"(%b, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
          tfrt.return
        }
        func.func @fails() -> !tfrt.string {
          %x = tfrt.constant.i32 0
          %a = "tfrt_test.get_string"() { value = "ab" } : () -> !tfrt.string
          %b = tfrt.call @twice(%x, %a) : (i32, !tfrt.string) -> !tfrt.string
          tfrt.return %b : !tfrt.string
        }"#,
        &[("works", ""), ("fails", "<<error: Divide by zero>>")],
        &["string = abababab"],
    );
}

/// Up to some number the segments of a function that wait are compiled as one.
#[test]
fn functions_that_wait_however_often() {
    for waits in [1, 2, 3, 4, 5, 8, 15, 16, 17, 18, 40] {
        let mut text = String::from(
            "func.func @run() -> (i32, i32) {\n  %s0 = tfrt.constant.i32 1\n  %c0 = tfrt.constant.i32 0\n",
        );
        for wait in 0..waits {
            let next = wait + 1;
            text += &format!(
                "  %y{wait} = \"tfrt_test.async_copy.i32\"(%s{wait}) : (i32) -> i32\n  \
                 %k{wait} = tfrt.constant.i32 {next}\n  \
                 %c{next} = tfrt.add.i32 %c{wait}, %y{wait}\n  \
                 %s{next} = tfrt.add.i32 %y{wait}, %k{wait}\n"
            );
        }
        text += &format!("  tfrt.return %s{waits}, %c{waits} : i32, i32\n}}\n");
        // The sum so far after each wait, and the sum of those before.
        let (last, before) = (1..=waits).fold((1, 0), |(sum, all), k| (sum + k, all + sum));
        check(&text, &[("run", &format!("{last},{before}"))], &[]);
    }
}
