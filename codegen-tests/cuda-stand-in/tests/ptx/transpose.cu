#include "cuda.h"
// Through a tile of 32 x 32 with blocks of 32 x 8.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][33];
  int x = bx() * 32 + tx(), y = by() * 32 + ty();
  for (int i = 0; i < 32; i += 8)
    if (x < columns && y + i < rows) tile[ty() + i][tx()] = in[(y + i) * columns + x];
  __syncthreads();
  x = by() * 32 + tx();
  y = bx() * 32 + ty();
  for (int i = 0; i < 32; i += 8)
    if (x < rows && y + i < columns) out[(y + i) * rows + x] = tile[tx()][ty() + i];
}
