#include "cuda.h"
// Inclusive sums of a block of up to 1,024, by warps.
__global__ void scan(const int* in, int* out, int n) {
  __shared__ int sums[32];
  int t = tx(), lane = t & 31, warp = t >> 5;
  int x = t < n ? in[t] : 0;
  for (int by = 1; by < 32; by *= 2) {
    int other = __nvvm_shfl_sync_up_i32(ALL, x, by, 0);
    if (lane >= by) x += other;
  }
  if (lane == 31) sums[warp] = x;
  __syncthreads();
  if (warp == 0) {
    int s = lane < size() / 32 ? sums[lane] : 0;
    for (int by = 1; by < 32; by *= 2) {
      int other = __nvvm_shfl_sync_up_i32(ALL, s, by, 0);
      if (lane >= by) s += other;
    }
    sums[lane] = s;
  }
  __syncthreads();
  if (t < n) out[t] = x + (warp > 0 ? sums[warp - 1] : 0);
}
