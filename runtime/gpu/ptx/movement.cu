// Elements that are moved, by their size: none is computed with.
#include "device.h"

#define GIVEN(x) x##0, x##1, x##2, x##3, x##4, x##5
#define EACH_OF_SIX(x) u32 x##0, u32 x##1, u32 x##2, u32 x##3, u32 x##4, u32 x##5

// The coordinates of an element among six dimensions of which the first needs no size.
#define COORDINATES(at)                                                                                                \
    u32 rest = (at);                                                                                                   \
    u32 i5 = rest % n5;                                                                                                \
    rest /= n5;                                                                                                        \
    u32 i4 = rest % n4;                                                                                                \
    rest /= n4;                                                                                                        \
    u32 i3 = rest % n3;                                                                                                \
    rest /= n3;                                                                                                        \
    u32 i2 = rest % n2;                                                                                                \
    rest /= n2;                                                                                                        \
    u32 i1 = rest % n1;                                                                                                \
    u32 i0 = rest / n1;

#define SIZES u32 n1, u32 n2, u32 n3, u32 n4, u32 n5

// Any permutation: `s` are the strides of the operand, in the order of the result's dimensions.
#define PERMUTE(T)                                                                                                     \
    KERNEL permute_##T(const T *in, T *out, u32 count, SIZES, EACH_OF_SIX(s)) {                                        \
        EACH(at, count) {                                                                                              \
            COORDINATES((u32)at)                                                                                       \
            out[at] = in[i0 * s0 + i1 * s1 + i2 * s2 + i3 * s3 + i4 * s4 + i5 * s5];                                   \
        }                                                                                                              \
    }

// Matrices by tiles, so that what is read and what is written are neighbours. A block has 32 by 8 threads; the blocks of
// a row of tiles are along the second dimension, and those of all rows of all matrices along the first.
static const u32 TILE = 32, STEP = 8;

template <class T> DEVICE void transpose(const T *in, T *out, u32 tiles, u32 rows, u32 columns) {
    // A column more than needed: neighbours of a column are in different banks.
    __shared__ T tile[TILE][TILE + 1];
    u32 x = thread() % TILE, y = thread() / TILE;
    u32 row = block_x() % tiles * TILE, column = block_y() * TILE;
    u64 first = (u64)(block_x() / tiles) * rows * columns;
    LOOP(turn, 0, TILE / STEP, 1) {
        u32 i = y + turn * STEP;
        if (row + i < rows && column + x < columns)
            tile[i][x] = in[first + (u64)(row + i) * columns + column + x];
    }
    barrier();
    LOOP(turn, 0, TILE / STEP, 1) {
        u32 i = y + turn * STEP;
        if (column + i < columns && row + x < rows)
            out[first + (u64)(column + i) * rows + row + x] = tile[x][i];
    }
}

#define TRANSPOSE(T)                                                                                                   \
    KERNEL transpose_##T(const T *in, T *out, u32 tiles, u32 rows, u32 columns) {                                      \
        transpose(in, out, tiles, rows, columns);                                                                      \
    }

// Zeros around the operand, of the sizes `m`: `b` of them before it in each dimension. A coordinate before it is a large
// number.
#define PAD(T)                                                                                                         \
    KERNEL pad_##T(const T *in, T *out, u32 count, SIZES, EACH_OF_SIX(m), EACH_OF_SIX(b)) {                            \
        EACH(at, count) {                                                                                              \
            COORDINATES((u32)at)                                                                                       \
            i0 -= b0, i1 -= b1, i2 -= b2, i3 -= b3, i4 -= b4, i5 -= b5;                                                \
            bool inside = i0 < m0 && i1 < m1 && i2 < m2 && i3 < m3 && i4 < m4 && i5 < m5;                              \
            out[at] = inside ? in[((((i0 * m1 + i1) * m2 + i2) * m3 + i3) * m4 + i4) * m5 + i5] : (T)0;                \
        }                                                                                                              \
    }

#define MOVEMENT(T)                                                                                                    \
    PERMUTE(T)                                                                                                         \
    TRANSPOSE(T)                                                                                                       \
    PAD(T)
MOVEMENT(u8)
MOVEMENT(u16)
MOVEMENT(u32)
MOVEMENT(u64)
