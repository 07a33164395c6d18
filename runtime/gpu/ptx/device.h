// What device code needs of a header: words of CUDA C, indices, the types of elements and what they are computed in. How
// to add a kernel: `runtime/gpu/src/device_code/mod.rs`.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define KERNEL extern "C" __global__ void
#define INLINE __device__ __attribute__((always_inline)) inline
#define DEVICE static INLINE

typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef _Float16 f16;
typedef float f32;
typedef double f64;

DEVICE u32 thread() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE u32 threads() { return __nvvm_read_ptx_sreg_ntid_x(); }
DEVICE u32 block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE u32 block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
DEVICE u32 block_z() { return __nvvm_read_ptx_sreg_ctaid_z(); }
DEVICE void barrier() { __syncthreads(); }

// A thread for each element: a grid has enough of them.
#define EACH(index, count)                                                                                             \
    const u64 index = (u64)block_x() * threads() + thread();                                                           \
    if (index < (count))

// A loop that is compiled once, so that each of its bounds is checked in one place.
#define LOOP(index, from, to, step)                                                                                    \
    _Pragma("clang loop unroll(disable)") for (u32 index = (from); index < (to); index += (step))

// A loop of few turns, whose variables stay in registers.
#define UNROLLED _Pragma("clang loop unroll(full)")

// What arithmetic on a type is computed in. A half is rounded once, when it is stored.
template <class T> struct Of {
    typedef T Work;
};
template <> struct Of<f16> {
    typedef f32 Work;
};
template <class T> using Work = typename Of<T>::Work;

// Sums and products of integers wrap, which those of signed ones need not in C.
template <class T> struct Wrapping {
    typedef T Type;
};
template <> struct Wrapping<i8> {
    typedef u8 Type;
};
template <> struct Wrapping<i16> {
    typedef u16 Type;
};
template <> struct Wrapping<i32> {
    typedef u32 Type;
};
template <> struct Wrapping<i64> {
    typedef u64 Type;
};
template <class T> using Wraps = typename Wrapping<T>::Type;

template <class T> DEVICE T plus(T a, T b) { return (T)((Wraps<T>)a + (Wraps<T>)b); }
template <class T> DEVICE T minus(T a, T b) { return (T)((Wraps<T>)a - (Wraps<T>)b); }
template <class T> DEVICE T times(T a, T b) { return (T)((Wraps<T>)a * (Wraps<T>)b); }

// a * b + c, rounded once.
template <class T> DEVICE T fused(T a, T b, T c) { return plus(times(a, b), c); }
DEVICE f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
DEVICE f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }

DEVICE f32 root(f32 x) { return __nvvm_sqrt_rn_f(x); }
DEVICE f64 root(f64 x) { return __nvvm_sqrt_rn_d(x); }

template <class T> DEVICE T positive(T x) { return x < (T)0 ? (T)0 : x; }
