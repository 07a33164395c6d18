func.func @apart(%x: i32, %y: i32) -> (i32, i32) {
    %a = "my.held"(%x) : (i32) -> i32
    %b = "my.held"(%y) : (i32) -> i32
    %c = tfrt.add.i32 %a, %a
    %d = tfrt.add.i32 %b, %b
    tfrt.return %c, %d : i32, i32
}
// An iteration has released everything when its value is available.
func.func @together(%x: i32, %n: i32) -> i32 {
    %r = tfrt.repeat.i32 %n, %x : i32 {
        %one = tfrt.constant.i32 10
        %a = "my.held"(%x) : (i32) -> i32
        %b = "my.held"(%a) : (i32) -> i32
        %c = tfrt.add.i32 %b, %one
        tfrt.return %c : i32
    }
    tfrt.return %r : i32
}
// The value is available before the iteration ends.
func.func @early(%x: i32, %n: i32) -> i32 {
    %r = tfrt.repeat.i32 %n, %x : i32 {
        %ten = tfrt.constant.i32 10
        %a = "my.held"(%x) : (i32) -> i32
        %b = tfrt.add.i32 %a, %ten
        %c = "my.held"(%b) : (i32) -> i32
        %d = "my.held"(%c) : (i32) -> i32
        tfrt.return %b : i32
    }
    tfrt.return %r : i32
}
// One is available before the other.
func.func @in_turn(%x: i32, %y: i32, %n: i32) -> (i32, i32) {
    %r, %s = tfrt.repeat.i32 %n, %x, %y : i32, i32 {
        %a = "my.held"(%x) : (i32) -> i32
        %b = tfrt.add.i32 %a, %a
        %c = "my.held"(%a) : (i32) -> i32
        %d = tfrt.add.i32 %c, %y
        tfrt.return %b, %d : i32, i32
    }
    tfrt.return %r, %s : i32, i32
}
// Each iteration asks for something that nothing waits for.
func.func @aside(%x: i32, %n: i32) -> i32 {
    %r = tfrt.repeat.i32 %n, %x : i32 {
        %one = tfrt.constant.i32 1
        %a = "my.held"(%x) : (i32) -> i32
        %b = "my.held"(%a) : (i32) -> i32
        %c = tfrt.add.i32 %x, %one
        tfrt.return %c : i32
    }
    tfrt.return %r : i32
}
