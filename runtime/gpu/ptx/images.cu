// Images: pools, and normalization by channels.
#include "device.h"

// Images are [N, H, W, C] with `last`, else [N, C, H, W].
struct Windows {
    u32 last, channels, height, width, out_height, out_width, rows, columns, stride_y, stride_x, dilation_y, dilation_x,
        top, left, bottom, right;
};

#define WINDOWS                                                                                                        \
    u32 last, u32 channels, u32 height, u32 width, u32 out_height, u32 out_width, u32 rows, u32 columns, u32 stride_y, \
        u32 stride_x, u32 dilation_y, u32 dilation_x, u32 top, u32 left, u32 bottom, u32 right
#define GIVEN                                                                                                          \
    {last,     channels, height,     width,      out_height, out_width, rows,   columns,                               \
     stride_y, stride_x, dilation_y, dilation_x, top,        left,      bottom, right}

// Where an output's window begins, counted from the first of the padding, and its image and channel.
struct Place {
    u32 image, channel, y, x;
};

DEVICE Place place(const Windows &w, u32 at) {
    if (w.last) {
        u32 channel = at % w.channels, pixel = at / w.channels;
        u32 x = pixel % w.out_width, row = pixel / w.out_width;
        return {row / w.out_height, channel, row % w.out_height * w.stride_y, x * w.stride_x};
    }
    u32 x = at % w.out_width, row = at / w.out_width;
    u32 y = row % w.out_height, plane = row / w.out_height;
    return {plane / w.channels, plane % w.channels, y * w.stride_y, x * w.stride_x};
}

// Calls a function with each element of a window that is in the image, row by row.
template <class T, class F> DEVICE void each(const Windows &w, const T *in, const Place &at, F of) {
    u64 image = (u64)at.image * w.channels * w.height * w.width;
    u64 first = w.last ? image + at.channel : image + (u64)at.channel * w.height * w.width;
    u32 step = w.last ? w.channels : 1;
    LOOP(row, 0, w.rows, 1) {
        // Before the image, a large number.
        u32 y = at.y + row * w.dilation_y - w.top;
        if (y < w.height)
            LOOP(column, 0, w.columns, 1) {
                u32 x = at.x + column * w.dilation_x - w.left;
                if (x < w.width)
                    of((Work<T>)in[first + (u64)(y * w.width + x) * step]);
            }
    }
}

// The places of a window along a dimension that are in the image or its padding.
DEVICE u32 around(u32 start, u32 window, u32 dilation, u32 size) {
    u32 all = ((size > start ? size : start) - start + dilation - 1) / dilation;
    return all < window ? all : window;
}

// The greatest element, the first of equal ones; one that is no number stays.
template <class T> DEVICE void max_pool(const Windows &w, const T *in, T *out, u32 count) {
    EACH(i, count) {
        Work<T> greatest = -__builtin_inff();
        each(w, in, place(w, (u32)i), [&](Work<T> x) { greatest = x > greatest || x != x ? x : greatest; });
        out[i] = (T)greatest;
    }
}

// The sum, divided once by the elements in the image, or with `padded` by those in its padding too.
template <class T> DEVICE void average_pool(const Windows &w, const T *in, T *out, u32 count, u32 padded) {
    EACH(i, count) {
        Place at = place(w, (u32)i);
        Work<T> sum = 0;
        u32 inside = 0;
        each(w, in, at, [&](Work<T> x) {
            sum += x;
            inside += 1;
        });
        u32 all = around(at.y, w.rows, w.dilation_y, w.top + w.height + w.bottom) *
                  around(at.x, w.columns, w.dilation_x, w.left + w.width + w.right);
        out[i] = (T)(sum / (Work<T>)(padded ? all : inside));
    }
}

// (x - mean) / sqrt(variance + epsilon) * scale + offset, then what is added, then the activation. `inner` elements of a
// channel are neighbours.
template <class T>
DEVICE void batch_norm(const T *in, const Work<T> *scale, const Work<T> *offset, const Work<T> *mean,
                       const Work<T> *variance, const T *side, T *out, u32 count, u32 channels, u32 inner,
                       Work<T> epsilon, u32 has_side, u32 relu) {
    EACH(i, count) {
        u32 channel = (u32)i / inner % channels;
        Work<T> y = ((Work<T>)in[i] - mean[channel]) / root(variance[channel] + epsilon) * scale[channel];
        y += offset[channel];
        if (has_side)
            y += (Work<T>)side[i];
        out[i] = (T)(relu ? positive(y) : y);
    }
}

#define IMAGES(T, W)                                                                                                   \
    KERNEL max_pool_##T(const T *in, T *out, u32 count, WINDOWS) { max_pool<T>(GIVEN, in, out, count); }               \
    KERNEL average_pool_##T(const T *in, T *out, u32 count, WINDOWS, u32 padded) {                                     \
        average_pool<T>(GIVEN, in, out, count, padded);                                                                \
    }                                                                                                                  \
    KERNEL batch_norm_##T(const T *in, const W *scale, const W *offset, const W *mean, const W *variance,              \
                          const T *side, T *out, u32 count, u32 channels, u32 inner, W epsilon, u32 has_side,          \
                          u32 relu) {                                                                                  \
        batch_norm(in, scale, offset, mean, variance, side, out, count, channels, inner, epsilon, has_side, relu);     \
    }
IMAGES(f16, f32)
IMAGES(f32, f32)
IMAGES(f64, f64)
