// The discriminator on half a word, 8×4 pixels, with a row of 8 as two vectors. The bits of leaf pixels
// are in Morton order, with LINES row by row.
//
// The compiled code depends on the picture layout:
//
//	PLANES        1 or 3; with 3 SUB_X and SUB_Y are log2 of the chroma's subsampling
//	SAMPLE_BYTES  1 or 2, and SAMPLE_SHIFT, from a stored sample to its value.
//	              A value has DEPTH bits; raw video can hold larger ones, which count as the
//	              largest
//	RAGGED        for widths that are not multiples of 8
//	PACKED        if samples have no gaps between them, rows start at multiples of 8
//	              bytes, and SUB_X is 0 or 1
//
// and on the decision: the operator's defines, see gledge.Defines; BETWEEN if D also has a lower bound;
// CLASSES, the most classes, if there are any, with a layer of workgroups for each; and the width of
// the sums,
//
//	FLOAT_SUMS    below 2^24, so floats hold every partial result exactly
//	WIDE_SUMS     more than 32 bits
//
// else 32 bits.

#ifdef PACKED
#define PLANE_WORD uvec2
#else
#define PLANE_WORD uint
#endif

layout(std430, binding = 0) readonly buffer Plane0 { PLANE_WORD plane_0[]; };
uniform ivec4 layout_0; // bytes to the first sample, row to row, sample to sample
#if PLANES == 3
layout(std430, binding = 1) readonly buffer Plane1 { PLANE_WORD plane_1[]; };
layout(std430, binding = 2) readonly buffer Plane2 { PLANE_WORD plane_2[]; };
uniform ivec4 layout_1;
uniform ivec4 layout_2;
#endif

uniform ivec2 size; // pixels
uniform int invert; // 0, or −1 if leaf and other pixels are swapped

PLANE_WORD plane_word(int plane, int i)
{
#if PLANES == 3
	if (plane == 1)
		return plane_1[i];
	if (plane == 2)
		return plane_2[i];
#endif
	return plane_0[i];
}

ivec4 plane_layout(int plane)
{
#if PLANES == 3
	if (plane == 1)
		return layout_1;
	if (plane == 2)
		return layout_2;
#endif
	return layout_0;
}

ivec2 plane_sub(int plane)
{
#if PLANES == 3
	if (plane > 0)
		return ivec2(SUB_X, SUB_Y);
#endif
	return ivec2(0);
}

#ifdef FLOAT_SUMS
#define SAMPLE float
#define SAMPLES vec4
#else
#define SAMPLE int
#define SAMPLES ivec4
#endif

#if DEPTH + SAMPLE_SHIFT < 8 * SAMPLE_BYTES
#define VALUE(stored) min((stored) >> SAMPLE_SHIFT, (1u << DEPTH) - 1u)
#else
#define VALUE(stored) ((stored) >> SAMPLE_SHIFT)
#endif

// Eight samples with the one before and the one after them, clamped to the picture.
struct Row {
	SAMPLES a, b;
	SAMPLE before, behind;
};

#ifdef PACKED

#if SAMPLE_BYTES == 1
#define FOUR uint
SAMPLES unpack(uint w) { return SAMPLES(w & 255u, w >> 8 & 255u, w >> 16 & 255u, w >> 24); }
SAMPLE first_of(uint w) { return SAMPLE(w & 255u); }
SAMPLE last_of(uint w) { return SAMPLE(w >> 24); }
#else
#define FOUR uvec2
SAMPLES unpack(uvec2 w)
{
	return SAMPLES(VALUE(uvec4(w.x & 0xffffu, w.x >> 16, w.y & 0xffffu, w.y >> 16)));
}
SAMPLE first_of(uvec2 w) { return SAMPLE(VALUE(w.x & 0xffffu)); }
SAMPLE last_of(uvec2 w) { return SAMPLE(VALUE(w.y >> 16)); }
#endif

// Returns samples 4·i to 4·i + 3 of the row that starts at a word of the plane.
FOUR four(int plane, int row, int i)
{
#if SAMPLE_BYTES == 1
	uvec2 w = plane_word(plane, row + (i >> 1));
	return (i & 1) == 0 ? w.x : w.y;
#else
	return plane_word(plane, row + i);
#endif
}

// The words that contain a row of samples.
struct RowWords { FOUR a, b, before, behind; };

RowWords row_words(int plane, int x, int y)
{
	ivec2 sub = plane_sub(plane);
	ivec4 bytes = plane_layout(plane);
	int row = bytes.x + (clamp(y, 0, size.y - 1) >> sub.y) * bytes.y >> 3;
	int i = x >> 2 + sub.x;
	int last = size.x - 1 >> 2 + sub.x; // words after it can be past the buffer's end
	RowWords r;
#if SAMPLE_BYTES == 1
	if (sub.x == 0) {
		int word = x >> 3;
		uvec2 w = plane_word(plane, row + word);
		r.a = w.x;
		r.b = w.y;
		r.before = plane_word(plane, row + max(word - 1, 0)).y;
		r.behind = plane_word(plane, row + min(word + 1, last >> 1)).x;
		return r;
	}
#endif
	int n = 2 >> sub.x;
	r.a = four(plane, row, i);
	r.b = four(plane, row, min(i + n - 1, last));
	r.before = four(plane, row, max(i - 1, 0));
	r.behind = four(plane, row, min(i + n, last));
	return r;
}

// Rows y − 1 to y + 4 of the pixels at (x, y). All are loaded before the first is used.
struct Column { RowWords rows[6]; };

Column column(int plane, ivec2 p)
{
	Column c;
	for (int i = 0; i < 6; i++)
		c.rows[i] = row_words(plane, p.x, p.y - 1 + i);
	return c;
}

Row row_of(Column c, int plane, ivec2 p, int i)
{
	RowWords words = c.rows[i];
	Row r;
	r.a = unpack(words.a);
	r.b = unpack(words.b);
	if (plane_sub(plane).x == 1) {
		r.b = r.a.zzww;
		r.a = r.a.xxyy;
	}
	r.before = p.x == 0 ? r.a.x : last_of(words.before);
	r.behind = first_of(words.behind);
	// The right edge clamps; bits past it are masked later.
	int n = size.x - p.x;
#ifdef RAGGED
	if (n <= 8) {
		if (n == 1) r.a.y = r.a.x;
		if (n == 2) r.a.z = r.a.y;
		if (n == 3) r.a.w = r.a.z;
		if (n == 4) r.b.x = r.a.w;
		if (n == 5) r.b.y = r.b.x;
		if (n == 6) r.b.z = r.b.y;
		if (n == 7) r.b.w = r.b.z;
	}
#endif
	if (n == 8)
		r.behind = r.b.w;
	return r;
}

#else

SAMPLE sample_at(int plane, int x, int y)
{
	ivec2 p = clamp(ivec2(x, y), ivec2(0), size - 1) >> plane_sub(plane);
	ivec4 bytes = plane_layout(plane);
	int at = bytes.x + p.y * bytes.y + p.x * bytes.z;
	return SAMPLE(VALUE(bitfieldExtract(plane_word(plane, at >> 2), 8 * (at & 3), 8 * SAMPLE_BYTES)));
}

SAMPLES samples_at(int plane, int x, int y)
{
	return SAMPLES(sample_at(plane, x, y), sample_at(plane, x + 1, y),
	               sample_at(plane, x + 2, y), sample_at(plane, x + 3, y));
}

struct Column { int unused; };

Column column(int plane, ivec2 p) { return Column(0); }

Row row_of(Column c, int plane, ivec2 p, int i)
{
	int y = p.y - 1 + i;
	return Row(samples_at(plane, p.x, y), samples_at(plane, p.x + 4, y),
	           sample_at(plane, p.x - 1, y), sample_at(plane, p.x + 8, y));
}

#endif

// Returns D of four pixels; with floats and no lower bound, D − upper.

#ifdef FLOAT_SUMS
#define BOUND float
#else
#define BOUND uvec2 // (high, low) 32-bit words
#endif

#ifdef CLASSES
uniform BOUND bounds[CLASSES + 1]; // class i spans bounds[i] to bounds[i + 1]
#define lower bounds[gl_WorkGroupID.z]
#define upper bounds[gl_WorkGroupID.z + 1u]
#else
uniform BOUND upper;
#ifdef BETWEEN
uniform BOUND lower;
#endif
#endif

#ifdef WIDE_SUMS

struct Sums { uvec4 high, low; };

Sums no_sums() { return Sums(uvec4(0u), uvec4(0u)); }

bvec4 is_less(Sums a, uvec2 b)
{
	bvec4 less;
	for (int i = 0; i < 4; i++)
		less[i] = a.high[i] < b.x || a.high[i] == b.x && a.low[i] < b.y;
	return less;
}

// Returns the square in two parts that add up without a carry: above 2^16, and below.
uvec2 square(int v)
{
	uint high, low;
	umulExtended(uint(abs(v)), uint(abs(v)), high, low);
	return uvec2(high << 16 | low >> 16, low & 0xffffu);
}

Sums add_sums(Sums sums, ivec4 nws, ivec4 ns, ivec4 nes, ivec4 ws, ivec4 cs, ivec4 es, ivec4 sws, ivec4 ss, ivec4 ses)
{
	for (int i = 0; i < 4; i++) {
		int nw = nws[i], n = ns[i], ne = nes[i], w = ws[i], c = cs[i], e = es[i], sw = sws[i], s = ss[i], se = ses[i];
		uvec2 d = OPERATOR_SUM(square);
		d.x += d.y >> 16;
		uint carry;
		sums.low[i] = uaddCarry(sums.low[i], d.x << 16 | d.y & 0xffffu, carry);
		sums.high[i] += (d.x >> 16) + carry;
	}
	return sums;
}

#else

#ifdef FLOAT_SUMS
#define Sums vec4
vec4 square(vec4 v) { return v * v; }
bvec4 is_less(vec4 a, float b) { return lessThan(a, vec4(b)); }
#else
#define Sums uvec4
uvec4 square(ivec4 v) { return uvec4(v * v); }
bvec4 is_less(uvec4 a, uvec2 b) { return lessThan(a, uvec4(b.y)); }
#endif

Sums no_sums()
{
#if defined(FLOAT_SUMS) && !defined(BETWEEN)
	return vec4(-upper);
#else
	return Sums(0);
#endif
}

Sums add_sums(Sums sums, SAMPLES nw, SAMPLES n, SAMPLES ne, SAMPLES w, SAMPLES c, SAMPLES e, SAMPLES sw, SAMPLES s, SAMPLES se)
{
#ifdef OPERATOR_VALUE
	return sums + Sums(c);
#else
	return sums + OPERATOR_SUM(square);
#endif
}

#endif

#ifdef LINES
#define FOUR_BITS uvec4(1u, 2u, 4u, 8u) // of the first four pixels
#define NEXT_FOUR 4                     // to the bits of the second four,
#define NEXT_ROW 8                      // and of the row below
#define NEXT_ROWS 16                    // two rows below
#else
#define FOUR_BITS uvec4(1u, 2u, 16u, 32u)
#define NEXT_FOUR 16
#define NEXT_ROW 2
#define NEXT_ROWS 8
#endif

// Returns the bits of the first four pixels of row 0.
uint row_bits(bvec4 leaf)
{
	uvec4 bit = uvec4(leaf) * FOUR_BITS;
	return bit.x | bit.y | bit.z | bit.w;
}

#if defined(FLOAT_SUMS) && !defined(BETWEEN)

uint append_sign(uint bits, float d) { return bits << 1 | floatBitsToUint(d) >> 31; }

// Returns the leaf pixels of two rows of eight. Each bit is the sign of D − upper, shifted in, which a
// driver can do in one instruction.
#ifdef LINES

uint append_signs(uint bits, vec4 d)
{
	return append_sign(append_sign(append_sign(append_sign(bits, d.w), d.z), d.y), d.x);
}

uint leaf_bits(vec4 above_a, vec4 above_b, vec4 below_a, vec4 below_b)
{
	return append_signs(append_signs(append_signs(append_signs(0u, below_b), below_a), above_b), above_a);
}

#else

uint leaf_bits_of_four(vec4 above, vec4 below)
{
	uint bits = append_sign(0u, below.w);
	bits = append_sign(bits, below.z);
	bits = append_sign(bits, above.w);
	bits = append_sign(bits, above.z);
	bits = append_sign(bits, below.y);
	bits = append_sign(bits, below.x);
	bits = append_sign(bits, above.y);
	return append_sign(bits, above.x);
}

uint leaf_bits(vec4 above_a, vec4 above_b, vec4 below_a, vec4 below_b)
{
	return leaf_bits_of_four(above_a, below_a) | leaf_bits_of_four(above_b, below_b) << NEXT_FOUR;
}

#endif

#else

uint row_leaf_bits(Sums d)
{
#ifdef BETWEEN
	bvec4 below = is_less(d, lower);
	bvec4 inside = is_less(d, upper);
	return row_bits(bvec4(inside.x && !below.x, inside.y && !below.y, inside.z && !below.z, inside.w && !below.w));
#else
	return row_bits(is_less(d, upper));
#endif
}

uint leaf_bits(Sums above_a, Sums above_b, Sums below_a, Sums below_b)
{
	return row_leaf_bits(above_a) | row_leaf_bits(above_b) << NEXT_FOUR |
	       (row_leaf_bits(below_a) | row_leaf_bits(below_b) << NEXT_FOUR) << NEXT_ROW;
}

#endif

// Three rows of a plane.
struct Window { Row above, row, below; };

// Each row's left and right neighbours, for its first four and its second four.
#define LEFT_A(r) SAMPLES(r.before, r.a.xyz)
#define RIGHT_A(r) SAMPLES(r.a.yzw, r.b.x)
#define LEFT_B(r) SAMPLES(r.a.w, r.b.xyz)
#define RIGHT_B(r) SAMPLES(r.b.yzw, r.behind)

void add_window(inout Sums a, inout Sums b, Window o)
{
	a = add_sums(a, LEFT_A(o.above), o.above.a, RIGHT_A(o.above), LEFT_A(o.row), o.row.a, RIGHT_A(o.row),
	             LEFT_A(o.below), o.below.a, RIGHT_A(o.below));
	b = add_sums(b, LEFT_B(o.above), o.above.b, RIGHT_B(o.above), LEFT_B(o.row), o.row.b, RIGHT_B(o.row),
	             LEFT_B(o.below), o.below.b, RIGHT_B(o.below));
}

void advance(inout Window o, Row next)
{
	o.above = o.row;
	o.row = o.below;
	o.below = next;
}

// Returns the leaf pixels among the 8×4 at p, which is inside the picture; pixels outside do not count.
uint leaf_half(ivec2 p)
{
	ivec2 left = size - p;
	uint inside = row_bits(bvec4(true)) | row_bits(bvec4(true)) << NEXT_FOUR; // for one row
#ifdef RAGGED
	if (left.x < 8)
		inside = row_bits(lessThan(ivec4(0, 1, 2, 3), ivec4(left.x))) |
		         row_bits(lessThan(ivec4(4, 5, 6, 7), ivec4(left.x))) << NEXT_FOUR;
#endif
	Column c0 = column(0, p);
	Window o0;
	o0.row = row_of(c0, 0, p, 0);
	o0.below = row_of(c0, 0, p, 1);
#if PLANES == 3
	Column c1 = column(1, p);
	Column c2 = column(2, p);
	Window o1, o2;
	o1.row = row_of(c1, 1, p, 0);
	o1.below = row_of(c1, 1, p, 1);
	o2.row = row_of(c2, 2, p, 0);
	o2.below = row_of(c2, 2, p, 1);
#endif
	uint h = 0u;
	for (int y = 0; y < 4; y += 2) {
		Sums a[2], b[2];
		for (int i = 0; i < 2; i++) {
			advance(o0, row_of(c0, 0, p, y + i + 2));
			a[i] = no_sums();
			b[i] = no_sums();
			add_window(a[i], b[i], o0);
#if PLANES == 3
			advance(o1, row_of(c1, 1, p, y + i + 2));
			advance(o2, row_of(c2, 2, p, y + i + 2));
			add_window(a[i], b[i], o1);
			add_window(a[i], b[i], o2);
#endif
		}
		uint bits = leaf_bits(a[0], b[0], a[1], b[1]) ^ uint(invert);
		uint rows = y + 1 < left.y ? inside | inside << NEXT_ROW : y < left.y ? inside : 0u;
		h |= (bits & rows) << NEXT_ROWS / 2 * y;
	}
	return h;
}
