// What passes that draw take from GLSL 4.30, for 3.30 too: samplers, words in storage blocks, functions. OpenGL 3.3 has
// no storage blocks; there, words are a buffer texture. Units of textures are set outside (see shaders.Source).
//
// SAMPLER(unit, type, name)
// WORDS(binding, block, name)  WORD(name, i) is word i

#if __VERSION__ >= 430

#define SAMPLER(unit, type, name) layout(binding = unit) uniform type name
#define WORDS(at, block, name) layout(std430, binding = at) readonly buffer block { uint name[]; }
#define WORD(name, i) name[i]

#else

#define SAMPLER(unit, type, name) uniform type name
#define WORDS(at, block, name) uniform usamplerBuffer name
#define WORD(name, i) texelFetch(name, int(i)).r

vec4 unpackUnorm4x8(uint word)
{
	return vec4(word & 255u, word >> 8 & 255u, word >> 16 & 255u, word >> 24) / 255.0;
}

int findMSB(uint word)
{
	int bit = -1;
	for (; word != 0u; word >>= 1)
		bit++;
	return bit;
}

#endif

uniform uint no_bits; // 0, the value of uniforms that nobody sets; compilers do not know it

// Returns v after it was rounded to a float: without this, a compiler may fuse a product in v with a sum that v is in.
// GLSL has the word precise for that, but not before 4.00.
vec2 rounded(vec2 v) { return uintBitsToFloat(floatBitsToUint(v) ^ uvec2(no_bits)); }
