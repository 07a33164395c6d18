//! Something that is no function.

tfrt::tfrt_graph! {
    mod graph;
    fn twice(x: i32) -> i32 {
        x + x
    }
}

fn main() {}
