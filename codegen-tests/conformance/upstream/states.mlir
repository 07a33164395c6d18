// rule: import: a state machine of `cf.switch`, lifted: `scf.index_switch` in `scf.while`, by
//   `arith.index_castui`; numbers that are no case are the default's.
// run:
// out*| 'main' returned 5,9,-1

// States: 0 counts up, 4 doubles, 9 ends; the default goes from 1 on to 4.
func.func @machine(%state: i32, %limit: i32) -> (i32, i32) {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c4 = "arith.constant"() <{value = 4 : i32}> : () -> i32
  %c9 = "arith.constant"() <{value = 9 : i32}> : () -> i32
  %r:3 = "scf.while"(%state, %c0, %c0) ({
  ^bb0(%s: i32, %value: i32, %steps: i32):
    %goes = "arith.cmpi"(%s, %c9) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "scf.condition"(%goes, %s, %value, %steps) : (i1, i32, i32, i32) -> ()
  }, {
  ^bb0(%s: i32, %value: i32, %steps: i32):
    %index = "arith.index_castui"(%s) : (i32) -> index
    %next:2 = "scf.index_switch"(%index) <{cases = array<i64: 0, 4>}> ({
      "scf.yield"(%c4, %value) : (i32, i32) -> ()
    }, {
      %more = "arith.addi"(%value, %c1) : (i32, i32) -> i32
      "scf.yield"(%c1, %more) : (i32, i32) -> ()
    }, {
      %twice = "arith.addi"(%value, %value) : (i32, i32) -> i32
      %big = "arith.cmpi"(%twice, %limit) <{predicate = 5 : i64}> : (i32, i32) -> i1
      %to = "arith.select"(%big, %c9, %c0) : (i1, i32, i32) -> i32
      "scf.yield"(%to, %twice) : (i32, i32) -> ()
    }) : (index) -> (i32, i32)
    %count = "arith.addi"(%steps, %c1) : (i32, i32) -> i32
    "scf.yield"(%next#0, %next#1, %count) : (i32, i32, i32) -> ()
  }) : (i32, i32, i32) -> (i32, i32, i32)
  %small = "arith.subi"(%r#1, %c9) : (i32, i32) -> i32
  "func.return"(%small, %r#2) : (i32, i32) -> ()
}

func.func @pick(%at: index) -> i32 {
  %r = "scf.index_switch"(%at) <{cases = array<i64: 0, 1, 2>}> ({
    %d = "arith.constant"() <{value = -1 : i32}> : () -> i32
    "scf.yield"(%d) : (i32) -> ()
  }, {
    %a = "arith.constant"() <{value = 10 : i32}> : () -> i32
    "scf.yield"(%a) : (i32) -> ()
  }, {
    %b = "arith.constant"() <{value = 20 : i32}> : () -> i32
    "scf.yield"(%b) : (i32) -> ()
  }, {
    %c = "arith.constant"() <{value = 30 : i32}> : () -> i32
    "scf.yield"(%c) : (i32) -> ()
  }) : (index) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func @main() -> (i32, i32, i32) {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %limit = "arith.constant"() <{value = 14 : i32}> : () -> i32
  %a:2 = "func.call"(%c0, %limit) <{callee = @machine}> : (i32, i32) -> (i32, i32)
  %far = "arith.constant"() <{value = 4294967298 : index}> : () -> index
  %b = "func.call"(%far) <{callee = @pick}> : (index) -> i32
  "func.return"(%a#0, %a#1, %b) : (i32, i32, i32) -> ()
}
