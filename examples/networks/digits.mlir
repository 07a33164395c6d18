// A network that recognizes digits: 784 pixels, 64 hidden units, 10 classes.

// The hidden units and, for each class, a number: the greatest is the network's answer.
func.func @infer(%x: !tfrt_tensor.tensor,
    %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor,
    %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ch0: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) {
  %one = tfrt.constant.f32 1.0
  %hidden = "digits.rows_of"(%b1, %x) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.f32"(%one, %x, %w1, %one, %hidden, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = "digits.relu"(%hidden, %ch1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %logits = "digits.rows_of"(%b2, %x) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = "eigen.matmul.f32"(%one, %hidden, %w2, %one, %logits, %ch2) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %hidden, %logits, %ch3 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain
}

// The share of the images whose greatest number is that of their label, which is 1 in its class.
func.func @accuracy(%x: !tfrt_tensor.tensor, %labels: !tfrt_tensor.tensor,
    %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor,
    %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ch0: !tfrt.chain) -> f32 {
  %hidden, %logits, %ch1 = tfrt.call @infer(%x, %w1, %b1, %w2, %b2, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain)
  %right = "digits.share_right"(%logits, %labels, %ch1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> f32
  tfrt.return %right : f32
}

// One step of gradient descent down the cross entropy. A product that subtracts from the weights
// is the step itself: C = alpha * A * B + beta * C, with alpha the negative step.
func.func @step(%x: !tfrt_tensor.tensor, %labels: !tfrt_tensor.tensor,
    %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor,
    %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %descent: f32, %ch0: !tfrt.chain) -> !tfrt.chain {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %hidden, %logits, %ch1 = tfrt.call @infer(%x, %w1, %b1, %w2, %b2, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain)
  %slopes = tfrt_dht.create_uninitialized_tensor.f32.2 [20, 10]
  %ch2 = "eigen.softmax.f32"(%logits, %slopes, %ch1) {log = false} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch3 = "digits.subtract"(%slopes, %labels, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // Back to the hidden units, by the weights before the step.
  %w2_columns = "digits.transposed"(%w2, %ch3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %hidden_slopes = tfrt_dht.create_uninitialized_tensor.f32.2 [20, 64]
  %ch4 = "eigen.matmul.f32"(%one, %slopes, %w2_columns, %zero, %hidden_slopes, %ch3) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch5 = "digits.relu_slopes"(%hidden_slopes, %hidden, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // The layers have nothing to do with each other.
  %hidden_columns = "digits.transposed"(%hidden, %ch5) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %w2_done = "eigen.matmul.f32"(%descent, %hidden_columns, %slopes, %one, %w2, %ch5) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b2_done = "digits.add_rows"(%b2, %slopes, %descent, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt.chain) -> !tfrt.chain
  %pixels = "digits.transposed"(%x, %ch5) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %w1_done = "eigen.matmul.f32"(%descent, %pixels, %hidden_slopes, %one, %w1, %ch5) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b1_done = "digits.add_rows"(%b1, %hidden_slopes, %descent, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt.chain) -> !tfrt.chain
  %done = tfrt.merge.chains %w1_done, %b1_done, %w2_done, %b2_done : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %done : !tfrt.chain
}
