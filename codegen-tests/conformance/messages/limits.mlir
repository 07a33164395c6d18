// rule: nothing in a text makes the tool recurse or allocate without bound.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{nesting is deeper than the limit of 128}}
  "my.op"() {a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]} : () -> ()
  tfrt.return
}

// -----

// expected-error@+1 {{unbalanced '<', or nested too deeply}}
func.func private @f(!my.type<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>)

// -----

#a0 = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
#a1 = [#a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0, #a0]
#a2 = [#a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1, #a1]
#a3 = [#a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2, #a2]
// expected-error@+1 {{aliases expand to far more than the text}}
#a4 = [#a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3, #a3]
func.func @f() {
  tfrt.return
}

// -----

func.func @f(%h: !corert.ophandler) {
  // expected-error@+1 {{the program has far more results than text}}
  corert.executeop(%h) "my.op"() : 4000000000
  tfrt.return
}
