// Computes the picture of scores from the sums of absolute differences to a template: two 16-bit scores
// per word, 0 without a hit.
//
// WG_SIZE   invocations of a workgroup
// SUPPRESS  if only the best of nearby hits counts (non-maximum suppression)
// TEXTURE   if the scores go to a texture
//
// Sums     binding 0: for each position where the template is inside the picture
// Near     binding 1: the positions, relative to a hit, of better hits that suppress it;
//          x and y, the nearest first
// Scores   binding 2, or image unit 0: out
// dispatch ceil(words of a row / WG_SIZE) × height workgroups; afterwards a barrier for storage, or texture fetches

layout(local_size_x = WG_SIZE) in;

layout(std430, binding = 0) readonly buffer Sums { uint sums[]; };
#ifdef SUPPRESS
layout(std430, binding = 1) readonly buffer Near { ivec2 near[]; };
uniform int n_near;
#endif
#ifdef TEXTURE
layout(binding = 0, r16ui) writeonly uniform uimage2D scores;
#else
layout(std430, binding = 2) writeonly buffer Scores { uint scores[]; };
#endif

uniform ivec2 places; // columns and rows
uniform int words;    // per row of scores
uniform int most;     // the largest sum of a hit
uniform int peak;     // the largest sum

// Returns the score of a sum: floor(65536 · sum / peak) by long division.
uint score_of(uint sum)
{
	uint quotient = sum / uint(peak), rest = sum % uint(peak);
	for (int bit = 0; bit < 16; bit++) {
		rest <<= 1;
		quotient <<= 1;
		if (rest >= uint(peak)) {
			rest -= uint(peak);
			quotient |= 1u;
		}
	}
	return 65535u - min(quotient, 65534u);
}

uint score(ivec2 at)
{
	if (any(greaterThanEqual(at, places)))
		return 0u;
	uint sum = sums[at.y * places.x + at.x];
	if (sum > uint(most))
		return 0u;
#ifdef SUPPRESS
	for (int i = 0; i < n_near; i++) {
		ivec2 apart = near[i];
		ivec2 p = at + apart;
		if (any(lessThan(p, ivec2(0))) || any(greaterThanEqual(p, places)))
			continue;
		uint other = sums[p.y * places.x + p.x];
		bool first = apart.y < 0 || apart.y == 0 && apart.x < 0;
		if (other < sum || other == sum && first)
			return 0u;
	}
#endif
	return score_of(sum);
}

void main()
{
	int word = int(gl_GlobalInvocationID.x), y = int(gl_WorkGroupID.y);
	if (word >= words)
		return;
	uint left = score(ivec2(2 * word, y)), right = score(ivec2(2 * word + 1, y));
#ifdef TEXTURE
	imageStore(scores, ivec2(2 * word, y), uvec4(left)); // stores outside the image have no effect
	imageStore(scores, ivec2(2 * word + 1, y), uvec4(right));
#else
	scores[y * words + word] = left | right << 16;
#endif
}
