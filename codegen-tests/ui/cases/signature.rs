//! Bodies that do not fit the signature that their function is pinned to.

#[tfrt::kernel("my.read")]
async fn read(x: i32) -> i32 {
    x
}

tfrt::kernels! { MY = [read] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @fails(%x: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %q, %r = tfrt.div.i32 %x, %x
        %s = tfrt.add.i32 %q, %x
        tfrt.return %s : i32
    }
    func.func @waits(%x: i32) -> (i32, i32) attributes {tfrt.signature = "fallible"} {
        %q, %r = tfrt.div.i32 %x, %x
        %y = "my.read"(%q) : (i32) -> i32
        %s = tfrt.add.i32 %y, %x
        tfrt.return %q, %s : i32, i32
    }
    func.func @in_region(%c: i1, %x: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %r = tfrt.if %c, %x : (i32) -> (i32) {
            %y = "my.read"(%x) : (i32) -> i32
            tfrt.return %y : i32
        } else {
            tfrt.return %x : i32
        }
        tfrt.return %r : i32
    }
    func.func @through_calls(%x: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %y = tfrt.call @half(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
    func.func private @half(%x: i32) -> i32 {
        %q, %r = tfrt.div.i32 %x, %x
        tfrt.return %q : i32
    }
    func.func @loops(%n: i32, %x: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %y = tfrt.repeat.i32 %n, %x : i32 {
            %z = tfrt.add.i32 %x, %x
            tfrt.return %z : i32
        }
        tfrt.return %y : i32
    }
    func.func @recursive(%c: i1, %x: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %y = tfrt.cond %c @recursive @other (%c, %x) : (i1, i32) -> (i32)
        tfrt.return %y : i32
    }
    func.func private @other(%c: i1, %x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {}
