#include "cuda.h"
// The sum of each block's part, as a tree.
__global__ void reduce(const float* x, float* sums, int n) {
  __shared__ float part[256];
  int t = tx(), i = index();
  part[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int step = size() / 2; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) sums[bx()] = part[0];
}
