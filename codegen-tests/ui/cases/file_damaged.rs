//! BEF that is damaged or cut off.

tfrt::tfrt_graph! { mod a = "ui/damaged.bef"; }

tfrt::tfrt_graph! { mod b = "ui/short.bef"; }

fn main() {}
