#include "cuda.h"
// Odd numbers, counted by warps: votes, masks of lanes, atomics.
__global__ void compact(const u32* in, u32* out, u32* count, u32* odd_by_block, int n) {
  int i = index(), lane = tx() & 31;
  u32 x = i < n ? in[i] : 0;
  u32 mask = __nvvm_vote_ballot_sync(ALL, x & 1);
  u32 start = 0;
  if (lane == 0 && mask) start = __nvvm_atom_add_gen_i((int*)count, __builtin_popcount(mask));
  start = __nvvm_shfl_sync_idx_i32(ALL, start, 0, 31);
  if (x & 1) out[start + __builtin_popcount(mask & __nvvm_read_ptx_sreg_lanemask_lt())] = x;
  int odd = __nvvm_bar0_popc(x & 1), any = __nvvm_bar0_or(x == 77), all = __nvvm_bar0_and(x < 1000);
  u32 most = __nvvm_redux_sync_umax(x, ALL);
  u32 same = __nvvm_match_any_sync_i32(ALL, x & 3);
  if (tx() == 0) odd_by_block[bx()] = odd + (any ? 10000 : 0) + (all ? 100000 : 0) + most * 1000000 + (same & 0xF) * 3;
}
