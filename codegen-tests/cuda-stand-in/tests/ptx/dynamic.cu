#include "cuda.h"
extern __shared__ float space[];
// Reverses each block's part, and adds what a fixed array holds.
__global__ void dynamic(const float* in, float* out) {
  __shared__ float fixed[3];
  int t = tx();
  space[t] = in[index()];
  if (t < 3) fixed[t] = t * 0.5f;
  __syncthreads();
  out[index()] = space[size() - 1 - t] + fixed[t % 3];
}
