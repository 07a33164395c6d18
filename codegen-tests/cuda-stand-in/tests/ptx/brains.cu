#include "cuda.h"
typedef __bf16 bf16;
__global__ void brains(const bf16* a, const bf16* b, bf16* out, int n) {
  int i = index();
  if (i < n) {
    float x = a[i], y = b[i];
    out[2 * i] = (bf16)(x * y + 1.0f);
    out[2 * i + 1] = (bf16)__builtin_fmaf(x, y, -0.5f);
  }
}
