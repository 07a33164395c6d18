// Products of matrices, and convolutions as such: each element is one chain of fused multiplications and additions, in
// the order of the numeric contract. A block computes a tile of 64 by 64 elements, a thread 4 by 4 of these, in steps of
// 16 along the chains, whose factors are in shared memory.
#include "device.h"

static const u32 TILE = 64, DEPTH = 16, OWN = 4, THREADS = 256;

template <class W> struct __attribute__((aligned(16))) Tiles {
    W left[DEPTH][TILE], right[DEPTH][TILE];
};

// The sums of a thread.
template <class W> struct Sums {
    W of[OWN][OWN];
};

// Adds a step of at most 16 products to each sum.
template <class W> DEVICE void step(const Tiles<W> &tiles, u32 depth, u32 y, u32 x, Sums<W> &sums) {
    typedef W Row __attribute__((ext_vector_type(OWN)));
    LOOP(k, 0, depth, 1) {
        Row left = *(const Row *)&tiles.left[k][y], right = *(const Row *)&tiles.right[k][x];
        UNROLLED for (u32 i = 0; i < OWN; i++)
            UNROLLED for (u32 j = 0; j < OWN; j++)
                sums.of[i][j] = fused(left[i], right[j], sums.of[i][j]);
    }
}

DEVICE u32 least(u32 a, u32 b) { return a < b ? a : b; }

// The steps of a chain.
DEVICE u32 turns(u32 length) { return (length + DEPTH - 1) / DEPTH; }

// A matrix: from one row to the next, and from one place of the chain to the next. Its neighbours along the chain, or
// else along the rows, are read by neighbours.
template <class T>
DEVICE void fill(Work<T> (&tile)[DEPTH][TILE], const T *from, u32 row, u32 rows, u32 k, u32 depth, u32 row_stride,
                 u32 chain_stride) {
    LOOP(turn, 0, TILE * DEPTH / THREADS, 1) {
        u32 t = thread() + turn * THREADS;
        u32 place = chain_stride == 1 ? t % DEPTH : t / TILE;
        u32 own = chain_stride == 1 ? t / DEPTH : t % TILE;
        if (row + own < rows && place < depth)
            tile[place][own] = (Work<T>)from[(row + own) * row_stride + (k + place) * chain_stride];
    }
}

// The blocks of a row of tiles are along the second dimension of the grid, and those of all rows of all matrices along the
// first.
template <class T>
DEVICE void matmul(const T *a, const T *b, T *c, u32 tiles_of_one, u32 rows, u32 inner, u32 columns, u32 a_row,
                   u32 a_inner, u32 b_inner, u32 b_column, u64 a_matrix, u64 b_matrix) {
    typedef Work<T> W;
    __shared__ Tiles<W> tiles;
    u32 matrix = block_x() / tiles_of_one, row = block_x() % tiles_of_one * TILE, column = block_y() * TILE;
    u32 y = thread() / (TILE / OWN) * OWN, x = thread() % (TILE / OWN) * OWN;
    Sums<W> sums = {};
    LOOP(turn, 0, turns(inner), 1) {
        u32 k = turn * DEPTH;
        u32 depth = least(inner - k, DEPTH);
        fill(tiles.left, a + matrix * a_matrix, row, rows, k, depth, a_row, a_inner);
        fill(tiles.right, b + matrix * b_matrix, column, columns, k, depth, b_column, b_inner);
        barrier();
        step(tiles, depth, y, x, sums);
        barrier();
    }
    T *to = c + (u64)matrix * rows * columns;
    UNROLLED for (u32 i = 0; i < OWN; i++)
        UNROLLED for (u32 j = 0; j < OWN; j++)
            if (row + y + i < rows && column + x + j < columns)
                to[(row + y + i) * columns + column + x + j] = (T)sums.of[i][j];
}

// Strides are those of elements, so images may be [N, H, W, C] or [N, C, H, W], and filters in any order.
struct Shape {
    u32 pixels, outputs, inputs, channels, height, width, out_height, out_width, rows, columns, stride_y, stride_x, dilation_y,
        dilation_x, top, left, x_image, x_channel, x_row, x_column, f_output, f_input, f_row, f_column, y_image,
        y_channel, y_pixel;
};

#define SHAPE                                                                                                          \
    u32 pixels, u32 outputs, u32 inputs, u32 channels, u32 height, u32 width, u32 out_height, u32 out_width, u32 rows, \
        u32 columns, u32 stride_y, u32 stride_x, u32 dilation_y, u32 dilation_x, u32 top, u32 left, u32 x_image, u32 x_channel,     \
        u32 x_row, u32 x_column, u32 f_output, u32 f_input, u32 f_row, u32 f_column, u32 y_image, u32 y_channel,       \
        u32 y_pixel
#define GIVEN                                                                                                          \
    {pixels,   outputs,    inputs,  channels,   height,   width,   out_height, out_width, rows,    columns,                     \
     stride_y, stride_x,   dilation_y, dilation_x, top,   left,       x_image,   x_channel, x_row,                     \
     x_column, f_output,   f_input,    f_row,    f_column, y_image,   y_channel, y_pixel}

// Channels that are added one after the other, for each element of the window; the next follow when the window is done.
// If there are so many inputs, the last of these steps is filled with zeros: with these, there are as many as `channels`.
static const u32 CHANNELS = 16;

struct Link {
    u32 channel, row, column;
};

DEVICE Link link(const Shape &s, u32 place) {
    u32 window = s.rows * s.columns, channels = least(s.channels, CHANNELS);
    u32 block = place / (CHANNELS * window), within = place % (CHANNELS * window);
    u32 element = within / channels;
    return {block * CHANNELS + within % channels, element / s.columns, element % s.columns};
}

template <class T>
DEVICE void convolution(const T *images, const T *filters, const T *bias, T *out, u32 has_bias, const Shape &s) {
    typedef Work<T> W;
    __shared__ Tiles<W> tiles;
    u32 group = block_z(), pixel = block_x() * TILE, output = block_y() * TILE;
    u32 y = thread() / (TILE / OWN) * OWN, x = thread() % (TILE / OWN) * OWN;
    images += (u64)group * s.inputs * s.x_channel;
    filters += (u64)group * s.outputs * s.f_output;
    u32 all = s.channels * s.rows * s.columns;
    Sums<W> sums = {};
    if (has_bias)
        UNROLLED for (u32 j = 0; j < OWN; j++)
            if (output + x + j < s.outputs)
                UNROLLED for (u32 i = 0; i < OWN; i++)
                    sums.of[i][j] = (W)bias[group * s.outputs + output + x + j];
    LOOP(part, 0, turns(all), 1) {
        u32 k = part * DEPTH;
        u32 depth = least(all - k, DEPTH);
        LOOP(turn, 0, TILE * DEPTH / THREADS, 1) {
            u32 t = thread() + turn * THREADS;
            u32 place = s.x_channel == 1 ? t % DEPTH : t / TILE;
            u32 own = s.x_channel == 1 ? t / DEPTH : t % TILE;
            if (pixel + own < s.pixels) {
                // Behind the chain's end, something of the image, which nobody uses.
                Link at = link(s, k + place);
                u32 column = (pixel + own) % s.out_width, line = (pixel + own) / s.out_width;
                u32 image = line / s.out_height;
                // Before the image, large numbers.
                u32 from_y = line % s.out_height * s.stride_y + at.row * s.dilation_y - s.top;
                u32 from_x = column * s.stride_x + at.column * s.dilation_x - s.left;
                bool inside = from_y < s.height && from_x < s.width && at.channel < s.inputs;
                u32 from = image * s.x_image + at.channel * s.x_channel + from_y * s.x_row + from_x * s.x_column;
                tiles.left[place][own] = inside ? (W)images[from] : (W)0;
            }
        }
        LOOP(turn, 0, TILE * DEPTH / THREADS, 1) {
            u32 t = thread() + turn * THREADS;
            u32 place = s.f_output == 1 ? t / TILE : t % DEPTH;
            u32 own = s.f_output == 1 ? t % TILE : t / DEPTH;
            if (output + own < s.outputs && place < depth) {
                Link at = link(s, k + place);
                u32 from = (output + own) * s.f_output + at.channel * s.f_input + at.row * s.f_row +
                           at.column * s.f_column;
                tiles.right[place][own] = at.channel < s.inputs ? (W)filters[from] : (W)0;
            }
        }
        barrier();
        step(tiles, depth, y, x, sums);
        barrier();
    }
    UNROLLED for (u32 i = 0; i < OWN; i++)
        UNROLLED for (u32 j = 0; j < OWN; j++)
            if (pixel + y + i < s.pixels && output + x + j < s.outputs) {
                u32 p = pixel + y + i, size = s.out_height * s.out_width;
                u32 channel = group * s.outputs + output + x + j;
                out[p / size * s.y_image + channel * s.y_channel + p % size * s.y_pixel] = (T)sums.of[i][j];
            }
}

#define MATMUL(T)                                                                                                      \
    KERNEL matmul_##T(const T *a, const T *b, T *c, u32 tiles, u32 rows, u32 inner, u32 columns, u32 a_row,            \
                      u32 a_inner, u32 b_inner, u32 b_column, u64 a_matrix, u64 b_matrix) {                            \
        matmul(a, b, c, tiles, rows, inner, columns, a_row, a_inner, b_inner, b_column, a_matrix, b_matrix);           \
    }
#define CONVOLUTION(T)                                                                                                 \
    KERNEL convolution_##T(const T *images, const T *filters, const T *bias, T *out, u32 has_bias, SHAPE) {            \
        convolution<T>(images, filters, bias, out, has_bias, GIVEN);                                                   \
    }
MATMUL(i32)
MATMUL(i64)
MATMUL(f16)
MATMUL(f32)
MATMUL(f64)
CONVOLUTION(f16)
CONVOLUTION(f32)
CONVOLUTION(f64)
