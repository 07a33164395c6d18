//! The sums of a convolution and of its gradients.
//!
//! Places of a window that are in the padding are left out of the sums.

use crate::parallel::rows;
use crate::view::{same_size, sizes};
use crate::window::{Axis, axes};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;

/// A convolution of images with a filter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Convolution {
    /// The shape of the output.
    pub(super) output: [i64; 4],
    images: usize,
    rows: Axis,
    columns: Axis,
    inputs: usize,
    outputs: usize,
}

impl Convolution {
    /// # Errors
    /// Those of [`axes`], and `Dimensions does not match: input channels is 1 and kernel depth is 2`.
    pub(super) fn new(
        input: [i64; 4],
        filter: [i64; 4],
        padding: &str,
        strides: &[i64],
    ) -> Result<Self, KernelError> {
        let [images, height, width, channels] = input;
        let [window_height, window_width, depth, outputs] = filter;
        let window = [window_height, window_width];
        let [rows, columns] = axes([height, width], window, padding, strides)?;
        same_size(("input channels", channels), ("kernel depth", depth))?;
        let size = |size| i64::try_from(size).unwrap_or(i64::MAX);
        let output = [images, size(rows.output), size(columns.output), outputs];
        let [images, inputs, outputs] = sizes([images, channels, outputs]);
        Ok(Self { output, images, rows, columns, inputs, outputs })
    }

    /// Row, column and channels of the input's pixel of that index.
    fn pixel<'a>(&self, input: &'a [f32], image: usize, row: usize, column: usize) -> &'a [f32] {
        let pixel = (image * self.rows.input + row) * self.columns.input + column;
        &input[pixel * self.inputs..][..self.inputs]
    }

    /// The weights of a place of the filter: for each input channel those of the output channels.
    fn weights<'a>(&self, filter: &'a [f32], row: usize, column: usize) -> &'a [f32] {
        let size = self.inputs * self.outputs;
        &filter[(row * self.columns.window + column) * size..][..size]
    }

    /// The gradients of the output's pixel.
    fn gradients<'a>(
        &self,
        output: &'a [f32],
        image: usize,
        row: usize,
        column: usize,
    ) -> &'a [f32] {
        let pixel = (image * self.rows.output + row) * self.columns.output + column;
        &output[pixel * self.outputs..][..self.outputs]
    }

    /// Sets the output: sums over rows, columns and channels of the window, in this order, of which
    /// `finish` makes the element of that output channel.
    pub(super) fn forward(
        &self,
        ctx: ExecCtx<'_>,
        [input, filter]: [&[f32]; 2],
        output: &mut [f32],
        finish: impl Fn(usize, f32) -> f32 + Sync,
    ) {
        let empty = input.is_empty() || filter.is_empty();
        rows(ctx, output, self.outputs, filter.len(), |pixel, sums| {
            let (row, column) = (pixel / self.columns.output, pixel % self.columns.output);
            let (image, row) = (row / self.rows.output, row % self.rows.output);
            sums.fill(0.0);
            if !empty {
                for tap_row in self.rows.taps(row) {
                    let from = self.rows.input_of(row, tap_row);
                    for tap in self.columns.taps(column) {
                        let x = self.pixel(input, image, from, self.columns.input_of(column, tap));
                        let weights = self.weights(filter, tap_row, tap);
                        for (x, weights) in x.iter().zip(weights.chunks_exact(self.outputs)) {
                            for (sum, weight) in sums.iter_mut().zip(weights) {
                                *sum += x * weight;
                            }
                        }
                    }
                }
            }
            for (channel, sum) in sums.iter_mut().enumerate() {
                *sum = finish(channel, *sum);
            }
        });
    }

    /// Sets the gradient of the filter: sums over images, rows and columns of the output, in this
    /// order.
    pub(super) fn filter_gradient(
        &self,
        ctx: ExecCtx<'_>,
        [gradient, input]: [&[f32]; 2],
        filter: &mut [f32],
    ) {
        let empty = input.is_empty() || gradient.is_empty();
        rows(ctx, filter, self.outputs, gradient.len(), |row, sums| {
            let (tap, channel) = (row / self.inputs, row % self.inputs);
            let (tap_row, tap) = (tap / self.columns.window, tap % self.columns.window);
            sums.fill(0.0);
            if empty {
                return;
            }
            for image in 0..self.images {
                for row in 0..self.rows.output {
                    if !self.rows.taps(row).contains(&tap_row) {
                        continue;
                    }
                    let from = self.rows.input_of(row, tap_row);
                    for column in 0..self.columns.output {
                        if !self.columns.taps(column).contains(&tap) {
                            continue;
                        }
                        let x = self.pixel(input, image, from, self.columns.input_of(column, tap));
                        let gradients = self.gradients(gradient, image, row, column);
                        for (sum, gradient) in sums.iter_mut().zip(gradients) {
                            *sum += x[channel] * gradient;
                        }
                    }
                }
            }
        });
    }

    /// Sets the gradient of the input: sums over rows and columns of the window and over the output
    /// channels, in this order.
    pub(super) fn input_gradient(
        &self,
        ctx: ExecCtx<'_>,
        [gradient, filter]: [&[f32]; 2],
        input: &mut [f32],
    ) {
        let empty = filter.is_empty() || gradient.is_empty();
        rows(ctx, input, self.inputs, filter.len(), |pixel, sums| {
            let (row, column) = (pixel / self.columns.input, pixel % self.columns.input);
            let (image, row) = (row / self.rows.input, row % self.rows.input);
            sums.fill(0.0);
            if empty {
                return;
            }
            for tap_row in 0..self.rows.window {
                let Some(from) = self.rows.output_of(row, tap_row) else { continue };
                for tap in 0..self.columns.window {
                    let Some(column) = self.columns.output_of(column, tap) else { continue };
                    let gradients = self.gradients(gradient, image, from, column);
                    let weights = self.weights(filter, tap_row, tap);
                    for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(self.outputs)) {
                        for (gradient, weight) in gradients.iter().zip(weights) {
                            *sum += gradient * weight;
                        }
                    }
                }
            }
        });
    }
}
