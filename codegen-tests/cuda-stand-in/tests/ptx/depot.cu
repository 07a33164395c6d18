#include "cuda.h"
// An array by thread with computed indices, and a jump table.
__global__ void depot(const u32* in, u32* out, int n) {
  int i = index();
  if (i >= n) return;
  u32 local[16];
  for (int k = 0; k < 16; k++) local[k] = in[i] * (k + 1);
  u32 x = in[i], sum = 0;
  for (int k = 0; k < 20; k++) {
    u32 at = (x >> (k & 7)) & 15;
    switch (at & 7) {
      case 0: local[at] += 3; break;
      case 1: local[at] ^= x; break;
      case 2: sum += local[15 - at]; break;
      case 3: local[(at + k) & 15] = sum; break;
      case 4: sum = sum * 5 + 1; break;
      case 5: local[k & 15] -= at; break;
      default: sum ^= local[at];
    }
  }
  for (int k = 0; k < 16; k++) sum = sum * 31 + local[k];
  out[i] = sum;
}
