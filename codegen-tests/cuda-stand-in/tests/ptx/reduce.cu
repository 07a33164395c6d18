#include "cuda.h"
// The sum of each block's part, as a tree.
extern "C" __global__ void reduce(const float* x, float* sums, int n) {
  __shared__ float part[256];
  int t = tid_x(), i = index();
  part[t] = i < n ? x[i] : 0.0f;
  barrier();
  for (int step = size_x() / 2; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    barrier();
  }
  if (t == 0) sums[block_x()] = part[0];
}
