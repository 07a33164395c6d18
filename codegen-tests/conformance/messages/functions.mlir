// rule: MLIR's textual form: functions, modules and aliases.
// tool: translate --split-input-file --verify-diagnostics FILE

// expected-error@+1 {{expected a function or a module, found 'global'}}
global @x

// -----

// expected-error@+1 {{expected a function or a module, found 'func'; did you mean 'func.func'?}}
func @f() {
}

// -----

// expected-error@+1 {{expected a function type, '(…) -> …', found the end of the line}}
func.func @f() { "d.o"() :
  "d.o"() : () -> ()
  tfrt.return
}

// -----

func.func @f() -> // expected-error {{expected a type, found the end of the text}}

// -----

// expected-error@+1 {{expected a function or a module, found '}'}}
}

// -----

// expected-error@+1 {{expected a symbol name, '@name'}}
func.func f()

// -----

// expected-error@+1 {{a symbol name cannot be empty and must be UTF-8}}
func.func @""()

// -----

// expected-error@+1 {{variadic functions are not supported}}
func.func private @f(...)

// -----

// expected-error@+1 {{arguments may only have dialect attributes}}
func.func private @f(i32 {a})

// -----

// expected-error@+1 {{results may only have dialect attributes}}
func.func private @f() -> (i32 {a})

// -----

// expected-error@+1 {{expected all arguments to have names, or none}}
func.func private @f(%a: i32, i32)

// -----

// expected-error@+1 {{the arguments of a function with a body need names}}
func.func @f(i32) {
  tfrt.return
}

// -----

// expected-error@+1 {{attribute 'sym_name' is set by the syntax}}
func.func @f() attributes {sym_name = "g"} {
  tfrt.return
}

// -----

// expected-error@+1 {{expected '{' to begin a module}}
module @m func.func @f()

// -----

// expected-error@+1 {{expected ',' or ')'}}
func.func private @f(i32 i32)

// -----

// expected-error@+1 {{'func.func' requires a string attribute 'sym_name'}}
"func.func"() ({}) {function_type = () -> ()} : () -> ()

// -----

// expected-error@+1 {{'func.func' requires a function type attribute 'function_type'}}
"func.func"() ({}) {sym_name = "f"} : () -> ()

// -----

// expected-error@+1 {{visibility must be one of "public", "private", or "nested"}}
"func.func"() ({}) {sym_name = "f", sym_visibility = "hidden", function_type = () -> ()} : () -> ()

// -----

// expected-error@+1 {{visibility must be one of "public", "private", or "nested"}}
module attributes {sym_visibility = "hidden"} {
}

// -----

// expected-error@+1 {{entry block arguments do not match the function's type}}
func.func @f(i32) {
^bb0(%a: i64):
  tfrt.return
}

// -----

// expected-error@+1 {{entry block arguments do not match the function's type}}
"func.func"() ({
^bb0(%a: i32):
  tfrt.return
}) {sym_name = "f", function_type = () -> ()} : () -> ()

// -----

// expected-error@+1 {{an alias name cannot contain '.'}}
#my.alias = 1 : i32

// -----

!t = i32
// expected-error@+1 {{redefinition of type alias '!t'}}
!t = i64

// -----

#a = 1 : i32
// expected-error@+1 {{redefinition of attribute alias '#a'}}
#a = 2 : i32
#b = loc("x")
// expected-error@+1 {{redefinition of attribute alias '#b'}}
#b = loc("y")
#c = 1 : i32
// expected-error@+1 {{redefinition of attribute alias '#c'}}
#c = loc("z")

// -----

func.func @f() {
  // expected-error@+1 {{undefined attribute alias '#a'}}
  "my.op"() {a = #a} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{undefined location alias '#where'}}
  tfrt.return loc(#where)
}

// -----

// expected-error@+1 {{'arg_attrs' must be an array}}
"func.func"() ({}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = 1 : i32} : () -> ()

// -----

// expected-error@+1 {{'arg_attrs' must have 1 dictionaries}}
"func.func"() ({}) {sym_name = "f", function_type = (i32) -> (), arg_attrs = []} : () -> ()
