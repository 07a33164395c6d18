// rule: MLIR's text: comments go to the end of the line and may stand between any two tokens; blanks
//   and line ends mean nothing.
// run:
// out| --- Running 'f':
// out| 'f' returned 7

func.func // a comment
@f // "a string in a comment"
(
) -> // {
i32
{%a // %b
=
tfrt.constant.i32
// }
7 tfrt.return %a
: i32 } // the end
