// What the kernels use of CUDA C. There are no CUDA headers where they are compiled.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long long u64;
__device__ static inline int tid_x() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ static inline int tid_y() { return __nvvm_read_ptx_sreg_tid_y(); }
__device__ static inline int size_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
__device__ static inline int block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
__device__ static inline int block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
__device__ static inline int blocks_x() { return __nvvm_read_ptx_sreg_nctaid_x(); }
__device__ static inline int index() { return block_x() * size_x() + tid_x(); }
__device__ static inline void barrier() { __syncthreads(); }
