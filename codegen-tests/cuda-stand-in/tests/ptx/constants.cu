#include "cuda.h"
__constant__ float weights[5] = {1.5f, -2.0f, 0.25f, 3.0f, -0.125f};
__device__ int counter = 40;
__device__ const u16 table[4] = {7, 11, 13, 17};
__device__ float* pointer_to = (float*)&weights[1];
__global__ void constants(float* out, int n) {
  int i = index();
  if (i >= n) return;
  __nvvm_atom_add_gen_i(&counter, 1);
  out[i] = weights[i % 5] * table[i & 3] + *(volatile float*)pointer_to;
}
