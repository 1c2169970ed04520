// What a search by meaning does with each chunk, many chunks a call. Sums are made in one order, without fused operations, so that results are the same on
// every machine.
#include <stdint.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

enum { sibyl_far = 65535 }; // the distance of a chunk without a vector

typedef float four_floats __attribute__((vector_size(16)));
typedef int8_t four_bytes __attribute__((vector_size(4)));

static inline __attribute__((always_inline)) void distances_of(const uint64_t *sketches, uint32_t rows, int words, const uint64_t *query, const uint32_t *slots,
	long n, uint16_t *out, int64_t *count) {
	for (long i = 0; i < n; i++) {
		if (slots[i] >= rows) {
			out[i] = sibyl_far;
			continue;
		}
		const uint64_t *sketch = sketches + (uint64_t)slots[i] * words;
		int d = 0;
		for (int w = 0; w < words; w++)
			d += __builtin_popcountll(sketch[w] ^ query[w]);
		out[i] = (uint16_t)d;
		count[d]++;
	}
}

static inline __attribute__((always_inline)) void distances(const uint64_t *sketches, uint32_t rows, int words, const uint64_t *query, const uint32_t *slots,
	long n, uint16_t *out, int64_t *count) {
	if (words == 4) // 256 dimensions, the usual case, without a loop
		distances_of(sketches, rows, 4, query, slots, n, out, count);
	else
		distances_of(sketches, rows, words, query, slots, n, out, count);
}

static inline __attribute__((always_inline)) four_floats widen(const int8_t *q) {
	four_bytes b;
	memcpy(&b, q, sizeof b);
	return __builtin_convertvector(b, four_floats);
}

// product sums in four parts, of which the first takes what is left; the scale stands before the row, its lowest byte first.
static inline __attribute__((always_inline)) float product(four_floats s, const float *query, const uint8_t *row, int from, int dims) {
	const int8_t *q = (const int8_t *)row + 4;
	for (int i = from; i < dims; i++)
		s[0] += query[i] * q[i];
	uint32_t bits = row[0] | (uint32_t)row[1] << 8 | (uint32_t)row[2] << 16 | (uint32_t)row[3] << 24;
	float scale;
	memcpy(&scale, &bits, sizeof scale);
	return (s[0] + s[1] + s[2] + s[3]) * scale;
}

static inline __attribute__((always_inline)) void products(const uint8_t *data, long stride, const uint32_t *slots, long n, const float *query, int dims, float *out) {
	long r = 0;
	for (; r + 4 <= n; r += 4) { // at once, since an addition waits for the one before
		for (int k = 4; k < 8 && r + k < n; k++) // the rows are far from each other
			for (int at = 0; at < dims + 4; at += 64)
				__builtin_prefetch(data + (size_t)slots[r + k] * stride + at);
		const uint8_t *row[4];
		four_floats s[4];
		for (int k = 0; k < 4; k++) {
			row[k] = data + (size_t)slots[r + k] * stride;
			s[k] = (four_floats){0, 0, 0, 0};
		}
		int i = 0;
		for (; i + 4 <= dims; i += 4) {
			four_floats x;
			memcpy(&x, query + i, sizeof x);
			for (int k = 0; k < 4; k++)
				s[k] += x * widen((const int8_t *)row[k] + 4 + i);
		}
		for (int k = 0; k < 4; k++)
			out[r + k] = product(s[k], query, row[k], i, dims);
	}
	for (; r < n; r++) {
		const uint8_t *row = data + (size_t)slots[r] * stride;
		four_floats s = {0, 0, 0, 0};
		int i = 0;
		for (; i + 4 <= dims; i += 4) {
			four_floats x;
			memcpy(&x, query + i, sizeof x);
			s += x * widen((const int8_t *)row + 4 + i);
		}
		out[r] = product(s, query, row, i, dims);
	}
}

static inline __attribute__((always_inline)) long below(const uint16_t *distances, long n, uint16_t border, uint32_t *out, long room) {
	enum { block = 32 }; // most have none, which is found out for all of it at once
	long found = 0;
	for (long start = 0; start < n; start += block) {
		long end = start + block < n ? start + block : n;
		uint16_t any = 0;
		if (end - start == block)
			for (int i = 0; i < block; i++)
				any |= distances[start + i] < border;
		else
			any = 1;
		for (long i = start; any && i < end; i++)
			if (distances[i] < border && found < room)
				out[found++] = (uint32_t)i;
	}
	return found;
}

#if defined(__x86_64__)
__attribute__((target("avx2,popcnt"))) static void distances_avx2(const uint64_t *sketches, uint32_t rows, int words, const uint64_t *query, const uint32_t *slots,
	long n, uint16_t *out, int64_t *count) {
	distances(sketches, rows, words, query, slots, n, out, count);
}

__attribute__((target("avx2"))) static void products_avx2(const uint8_t *data, long stride, const uint32_t *slots, long n, const float *query, int dims, float *out) {
	products(data, stride, slots, n, query, dims, out);
}

__attribute__((target("avx2"))) static long below_avx2(const uint16_t *distances, long n, uint16_t border, uint32_t *out, long room) {
	return below(distances, n, border, out, room);
}

static int sibyl_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"); }
#endif

// sibyl_distances writes in how many bits the sketches in slots differ from the query's, and adds to the number of chunks at each distance.
static void sibyl_distances(const uint64_t *sketches, uint32_t rows, int words, const uint64_t *query, const uint32_t *slots, long n, uint16_t *out, int64_t *count) {
#if defined(__x86_64__)
	if (sibyl_avx2()) {
		distances_avx2(sketches, rows, words, query, slots, n, out, count);
		return;
	}
#endif
	distances(sketches, rows, words, query, slots, n, out, count);
}

// sibyl_below writes the indices of the distances below a border, of which there are room, and returns how many it found.
static long sibyl_below(const uint16_t *distances, long n, uint16_t border, uint32_t *out, long room) {
#if defined(__x86_64__)
	if (sibyl_avx2())
		return below_avx2(distances, n, border, out, room);
#endif
	return below(distances, n, border, out, room);
}

// sibyl_products writes the inner products of the query and the rows in slots, each of which is its scale and dims signed bytes.
static void sibyl_products(const uint8_t *data, long stride, const uint32_t *slots, long n, const float *query, int dims, float *out) {
#if defined(__x86_64__)
	if (sibyl_avx2()) {
		products_avx2(data, stride, slots, n, query, dims, out);
		return;
	}
#endif
	products(data, stride, slots, n, query, dims, out);
}
