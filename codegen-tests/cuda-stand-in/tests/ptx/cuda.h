// What the kernels use of CUDA C. There are no CUDA headers where they are compiled.
#define __global__ extern "C" __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define INLINE __device__ static inline
#define ALL 0xFFFFFFFFu
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long long u64;
INLINE int tx() { return __nvvm_read_ptx_sreg_tid_x(); }
INLINE int ty() { return __nvvm_read_ptx_sreg_tid_y(); }
INLINE int size() { return __nvvm_read_ptx_sreg_ntid_x(); }
INLINE int bx() { return __nvvm_read_ptx_sreg_ctaid_x(); }
INLINE int by() { return __nvvm_read_ptx_sreg_ctaid_y(); }
INLINE int index() { return bx() * size() + tx(); }
INLINE float down(float x, int by) { return __nvvm_shfl_sync_down_f32(ALL, x, by, 31); }
INLINE float across(float x, int by) { return __nvvm_shfl_sync_bfly_f32(ALL, x, by, 31); }
