package batch

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strconv"
	"strings"
)

// Shard selects a part of a batch for one of several machines, which need not know of each other.
// The zero value is the whole batch.
type Shard struct{ Number, Of int } // 1 ≤ Number ≤ Of

// ParseShard reads a shard's name, such as 3/8.
func ParseShard(text string) (Shard, error) {
	number, of, _ := strings.Cut(text, "/")
	i, err1 := strconv.ParseUint(number, 10, 31)
	n, err2 := strconv.ParseUint(of, 10, 31)
	if err1 != nil || err2 != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf("%q is not a shard such as 3/8: write the shard's number, counted from 1, a slash, and the number of shards", text)
	}
	return Shard{int(i), int(n)}, nil
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

// Has reports whether a video belongs to the shard: whether the 64-bit FNV-1a hash of its name,
// modulo the number of shards, is the shard's number minus one. Names are those of [Input.Name],
// with slashes on every system.
func (s Shard) Has(name string) bool {
	if s == (Shard{}) {
		return true
	}
	hash := fnv.New64a()
	hash.Write([]byte(filepath.ToSlash(name)))
	return hash.Sum64()%uint64(s.Of) == uint64(s.Number-1)
}

// Split divides the inputs of a batch into the shard's and the others, in order.
func (s Shard) Split(all []Input) (own, others []Input) {
	for _, in := range all {
		if s.Has(in.Name) {
			own = append(own, in)
		} else {
			others = append(others, in)
		}
	}
	return own, others
}

// journal returns the name of the shard's journal.
func (s Shard) journal() string {
	if s == (Shard{}) {
		return JournalName
	}
	return fmt.Sprintf("%s.%d-of-%d%s", journalStem, s.Number, s.Of, journalExtension)
}

// shardsOf returns the number of shards, from the name of a shard's journal.
func shardsOf(journal string) (of int, ok bool) {
	text := strings.TrimSuffix(strings.TrimPrefix(journal, journalStem+"."), journalExtension)
	number, total, _ := strings.Cut(text, "-of-")
	s, err := ParseShard(number + "/" + total)
	return s.Of, err == nil
}
