#include "cuda.h"
// Bytes of one word belong to threads of different warps.
__global__ void bytes(const u8* in, u8* out) {
  __shared__ u8 tile[96];
  int t = tx();
  tile[(t * 35) % 96] = in[t];
  __syncthreads();
  out[t] = tile[95 - t];
}
