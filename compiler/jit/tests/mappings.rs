//! What the process maps while programs are compiled, held and dropped. The only test of its binary:
//! mappings are the process's.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may stop")]

mod common;

use common::planned;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tfrt_jit::{JitOptions, Progress, compile};

const PROGRAM: &str = r#"
func.func @f(%n: i32) -> i32 {
  %a = tfrt.add.i32 %n, %n
  tfrt.return %a : i32
}
func.func @g(%n: i32) -> i32 {
  %a = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %b = tfrt.add.i32 %a, %n
  tfrt.return %b : i32
}
"#;

/// Where mappings of no file are that may be run; fails if anything that may be written may be, too.
fn executable() -> Vec<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    // Range, permissions, offset, device, inode and, if there is one, a name.
    let lines = maps.lines().map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
    let may_run: Vec<_> = lines.filter(|words| words[1].contains('x')).collect();
    let both = may_run.iter().find(|words| words[1].contains('w'));
    assert_eq!(both, None, "may be written and run");
    may_run.iter().filter(|words| words.len() == 5).map(|words| words[0].to_owned()).collect()
}

#[test]
fn code_is_never_writable_and_goes_with_its_program() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (program, plan) = planned(PROGRAM, &catalogue);
    let before = executable();
    let looks = Arc::new(AtomicUsize::new(0));
    let looked = Arc::clone(&looks);
    let progress = Progress::new(move |_, _| {
        executable();
        looked.fetch_add(1, Ordering::Relaxed);
    });
    let options = JitOptions::default().with_progress(progress);
    for _ in 0..100 {
        let compiled = compile(&program, &plan, &catalogue, &options).unwrap();
        let mut now = executable();
        now.retain(|place| !before.contains(place));
        assert_eq!(now.len(), 1, "the code is one mapping");
        drop(compiled);
        assert_eq!(executable(), before, "and goes with the program");
    }
    assert!(looks.load(Ordering::Relaxed) >= 200, "also while it compiles");
}
