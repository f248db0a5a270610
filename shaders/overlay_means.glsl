// A picture's means, one level after the other from level 1 up, each row by row. A cell has 8 bits per
// channel, red lowest; level k has size >> k cells.
int mean_ix(ivec2 size, int level, ivec2 p)
{
	int first = 0;
	for (int k = 1; k < level; k++)
		first += (size.x >> k) * (size.y >> k);
	return first + p.y * (size.x >> level) + p.x;
}
