// Full cells of one level, blocks or tiles, at most 2^10 in Morton order, and their quads.

shared uint sh_full[32]; // one bit per cell

void clear_squares()
{
	if (invocation() < 32u)
		sh_full[invocation()] = 0u;
}

void mark_square(uint i) { atomicOr(sh_full[i / 32u], 1u << i % 32u); }

bool is_marked(uint i) { return (sh_full[i / 32u] >> i % 32u & 1u) == 1u; }

// Returns whether all n cells in the square around a cell are full; n is a power of 4.
bool is_full_square(uint i, uint n)
{
	uint first = i & ~(n - 1u);
	if (n < 32u) {
		uint mask = (1u << n) - 1u;
		return (sh_full[first / 32u] >> first % 32u & mask) == mask;
	}
	for (uint word = first / 32u; word < (first + n) / 32u; word++)
		if (sh_full[word] != 0xffffffffu)
			return false;
	return true;
}

// Returns the quad of cell i among n_cells cells of a level, if the cell is full: 1 if the quad is in
// the list and starts here, its level, 1 if it is in the list.
uvec3 quad_of_square(uint i, int level, uint n_cells)
{
	uint n = 1u;
	while (4u * n <= n_cells && may_be_full(level + 1) && is_full_square(i, 4u * n)) {
		level++;
		n *= 4u;
	}
	uint listed = level >= levels.x ? 1u : 0u;
	return uvec3((i & (n - 1u)) == 0u ? listed : 0u, uint(level), listed);
}
