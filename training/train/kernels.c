/* The sparse parts of training: sums of token rows, and their gradients. numpy does the dense ones. */
#include <math.h>
#include <stdint.h>

static float damped(uint32_t packed) { return 1 + logf((float)(packed >> 24)); }
#define ROW(packed) ((packed) & 0xffffff)

/* out[i] = sum of weight[row] * damped(times) * table[row] over the rows of text ids[i]; texts are rows[start[t] .. start[t+1]). */
void pool(int n, int dims, const int64_t *ids, const int64_t *start, const uint32_t *rows, const float *weight, const float *table, float *out)
{
#pragma omp parallel for schedule(dynamic, 32)
	for (int i = 0; i < n; i++) {
		float *o = out + (int64_t)i * dims;
		for (int d = 0; d < dims; d++)
			o[d] = 0;
		for (int64_t r = start[ids[i]]; r < start[ids[i] + 1]; r++) {
			float w = weight[ROW(rows[r])] * damped(rows[r]);
			const float *e = table + (int64_t)ROW(rows[r]) * dims;
			for (int d = 0; d < dims; d++)
				o[d] += w * e[d];
		}
	}
}

/* Adds the gradients of a batch, given that of its sums, to grad (rows' vectors) and gscale (logarithms of the rows' weights); touched lists each
   row once. Each thread has some of the dimensions of all texts, so that none waits for another. */
int spread(int n, int dims, const int64_t *ids, const int64_t *start, const uint32_t *rows, const float *weight, const float *table,
           const float *gout, float *grad, float *gscale, uint8_t *seen, uint32_t *touched, int count)
{
	for (int i = 0; i < n; i++)
		for (int64_t r = start[ids[i]]; r < start[ids[i] + 1]; r++)
			if (!seen[ROW(rows[r])]) {
				seen[ROW(rows[r])] = 1;
				touched[count++] = ROW(rows[r]);
			}
	int slices = dims / 64;
#pragma omp parallel for
	for (int s = 0; s < slices; s++)
		for (int i = 0; i < n; i++) {
			const float *g = gout + (int64_t)i * dims + s * 64;
			for (int64_t r = start[ids[i]]; r < start[ids[i] + 1]; r++) {
				uint32_t row = ROW(rows[r]);
				float w = weight[row] * damped(rows[r]), dot = 0;
				const float *e = table + (int64_t)row * dims + s * 64;
				float *o = grad + (int64_t)row * dims + s * 64;
				for (int d = 0; d < 64; d++) {
					o[d] += w * g[d];
					dot += e[d] * g[d];
				}
#pragma omp atomic
				gscale[row] += w * dot;
			}
		}
	return count;
}

/* One Adagrad step on the touched rows; clears the gradients. */
void step(int count, int dims, const uint32_t *touched, uint8_t *seen, float rate, float *table, float *squares, float *grad)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < count; i++) {
		int64_t at = (int64_t)touched[i] * dims;
		for (int d = 0; d < dims; d++) {
			float g = grad[at + d];
			grad[at + d] = 0;
			squares[at + d] += g * g;
			table[at + d] -= rate * g / (sqrtf(squares[at + d]) + 1e-6f);
		}
		seen[touched[i]] = 0;
	}
}
