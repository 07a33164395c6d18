// rule: kernels §2, tfrt_test.read_string_from_file: the text of the file, else the error
//   'failed to read from file P'.
// engines: executor, it reads a file of the folder that the tool is started in
// tool: run --reference-output --functions=text FILE
// out*| string = // rule: kernels §2, tfrt_test.read_string_from_file
// out*| 'text' returned 1
// run: --functions=none,folder
// out| --- Running 'none':
// out| 'none' returned <<error: failed to read from file no/such/file>>
// out| --- Running 'folder':
// out| 'folder' returned <<error: failed to read from file ..: not a plain file>>

func.func @text() -> i1 {
  %ch0 = tfrt.new.chain
  %path = tfrt_test.get_string { value = "read_string_from_file.mlir" }
  %a = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%a, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %b = "tfrt_test.read_string_from_file"(%path, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.string
  %same = "tfrt_test.string_equal"(%a, %b) : (!tfrt.string, !tfrt.string) -> i1
  tfrt.return %same : i1
}
func.func @none() -> !tfrt.string {
  %path = tfrt_test.get_string { value = "no/such/file" }
  %a = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string // expected-error {{runtime error: failed to read from file no/such/file}}
  tfrt.return %a : !tfrt.string
}
func.func @folder() -> !tfrt.string {
  %path = tfrt_test.get_string { value = ".." }
  %a = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string // expected-error {{failed to read from file ..}}
  tfrt.return %a : !tfrt.string
}
