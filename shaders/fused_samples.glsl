// The discriminator on 8×8 pixels at a time, a row of 8 as two vectors.
//
// With PACKED samples are bytes that stand side by side in rows whose starts
// are multiples of 4: a row of 8 comes in two words, and is unpacked to
// floats, whose 24 bits hold every sum of four squares (4·255² < 2^18)
// exactly. Otherwise samples are found by their byte, and sums have 32 bits, as
// 4·(2^15 − 1)² < 2^32, or with WIDE, for 16 bits a sample, 64.

#ifdef PACKED

#define SAMPLE float
#define SAMPLES vec4

vec4 unpack(uint w) { return vec4(w & 255u, w >> 8 & 255u, w >> 16 & 255u, w >> 24); }

#else

#define SAMPLE uint
#define SAMPLES uvec4

#ifdef TWO_BYTES
uniform int sample_shift; // stored sample to its value
#endif

uint sample_at(int row, int x)
{
	int at = row + clamp(x, 0, size.x - 1) * luma_bytes.y;
#ifdef TWO_BYTES
	return bitfieldExtract(luma[at >> 2], 8 * (at & 3), 16) >> sample_shift;
#else
	return bitfieldExtract(luma[at >> 2], 8 * (at & 3), 8);
#endif
}

uvec4 samples_at(int row, int x)
{
	return uvec4(sample_at(row, x), sample_at(row, x + 1), sample_at(row, x + 2), sample_at(row, x + 3));
}

#endif

// Eight samples, and the ones before and behind them, clamped to the picture.
struct Row {
	SAMPLES a, b;
	SAMPLE before, behind;
};

Row load_row(int x, int y)
{
	Row r;
	int row = clamp(y, 0, size.y - 1) * luma_bytes.x;
#ifdef PACKED
	// A word behind the row's last sample may be behind the buffer's end.
	int last = size.x - 1 >> 2;
	int word = x >> 2;
	row >>= 2;
	r.a = unpack(luma[row + word]);
	r.b = unpack(luma[row + min(word + 1, last)]);
	r.before = float(luma[row + max(word - 1, 0)] >> 24);
	r.behind = float(luma[row + min(word + 2, last)] & 255u);
	if (x == 0)
		r.before = r.a.x;
	// The right border clamps; what stands behind it is masked later.
	int n = size.x - x;
	if (n <= 8) {
		if (n == 1) r.a.y = r.a.x;
		if (n == 2) r.a.z = r.a.y;
		if (n == 3) r.a.w = r.a.z;
		if (n == 4) r.b.x = r.a.w;
		if (n == 5) r.b.y = r.b.x;
		if (n == 6) r.b.z = r.b.y;
		if (n == 7) r.b.w = r.b.z;
		if (n == 8) r.behind = r.b.w;
	}
#else
	r.a = samples_at(row, x);
	r.b = samples_at(row, x + 4);
	r.before = sample_at(row, x - 1);
	r.behind = sample_at(row, x + 8);
#endif
	return r;
}

#ifdef WIDE

bool is_leaf(uint v, uint n0, uint n1, uint n2, uint n3)
{
	uint n[4] = uint[4](n0, n1, n2, n3);
	uvec2 d = uvec2(0);
	for (int i = 0; i < 4; i++) {
		uint difference = max(v, n[i]) - min(v, n[i]);
		uint carry;
		d.y = uaddCarry(d.y, difference * difference, carry);
		d.x += carry;
	}
	return d.x < threshold.x || d.x == threshold.x && d.y < threshold.y;
}

bvec4 are_leaves(uvec4 v, uvec4 n0, uvec4 n1, uvec4 n2, uvec4 n3)
{
	return bvec4(is_leaf(v.x, n0.x, n1.x, n2.x, n3.x), is_leaf(v.y, n0.y, n1.y, n2.y, n3.y),
	             is_leaf(v.z, n0.z, n1.z, n2.z, n3.z), is_leaf(v.w, n0.w, n1.w, n2.w, n3.w));
}

#else

bvec4 are_leaves(SAMPLES v, SAMPLES n0, SAMPLES n1, SAMPLES n2, SAMPLES n3)
{
	SAMPLES d = (v - n0) * (v - n0) + (v - n1) * (v - n1) + (v - n2) * (v - n2) + (v - n3) * (v - n3);
#ifdef PACKED
	return lessThan(d, vec4(threshold.y));
#else
	return threshold.x > 0u ? bvec4(true) : lessThan(d, uvec4(threshold.y));
#endif
}

#endif

// Bits of four cells of a row, at the places of row 0: x0 and x1 are bits 0, 2.
uint row_bits(bvec4 leaf)
{
	uvec4 bit = uvec4(leaf) * uvec4(1u, 2u, 16u, 32u);
	return bit.x | bit.y | bit.z | bit.w;
}

// The leaf pixels among the 8×8 at p, which lies inside the picture; pixels
// outside are none.
uvec2 leaf_word(ivec2 p)
{
	Row above = load_row(p.x, p.y - 1);
	Row row = load_row(p.x, p.y);
	uvec2 w = uvec2(0);
	for (int y = 0; y < 8; y++) {
		Row below = load_row(p.x, p.y + y + 1);
		uint bits =
			row_bits(are_leaves(row.a, SAMPLES(row.before, row.a.xyz), SAMPLES(row.a.yzw, row.b.x), above.a, below.a)) |
			row_bits(are_leaves(row.b, SAMPLES(row.a.w, row.b.xyz), SAMPLES(row.b.yzw, row.behind), above.b, below.b)) << 16;
		bits <<= (y & 1) << 1 | (y & 2) << 2;
		if (y < 4)
			w.x |= bits;
		else
			w.y |= bits;
		above = row;
		row = below;
	}
	ivec2 left = size - p;
	if (left.x < 8 || left.y < 8) {
		uvec2 keep = uvec2(0);
		for (uint i = 0u; i < 64u; i++)
			if (all(lessThan(ivec2(morton_cell(i)), left)))
				keep[i / 32u] |= 1u << i % 32u;
		w &= keep;
	}
	return w;
}
