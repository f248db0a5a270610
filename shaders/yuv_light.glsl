// 14-bit R'G'B' to light, and light to the display's 8 bits: yuv.Tables in Go.

#define LIGHT_MAX 65535
#define GAMUT_SHIFT 14

// Offsets of the tables, in words; entries have 16 bits, the codes 8.
#define LIGHT_AT 0
#define CODES_AT 8192
#define GAIN_AT 24576
#define CURVE_AT 57344

WORDS(0, Tables, tables);

uniform ivec4 to_red, to_green, to_blue; // rows of the matrix to BT.709's primaries

uint entry(int table, uint i)
{
	return WORD(tables, table + int(i >> 1)) >> ((i & 1u) << 4) & 0xFFFFu;
}

int code(int light)
{
	return int(WORD(tables, CODES_AT + (light >> 2)) >> ((light & 3) << 3) & 0xFFu);
}

#if LIGHT == 2
// tone_mapped returns the display's light for 20-bit light of a 1000 cd/m² display.
uint tone_mapped(uint light)
{
	uint left = uint(max(findMSB(light) - 11, 0));
	return entry(CURVE_AT, (left << 11) + (light >> left));
}
#endif

ivec3 shown(ivec3 rgb)
{
	uvec3 light = uvec3(entry(LIGHT_AT, uint(rgb.r)), entry(LIGHT_AT, uint(rgb.g)), entry(LIGHT_AT, uint(rgb.b)));
#if LIGHT == 2
	uint gain = entry(GAIN_AT, (8608u * light.r + 22217u * light.g + 1943u * light.b + (1u << 14)) >> 15);
	light = (light * gain + (1u << 11)) >> 12;
	light = uvec3(tone_mapped(light.r), tone_mapped(light.g), tone_mapped(light.b));
#endif
	ivec3 l = ivec3(light);
	ivec3 sums = ivec3(
		to_red.x * l.r + to_red.y * l.g + to_red.z * l.b,
		to_green.x * l.r + to_green.y * l.g + to_green.z * l.b,
		to_blue.x * l.r + to_blue.y * l.g + to_blue.z * l.b);
	sums = clamp((sums + (1 << (GAMUT_SHIFT - 1))) >> GAMUT_SHIFT, 0, LIGHT_MAX);
	return ivec3(code(sums.r), code(sums.g), code(sums.b));
}
