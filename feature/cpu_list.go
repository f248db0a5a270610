package feature

import (
	"sync"

	"ffkvadrat/quadpyramid"
)

// list is memory for quads and as many means.
type list struct {
	quads []quadpyramid.Quad
	means []Mean
}

// cut splits a list into the first n and the rest.
func (l list) cut(n int) (first, rest list) {
	return list{l.quads[:n:n], l.means[:n:n]}, list{l.quads[n:], l.means[n:]}
}

// spare is the largest number of surplus quads that a kernel writes.
const spare = 3

// blockSize is the number of quads of a block, which holds the quads of several tiles: at least
// copied and spare.
const blockSize = 1 << 14

// block is memory for the quads of some tiles.
type block struct {
	quads [blockSize]quadpyramid.Quad
	means [blockSize]Mean
}

// blocks is the pool of blocks that members share.
type blocks struct {
	lock  sync.Mutex
	all   []*block
	taken int
}

// take returns a free block.
func (b *blocks) take() list {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.taken == len(b.all) {
		b.all = append(b.all, new(block))
	}
	block := b.all[b.taken]
	b.taken++
	return list{block.quads[:], block.means[:]}
}
