// Products of small whole numbers and their sums, which the compiler makes of instructions that multiply eight or sixteen of them at once.
#include <stdint.h>

enum {
	sibyl_longest = 2048, // numbers of a row
	ahead = 4, // rows that are on their way from memory
};

// products writes the sums of the products of each of rows, whose weights are offset by 128, with each token: to out[t*stride + row].
static inline __attribute__((always_inline)) void products(const uint8_t *weights, int rows, int in, const int16_t *x, int tokens, int32_t *out, int stride) {
	int16_t w[sibyl_longest];
	for (int r = 0; r < rows; r++, weights += in) {
		for (int i = 0; i < in; i++)
			w[i] = (int16_t)(weights[i] - 128);
		int t = 0;
		for (; t + 4 <= tokens; t += 4) {
			const int16_t *x0 = x + (long)t * in, *x1 = x0 + in, *x2 = x1 + in, *x3 = x2 + in;
			int32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
			for (int i = 0; i < in; i++) {
				s0 += x0[i] * w[i];
				s1 += x1[i] * w[i];
				s2 += x2[i] * w[i];
				s3 += x3[i] * w[i];
			}
			int32_t *to = out + (long)t * stride + r;
			to[0] = s0, to[stride] = s1, to[2 * (long)stride] = s2, to[3 * (long)stride] = s3;
		}
		for (; t < tokens; t++) {
			int32_t s = 0;
			for (int i = 0; i < in; i++)
				s += x[(long)t * in + i] * w[i];
			out[(long)t * stride + r] = s;
		}
	}
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void products_avx2(const uint8_t *weights, int rows, int in, const int16_t *x, int tokens, int32_t *out, int stride) {
	products(weights, rows, in, x, tokens, out, stride);
}
#endif

static void sibyl_products(const uint8_t *weights, int rows, int in, const int16_t *x, int tokens, int32_t *out, int stride) {
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2")) {
		products_avx2(weights, rows, in, x, tokens, out, stride);
		return;
	}
#endif
	products(weights, rows, in, x, tokens, out, stride);
}

// add_rows adds to each of dims sums a byte of each of count rows times the row's weight. The weights are below 1<<24 together, so that none overflows.
static inline __attribute__((always_inline)) void add_rows(const uint8_t *table, int dims, const uint32_t *rows, const uint32_t *weights, int count, uint32_t *sums) {
	for (int r = 0; r < count; r++) {
		if (r + ahead < count) {
			const uint8_t *later = table + (long)rows[r + ahead] * dims;
			for (int i = 0; i < dims; i += 64)
				__builtin_prefetch(later + i);
		}
		const uint8_t *row = table + (long)rows[r] * dims;
		uint32_t weight = weights[r];
		for (int i = 0; i < dims; i++)
			sums[i] += weight * row[i];
	}
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_rows_avx2(const uint8_t *table, int dims, const uint32_t *rows, const uint32_t *weights, int count, uint32_t *sums) {
	add_rows(table, dims, rows, weights, count, sums);
}
#endif

static void sibyl_add_rows(const uint8_t *table, int dims, const uint32_t *rows, const uint32_t *weights, int count, uint32_t *sums) {
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx2")) {
		add_rows_avx2(table, dims, rows, weights, count, sums);
		return;
	}
#endif
	add_rows(table, dims, rows, weights, count, sums);
}
