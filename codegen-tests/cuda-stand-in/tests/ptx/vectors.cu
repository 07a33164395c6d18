#include "cuda.h"
typedef float f4 __attribute__((ext_vector_type(4)));
typedef short s2 __attribute__((ext_vector_type(2)));
typedef u8 b4 __attribute__((ext_vector_type(4)));
__global__ void vectors(const f4* __restrict__ a, const b4* __restrict__ b, f4* out, s2* shorts, int n) {
  int i = index();
  if (i >= n) return;
  f4 x = a[i];
  b4 y = b[i];
  f4 scale = {(float)y.x, (float)y.y, (float)y.z, (float)y.w};
  out[i] = x.wzyx * scale + 0.5f;
  s2 s = {(short)(y.x - y.y), (short)(y.z * y.w)};
  shorts[i] = s;
}
