#include "cuda.h"
__global__ void doubles(const double* a, const double* b, double* out, int n) {
  int i = index();
  if (i >= n) return;
  double x = a[i], y = b[i];
  out[6 * i] = x / y;
  out[6 * i + 1] = __builtin_sqrt(__builtin_fabs(x));
  out[6 * i + 2] = __builtin_fma(x, y, x - y);
  out[6 * i + 3] = __builtin_fmin(x, y);
  out[6 * i + 4] = (double)(long long)(x * 1000.0) + (double)(float)y;
  out[6 * i + 5] = __builtin_floor(x) + __builtin_trunc(y) + __builtin_rint(x + y);
}
