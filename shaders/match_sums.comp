// Sums the absolute differences between a template and the picture's luma, at each position where the
// template is inside the picture. A workgroup does 64×8 positions, one invocation four adjacent ones,
// with the samples under a few of the template's rows in shared memory at a time.
//
// WG_X, WG_Y  16 and 8
// ROWS        the number of the template's rows at a time
// MAX_SIDE    the largest width of a template
//
// Luma     binding 0: the plane's bytes as they lie in memory
// Pattern  binding 1: the template's samples row by row
// Sums     binding 2: out, the sum of each position; if no position of its workgroup can be a
//          hit any more, a partial sum that already exceeds that of a hit
// dispatch ceil(columns / 64) × ceil(rows / 8) workgroups; afterwards a barrier for storage
//
// Sums of a row are below 2^24, so floats hold them exactly.

layout(local_size_x = WG_X, local_size_y = WG_Y) in;

layout(std430, binding = 0) readonly buffer Luma { uint luma[]; };
layout(std430, binding = 1) readonly buffer Pattern { uint pattern[]; };
layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };

uniform ivec4 plane;  // bytes to the first sample, row to row, sample to sample, of a sample
uniform ivec4 sizes;  // of the picture, of the template
uniform ivec2 value;  // shift from a stored sample to its value, and the largest one
uniform int most;     // the largest sum of a hit

const int PLACES = 4 * WG_X;
const int WIDTH = PLACES + MAX_SIDE; // samples per row under the workgroup's positions
const int HEIGHT = WG_Y + ROWS - 1;

shared float under[HEIGHT * WIDTH];
shared float sought[ROWS * MAX_SIDE];
shared uint going; // some position can still be a hit

float sample_at(ivec2 p)
{
	if (p.x >= sizes.x || p.y >= sizes.y)
		return 0.0;
	int at = plane.x + p.y * plane.y + p.x * plane.z;
	uint stored = bitfieldExtract(luma[at >> 2], 8 * (at & 3), 8 * plane.w);
	return float(min(stored >> value.x, uint(value.y)));
}

void main()
{
	ivec2 self = ivec2(gl_LocalInvocationID.xy);
	int n_self = int(gl_LocalInvocationIndex);
	ivec2 origin = ivec2(gl_WorkGroupID.xy) * ivec2(PLACES, WG_Y);
	ivec2 place = origin + self * ivec2(4, 1);
	ivec2 places = sizes.xy - sizes.zw + 1;
	int width = sizes.z;
	int used = PLACES + width - 1;

	uvec4 sum = uvec4(0u);
	for (int first = 0; first < sizes.w; first += ROWS) {
		int n_rows = min(ROWS, sizes.w - first);
		for (int y = self.y; y < WG_Y + n_rows - 1; y += WG_Y)
			for (int x = self.x; x < used; x += WG_X)
				under[y * WIDTH + x] = sample_at(origin + ivec2(x, first + y));
		for (int i = n_self; i < n_rows * width; i += WG_X * WG_Y)
			sought[i / width * MAX_SIDE + i % width] = float(pattern[first * width + i]);
		if (n_self == 0)
			going = 0u;
		barrier();
		for (int t = 0; t < n_rows; t++) {
			int u = t * MAX_SIDE, x = (self.y + t) * WIDTH + 4 * self.x;
			vec4 near = vec4(under[x], under[x + 1], under[x + 2], under[x + 3]);
			vec4 row = vec4(0.0);
			int s = 0;
			for (; s + 4 <= width; s += 4) {
				vec4 next = vec4(under[x + s + 4], under[x + s + 5], under[x + s + 6], under[x + s + 7]);
				vec4 v = vec4(sought[u + s], sought[u + s + 1], sought[u + s + 2], sought[u + s + 3]);
				row += abs(near - v.x);
				row += abs(vec4(near.yzw, next.x) - v.y);
				row += abs(vec4(near.zw, next.xy) - v.z);
				row += abs(vec4(near.w, next.xyz) - v.w);
				near = next;
			}
			for (; s < width; s++) {
				row += abs(near - sought[u + s]);
				near = vec4(near.yzw, under[x + s + 4]);
			}
			sum += uvec4(row);
		}
		if (any(lessThanEqual(sum, uvec4(most))))
			atomicOr(going, 1u);
		barrier();
		uint more = going;
		barrier();
		if (more == 0u)
			break;
	}
	if (place.y >= places.y)
		return;
	for (int i = 0; i < 4 && place.x + i < places.x; i++)
		sums[place.y * places.x + place.x + i] = sum[i];
}
