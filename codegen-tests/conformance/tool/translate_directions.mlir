// rule: cli, translate: the direction follows from the input unless `--mlir-to-bef` or
//   `--bef-to-mlir` says it; OUT defaults to standard output, and `-` is that.
// rule: cli, common: FILE is text or BEF by its first two bytes; `-` or nothing is standard input.
// rule: cli, common: `--flag value` and `--flag=value` both work.
// rule: bef §7: what the disassembler says of what is no BEF: `BEF file is empty.` and `Invalid BEF
//   file header detected`.
// tool: translate FILE | translate
// out| module {
// out|   func.func @f(%arg0: i32) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0
// out|     tfrt.return %0 : i32
// out|   }
// out| }
// tool: translate --mlir-to-bef -o - FILE | translate --bef-to-mlir -
// out| module {
// out|   func.func @f(%arg0: i32) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0
// out|     tfrt.return %0 : i32
// out|   }
// out| }
// tool: translate --output TMP/directions.bef FILE
// tool: translate --output=TMP/again.bef FILE
// tool: translate TMP/directions.bef
// out| module {
// out|   func.func @f(%arg0: i32) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0
// out|     tfrt.return %0 : i32
// out|   }
// out| }
// tool: translate --bef-to-mlir FILE
// exit: 2
// err| translate_directions.mlir: error: Invalid BEF file header detected
// tool: translate --bef-to-mlir /dev/null
// exit: 2
// err| /dev/null: error: BEF file is empty.
// tool: translate --mlir-to-bef TMP/directions.bef
// exit: 2
// err| directions.bef: a BEF file, not text
// tool: translate --mlir-to-bef --bef-to-mlir FILE
// exit: 2
// err| error: the argument '--mlir-to-bef' cannot be used with '--bef-to-mlir'

func.func @f(%a: i32) -> i32 {
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}
