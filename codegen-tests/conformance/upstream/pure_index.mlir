// rule: import: the ops of `index` are those of `arith` on `i64`; `index.sizeof` is 64.
// run:
// out*| 'main' returned -3,64,1,8,-4

func.func @main() -> (index, index, i1, i32, index) {
  %a = "index.constant"() <{value = -7 : index}> : () -> index
  %b = "index.constant"() <{value = 2 : index}> : () -> index
  %q = "index.divs"(%a, %b) : (index, index) -> index
  %f = "index.floordivs"(%a, %b) : (index, index) -> index
  %w = "index.sizeof"() : () -> index
  %less = "index.cmp"(%a, %b) <{pred = #index<cmp_predicate ugt>}> : (index, index) -> i1
  %true = "index.bool.constant"() <{value = true}> : () -> i1
  %both = "arith.andi"(%less, %true) : (i1, i1) -> i1
  %p = "index.shl"(%b, %b) : (index, index) -> index
  %n = "index.casts"(%p) : (index) -> i32
  "func.return"(%q, %w, %both, %n, %f) : (index, index, i1, i32, index) -> ()
}
