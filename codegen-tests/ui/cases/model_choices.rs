//! What is chosen for a model, and cannot be read.

tfrt::tfrt_graph! { mod a = "net.onnx"; bind { batch = 1 }; }

tfrt::tfrt_graph! { mod b = "net.onnx"; bind = { batch }; }

tfrt::tfrt_graph! { mod c = "net.onnx"; bind = { batch = one }; }

tfrt::tfrt_graph! { mod d = "net.onnx"; math = exacter; }

tfrt::tfrt_graph! { mod e = "net.onnx"; bind = { batch = 1 } }

tfrt::tfrt_graph! { mod f = "net.onnx"; form = values; }

fn main() {}
