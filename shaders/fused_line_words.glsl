// Eight columns of four lines, as leaf_half returns them with LINES, a byte for each line, become words
// of 32 pixels of a line.

shared uint sh_halves[WG_SIZE];

// Returns the word of a line, 0 to 3, that contains the columns of four halves.
uint line_word(uint first_half, uint line)
{
	uint at = 8u * line;
	return bitfieldExtract(sh_halves[first_half], int(at), 8) | bitfieldExtract(sh_halves[first_half + 1u], int(at), 8) << 8 |
	       bitfieldExtract(sh_halves[first_half + 2u], int(at), 8) << 16 | sh_halves[first_half + 3u] >> at << 24;
}
