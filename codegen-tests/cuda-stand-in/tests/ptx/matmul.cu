#include "cuda.h"
// c = a b, m x k times k x n, in tiles of 16 x 16.
__global__ void matmul(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[16][16], right[16][16];
  int row = by() * 16 + ty(), column = bx() * 16 + tx();
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    left[ty()][tx()] = row < m && start + tx() < k ? a[row * k + start + tx()] : 0;
    right[ty()][tx()] = start + ty() < k && column < n ? b[(start + ty()) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum = __builtin_fmaf(left[ty()][i], right[i][tx()], sum);
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
