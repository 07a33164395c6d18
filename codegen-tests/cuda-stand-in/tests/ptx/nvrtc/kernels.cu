// Compiled by NVRTC 12.0.140, which is in the wheel nvidia-cuda-nvrtc-cu12, as the first line of kernels.ptx says.
struct Record { float x, y; int k[5]; };

__device__ __noinline__ Record changed(Record r, int i) {
  r.x += r.k[i];
  r.k[i & 3] = 7;
  return r;
}

__device__ int plus(int x, int y) { return x + y; }
__device__ int times(int x, int y) { return x * y; }
__device__ int minus(int x, int y) { return x - y; }
typedef int (*Operation)(int, int);
__device__ Operation operations[3] = {plus, times, minus};

struct Shape { __device__ virtual int area(int) const = 0; };
struct Square : Shape { __device__ int area(int a) const override { return a * a; } };
struct Ring : Shape { int hole; __device__ int area(int a) const override { return a * a - hole; } };

extern "C" {

// A struct by value, indexed by what only the launch knows.
__global__ void records(Record r, float* out, int i) {
  Record q = changed(changed(r, i), r.k[i % 5] % 5);
  out[0] = q.x + q.k[i] + r.k[(i + 1) % 5] + q.y;
}

// Calls by address, out of a table and of a class.
__global__ void pointers(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Square square;
  Ring ring;
  ring.hole = i;
  const Shape* shape = in[i] & 1 ? static_cast<const Shape*>(&square) : &ring;
  out[i] = operations[i % 3](in[i], i + 2) + shape->area(i & 7);
}

// Sums of warps, then of the block.
__global__ void __launch_bounds__(256, 2) sums(const float* __restrict__ in, float* out, int n) {
  __shared__ float parts[8];
  float x = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x += in[i];
  for (int by = 16; by; by >>= 1) x += __shfl_xor_sync(~0u, x, by);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < blockDim.x / 32; i++) sum += parts[i];
    out[blockIdx.x] = sum;
  }
}

__global__ void conversions(const float* f, const double* d, long long* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  float x = f[i];
  double y = d[i];
  long long* o = out + 8 * i;
  o[0] = __float2int_rd(x) + (long long)__float2uint_ru(x < 0 ? -x : x);
  o[1] = llrint(y) + (long long)y;
  o[2] = __float_as_int(__double2float_rz(y)) + (unsigned char)(int)x * 3;
  o[3] = __float_as_int(__fadd_rz(x, 1.1f)) ^ (long long)__float_as_int(__fmul_ru(x, 1.7f)) << 32;
  o[4] = __double_as_longlong(floor(y) + ceil((double)x));
  o[5] = __umul64hi((unsigned long long)o[3], 0x123456789abcdefULL) + __popcll(o[4]);
  o[6] = (x > 0 && y < 5 || isnan(x)) + __byte_perm(__float_as_int(x), i, 0x5140) + __ffs(i);
  o[7] = __float_as_int(__saturatef(x)) + __float_as_int(fminf(x, (float)y)) + __mulhi(i * 77777, 99999999);
}

__global__ void switches(const int* in, int* out, int n) {
  int i = threadIdx.x, r = 0, local[8];
  switch (in[i]) {
    case 0: r = n * 3; break;
    case 1: r = n ^ 5; break;
    case 2: r = n / 3; break;
    case 3: r = n << 2; break;
    case 4: r = n % 7; break;
    case 5: r = -n; break;
    case 6: r = n | 9; break;
    default: r = n & 3;
  }
  for (int k = 0; k < 8; k++) local[k] = k * r + in[k];
  for (int k = 0; k < n; k++) r += local[(r + k) & 7];
  out[i] = r + __syncthreads_count(r & 1);
}

}
