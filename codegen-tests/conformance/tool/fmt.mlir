// rule: cli, fmt: formats text and keeps value names and comments; --check fails where it would change
//   something.
// tool: fmt --check FILE
// tool: show --as graph FILE | fmt -
// out| module {
// out|   func.func @f(%name: i32) -> i32 {
// out|     tfrt.return %name : i32
// out|   }
// out| }

func.func @f(%name: i32) -> i32 { // A comment.
  tfrt.return %name : i32
}
