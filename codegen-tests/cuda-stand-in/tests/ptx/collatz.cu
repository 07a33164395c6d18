#include "cuda.h"
// Each thread loops as often as its number needs.
__global__ void collatz(const u32* in, u32* steps, int n) {
  int i = index();
  if (i >= n) return;
  u64 x = in[i];
  u32 count = 0;
  while (x > 1) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    count++;
    if (count > 500) break;
  }
  steps[i] = count;
}
