#include "cuda.h"
struct Pair { float a; int b; double c; };
__device__ __attribute__((noinline)) float scaled(float x, float by) { return x * by + 1.0f; }
__device__ __attribute__((noinline)) Pair split(Pair p, int by) {
  Pair q = {scaled(p.a, 2.0f), p.b / by, p.c * p.b};
  return q;
}
__device__ __attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void calls(const float* x, double* out, int n) {
  int i = index();
  if (i >= n) return;
  Pair p = {x[i], i + 3, 0.25};
  Pair q = split(p, 2);
  out[i] = q.a + q.b + q.c + fibonacci(i % 9);
}
