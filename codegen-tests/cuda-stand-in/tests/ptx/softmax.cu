#include "cuda.h"
// One warp a row; powers of two.
__global__ void softmax(const float* in, float* out, int columns) {
  int row = bx(), lane = tx();
  float top = -__builtin_inff();
  for (int i = lane; i < columns; i += 32) top = __builtin_fmaxf(top, in[row * columns + i]);
  for (int by = 16; by > 0; by /= 2) top = __builtin_fmaxf(top, across(top, by));
  float sum = 0;
  for (int i = lane; i < columns; i += 32) sum += __nvvm_ex2_approx_f(in[row * columns + i] - top);
  for (int by = 16; by > 0; by /= 2) sum += across(sum, by);
  for (int i = lane; i < columns; i += 32)
    out[row * columns + i] = __nvvm_ex2_approx_f(in[row * columns + i] - top) / sum;
}
