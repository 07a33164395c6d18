// rule: MLIR's textual form: attributes.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{attribute 'a' occurs more than once in the attribute list}}
  "my.op"() {a = 1 : i32, a = 2 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an attribute name}}
  "my.op"() {1 = 2 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an attribute value}}
  "my.op"() {a = nothing} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{a truth value has type i1}}
  "my.op"() {a = true : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a number after '-'}}
  "my.op"() {a = -x} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a constant of type i32}}
  %0 = tfrt.constant.i32 true
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{a float constant cannot have type i32}}
  %0 = tfrt.constant.i32 1.0
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{an integer constant cannot have type none}}
  "my.op"() {a = 1 : none} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{negative integer literal not valid for unsigned integer type}}
  %0 = tfrt.constant.ui32 -1
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = tfrt.constant.i32 4294967296
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = tfrt.constant.i32 -2147483649
  tfrt.return
}

// -----

#long = 1
func.func @f() {
  // expected-error@+1 {{expected a constant of type i32}}
  %0 = tfrt.constant.i32 #long
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %0 = tfrt.constant.f32 1
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{hexadecimal float literal should not have a leading minus}}
  %0 = tfrt.constant.f32 -0x7F800000
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{hexadecimal float constant out of range for type}}
  %0 = tfrt.constant.f32 0x17F800000
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constants of more than 128 bits are not supported}}
  "my.op"() {a = 1 : i129} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{BEF files cannot encode the 'a' attribute}}
  "my.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{element type of an array must be i1, i8, i16, i32, i64, f32 or f64}}
  "my.op"() {a = array<i7: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the name of a resource}}
  "my.op"() {a = dense_resource<1> : tensor<1xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the number of a distinct attribute}}
  "my.op"() {a = distinct[x]<>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the name of a dimension}}
  "my.op"() {a = affine_map<(1) -> ()>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{redefinition of identifier 'd0'}}
  "my.op"() {a = affine_map<(d0, d0) -> ()>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{use of undeclared identifier}}
  "my.op"() {a = affine_map<(d0) -> (d1)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an affine expression}}
  "my.op"() {a = affine_map<(d0) -> (d0 + )>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{constant too large for index}}
  "my.op"() {a = affine_map<() -> (9223372036854775808)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{non-affine expression: an operand of '*' has to be a constant or symbolic}}
  "my.op"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{non-affine expression: an operand of 'mod' has to be a constant or symbolic}}
  "my.op"() {a = affine_map<(d0) -> (1 mod d0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{non-affine expression: an operand of 'floordiv' has to be a constant or symbolic}}
  "my.op"() {a = affine_map<(d0) -> (1 floordiv d0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{non-affine expression: an operand of 'ceildiv' has to be a constant or symbolic}}
  "my.op"() {a = affine_map<(d0) -> (1 ceildiv d0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected '->'}}
  "my.op"() {a = affine_map<() : ()>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected '>=', '<=' or '=='}}
  "my.op"() {a = affine_set<(d0) : (d0 > 0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{elements of type tensor<2x!my.type> must be strings}}
  "my.op"() {a = dense<[1, 2]> : tensor<2x!my.type>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an element of type f32}}
  "my.op"() {a = dense<["a"]> : tensor<1xf32>} : () -> ()
  tfrt.return
}

// -----

// expected-error@+1 {{expected a key of the file metadata}}
{-# 1 #-}

// -----

// expected-error@+1 {{unknown key 'resources' in file metadata dictionary}}
{-# resources: {} #-}

// -----

// expected-error@+1 {{expected ',' or '#-}'}}
{-# external_resources: {} external_resources: {} #-}

// -----

// expected-error@+1 {{expected the name of a group of resources}}
{-# external_resources: {1: {}} #-}

// -----

// expected-error@+1 {{expected the name of a resource}}
{-# external_resources: {a: {1: true}} #-}

// -----

// expected-error@+1 {{expected a string, 'true' or 'false'}}
{-# external_resources: {a: {b: 1}} #-}

// -----

// expected-error@+1 {{unexpected 'resource' section for dialect 'my'}}
{-# dialect_resources: {my: {a: "0x01000000"}} #-}

// -----

// expected-error@+1 {{expected a string of hexadecimal digits, "0x…"}}
{-# dialect_resources: {builtin: {a: 1}} #-}

// -----

// expected-error@+1 {{expected hexadecimal digits, of which the first eight are an alignment}}
{-# dialect_resources: {builtin: {a: "0x1"}} #-}

// -----

// expected-error@+1 {{the alignment of a resource must be a power of two}}
{-# dialect_resources: {builtin: {a: "0x03000000"}} #-}

// -----

// expected-error@+1 {{redefinition of resource 'a'}}
{-# dialect_resources: {builtin: {a: "0x01000000", a: "0x01000000"}} #-}

// -----

func.func @f() {
  // expected-error@+1 {{unexpected byte order mark}}
  ﻿"my.op"() : () -> ()
  tfrt.return
}
