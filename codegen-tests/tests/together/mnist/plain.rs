//! The network in `f64`, in plain loops.

use super::digits::{CLASSES, HIDDEN, Network};

impl Network<f64> {
    pub(crate) fn of(network: &Network<f32>) -> Self {
        let wide = |numbers: &[f32]| numbers.iter().map(|&number| f64::from(number)).collect();
        let Network { w1, b1, w2, b2 } = network;
        Self { w1: wide(w1), b1: wide(b1), w2: wide(w2), b2: wide(b2) }
    }

    fn hidden(&self, image: &[f64]) -> Vec<f64> {
        apply(&self.w1, &self.b1, image).into_iter().map(|sum| sum.max(0.0)).collect()
    }

    /// One number for each class.
    pub(crate) fn logits(&self, image: &[f64]) -> Vec<f64> {
        apply(&self.w2, &self.b2, &self.hidden(image))
    }

    /// A step of gradient descent down the cross entropy.
    pub(crate) fn step(&mut self, image: &[f64], label: usize, rate: f64) {
        let hidden = self.hidden(image);
        let logits = apply(&self.w2, &self.b2, &hidden);
        let all: f64 = logits.iter().map(|logit| logit.exp()).sum();
        let mut slopes: Vec<f64> = logits.iter().map(|logit| logit.exp() / all).collect();
        slopes[label] -= 1.0;
        let hidden_slopes: Vec<f64> = (0..HIDDEN)
            .map(|unit| {
                let weights = &self.w2[unit * CLASSES..][..CLASSES];
                let slope: f64 = weights.iter().zip(&slopes).map(|(w, slope)| w * slope).sum();
                if hidden[unit] > 0.0 { slope } else { 0.0 }
            })
            .collect();
        descend(&mut self.w2, &mut self.b2, &hidden, &slopes, rate);
        descend(&mut self.w1, &mut self.b1, image, &hidden_slopes, rate);
    }
}

/// Inputs times weights, plus biases.
fn apply(weights: &[f64], bias: &[f64], inputs: &[f64]) -> Vec<f64> {
    let mut sums = bias.to_vec();
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(bias.len())) {
        sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
    }
    sums
}

/// Moves a layer's parameters against the slopes of its outputs.
fn descend(weights: &mut [f64], bias: &mut [f64], inputs: &[f64], slopes: &[f64], rate: f64) {
    for (input, weights) in inputs.iter().zip(weights.chunks_exact_mut(slopes.len())) {
        weights.iter_mut().zip(slopes).for_each(|(weight, slope)| *weight -= rate * input * slope);
    }
    bias.iter_mut().zip(slopes).for_each(|(bias, slope)| *bias -= rate * slope);
}
