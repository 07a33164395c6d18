#include "cuda.h"
__global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = index();
  if (i < n) y[i] = __builtin_fmaf(a, x[i], y[i]);
}
