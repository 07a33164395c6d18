#include "cuda.h"
__global__ void histogram(const u8* in, u32* counts, int n) {
  __shared__ u32 local[64];
  for (int i = tx(); i < 64; i += size()) local[i] = 0;
  __syncthreads();
  for (int i = index(); i < n; i += size() * 4) __nvvm_atom_add_gen_i((int*)&local[in[i] & 63], 1);
  __syncthreads();
  for (int i = tx(); i < 64; i += size())
    if (local[i]) __nvvm_atom_add_gen_i((int*)&counts[i], local[i]);
}
