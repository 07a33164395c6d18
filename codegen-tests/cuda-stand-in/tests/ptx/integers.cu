#include "cuda.h"
__global__ void integers(const u32* a, const u32* b, u64* out, int n) {
  int i = index();
  if (i >= n) return;
  u32 x = a[i], y = b[i];
  int s = (int)x, t = (int)y | 1;
  u64* o = out + 12 * i;
  o[0] = (u64)x * y + ((u64)x << 32 | y) / (y | 1);
  o[1] = (u64)((long long)s * t) % 1000003;
  o[2] = __builtin_popcount(x) + 100 * __builtin_clz(x | 1) + 10000 * __builtin_ctz(y | 1u << 31);
  o[3] = __builtin_bitreverse32(x) ^ __builtin_bswap32(y);
  o[4] = (u32)(s / t) ^ (u32)(s % t) << 3;
  o[5] = (u64)(((unsigned __int128)x << 60) * y >> 64);
  o[6] = __builtin_rotateleft32(x, y & 31) + (s >> (y & 31)) + (x << (y & 31));
  o[7] = (u8)x * (signed char)y + (u16)y + (short)x;
  o[8] = __builtin_popcountll((u64)x << 32 | y) + __builtin_clzll((u64)x << 20 | 1);
  o[9] = x > y ? s < t ? 3 : 5 : s == t ? 7 : 11;
  o[10] = (u64)__builtin_bitreverse64((u64)x << 32 | y);
  o[11] = (x / 10) * 3 + y % 7 + (u32)((s < t ? s : t) - (x > y ? x : y));
}
