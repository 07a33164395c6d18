#include "cuda.h"
typedef _Float16 f16;
typedef _Float16 f16x2 __attribute__((ext_vector_type(2)));
__global__ void halves(const f16* a, const f16* b, f16* out, float* wide, int n) {
  int i = index();
  if (i >= n) return;
  f16 x = a[i], y = b[i];
  out[4 * i] = x + y;
  out[4 * i + 1] = x * y;
  out[4 * i + 2] = x < y ? -x : __builtin_fabsf16(y);
  out[4 * i + 3] = (f16)((float)x / 3.0f);
  wide[i] = (float)x * (float)y;
}
__global__ void pairs(const f16x2* a, const f16x2* b, f16x2* out, int n) {
  int i = index();
  if (i < n) out[i] = __nvvm_fma_rn_f16x2(a[i], b[i], a[i] - b[i]);
}
