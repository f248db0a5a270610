// Lists the points of a chunk: WG_SIZE words of 32 pixels that follow one another in the list, a word
// for each invocation. With LINES a word is 32 pixels of a line, else 8×4 pixels in Morton order.
//
// Points first go to shared memory, in the list's order; then neighbouring invocations write
// neighbouring entries. If a word has many points, an invocation stages those of four pixels at a time:
// the bits before them tell their entries. If it has few, it stages those of its own word, one by one. If
// there are more than PART_POINTS, this is done part by part.
//
// Points  binding QUADS_BINDING: out, a point as x | y << 14
// Values  binding 7, with VALUES: out

#include "fused_values.glsl"

layout(std430, binding = QUADS_BINDING) writeonly buffer Points { uint points[]; };

shared uvec2 sh_words[WG_SIZE]; // leaf pixels, the points of the chunk before them
shared uint sh_firsts[WG_SIZE]; // a word's first pixel as a point
// Of a sparse chunk and with VALUES the pixel's number in the chunk, and from bit VALUE_AT on the value of
// a dense one; else the point.
#ifdef POINTS_IN_SCRATCH
#define sh_points sh_scratch
#else
shared uint sh_points[PART_POINTS];
#endif

#define VALUE_AT 13
#define NUMBER ((1u << VALUE_AT) - 1u)
#define SPARSE uint(8 * WG_SIZE) // the most points of a sparse chunk, at most PART_POINTS

#ifdef LINES
uint point_in_word(uint pixel) { return pixel; }
const uint next_points[4] = uint[](0u, 1u, 2u, 3u); // four pixels from the first
#else
uint point_in_word(uint pixel)
{
	return pixel & 1u | pixel >> 1 & 2u | pixel >> 2 & 4u | (pixel >> 1 & 1u | pixel >> 2 & 2u) << 14;
}
const uint next_points[4] = uint[](0u, 1u, 1u << 14, 1u << 14 | 1u);
#endif

struct Chunk {
	uint n_points;
	uint n_written;
	uint n_staged;
	uint next_word; // the first one that is not staged
};

// Starts a chunk, from each invocation's word, the points before it and its first pixel. Has a barrier.
Chunk chunk_of(uint bits, uint before, uint first, uint n_points)
{
	sh_words[invocation()] = uvec2(bits, before);
	sh_firsts[invocation()] = first;
	barrier();
	return Chunk(n_points, 0u, 0u, 0u);
}

bool is_sparse(Chunk chunk) { return chunk.n_points <= SPARSE; }

// Returns whether a part remains.
bool has_part(Chunk chunk) { return chunk.n_written < chunk.n_points; }

// Stages the points of a sparse chunk.
void stage_own_word()
{
	uvec2 word = sh_words[invocation()];
	uint at = word.y;
	for (uint bits = word.x; bits != 0u; bits &= bits - 1u)
		sh_points[at++] = 32u * invocation() + uint(findLSB(bits));
}

// Stages the points of words from first to end, where begin points are before them.
void stage_words(uint first, uint end, uint begin)
{
	uint four = 4u * (invocation() % 8u); // the first bit of four pixels
	uint before_four = (1u << four) - 1u;
	uint point_of_four = point_in_word(four);
	for (uint i = first + invocation() / 8u; i < end; i += uint(WG_SIZE / 8)) {
		uvec2 word = sh_words[i];
		uint bits = word.x >> four;
		uint at = word.y + uint(bitCount(word.x & before_four)) - begin;
		uint point = sh_firsts[i] + point_of_four;
#ifdef VALUES
		if ((bits & 15u) == 0u)
			continue;
		uvec4 values_of_four = four_values(point, next_points[2], bits);
		uint number = 32u * i + four;
		for (int k = 0; k < 4; k++)
			if ((bits >> k & 1u) == 1u)
				sh_points[at++] = number + uint(k) | values_of_four[k] << VALUE_AT;
#else
		for (int k = 0; k < 4; k++)
			if ((bits >> k & 1u) == 1u)
				sh_points[at++] = point + next_points[k];
#endif
	}
}

// Stages the next part.
void stage_part(inout Chunk chunk)
{
	if (is_sparse(chunk)) {
		stage_own_word();
		chunk.n_staged = chunk.n_points;
		return;
	}
	uint n_words = chunk.n_points <= uint(PART_POINTS) ? uint(WG_SIZE) : uint(PART_POINTS / 32);
	uint end = chunk.next_word + n_words;
	stage_words(chunk.next_word, end, chunk.n_written);
	chunk.next_word = end;
	chunk.n_staged = (end < uint(WG_SIZE) ? sh_words[end].y : chunk.n_points) - chunk.n_written;
}

uint point_of_number(uint number) { return sh_firsts[number / 32u] + point_in_word(number % 32u); }

// Writes the staged part to the list's entries from place on.
void write_part(inout Chunk chunk, uint place)
{
	if (is_sparse(chunk)) {
		for (uint i = invocation(); i < chunk.n_staged; i += uint(WG_SIZE)) {
			uint point = point_of_number(sh_points[i]);
			points[place + i] = point;
#ifdef VALUES
			values[place + i] = value_of(point);
#endif
		}
	} else {
		for (uint i = invocation(); i < chunk.n_staged; i += uint(WG_SIZE)) {
			uint staged = sh_points[i];
#ifdef VALUES
			points[place + i] = point_of_number(staged & NUMBER);
			values[place + i] = staged >> VALUE_AT;
#else
			points[place + i] = staged;
#endif
		}
	}
	chunk.n_written += chunk.n_staged;
}
