#include "cuda.h"
// A lock in shared memory: the sum is no atomic operation.
__global__ void lock(u32* out, u32* order) {
  __shared__ int held;
  __shared__ u32 sum;
  if (tx() == 0) held = 0, sum = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (__nvvm_atom_cas_gen_i(&held, 0, 1) == 0) {
      __nvvm_membar_cta();
      sum += tx() + 1;
      __nvvm_membar_cta();
      __nvvm_atom_xchg_gen_i(&held, 0);
      done = true;
    }
  }
  __syncthreads();
  if (tx() == 0) out[bx()] = sum;
  u32 ticket = __nvvm_atom_inc_gen_ui(&order[0], 1000);
  order[1 + ticket] = 1;
}
