package shards

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of the parts of a list. The zero value is the whole list.
type Shard struct {
	Index int // from 0
	Count int // of parts
}

// ParseShard reads a shard: "0/16" is the first of 16 and "15/16" the last.
func ParseShard(text string) (Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	switch {
	case !ok || err != nil || err2 != nil:
		return Shard{}, fmt.Errorf("%q is no shard: give it as i/n, such as 0/16 for the first of 16", text)
	case n < 1:
		return Shard{}, fmt.Errorf("shard %q: there must be at least one", text)
	case i < 0 || i >= n:
		return Shard{}, fmt.Errorf("shard %q: they are counted from 0, so that the last of %d is %d/%d", text, n, n-1, n)
	}
	return Shard{i, n}, nil
}

// String writes a shard as ParseShard reads it.
func (s Shard) String() string {
	return fmt.Sprintf("%d/%d", s.Index, max(1, s.Count))
}

// Of returns the files of a list that belong to the shard: every Count-th from Index on, since
// neighbours in a list are often of similar size. Each item is in exactly one shard, and the sizes
// of shards differ by at most one.
func (s Shard) Of(files []File) []File {
	var own []File
	for i := s.Index; i < len(files); i += max(1, s.Count) {
		own = append(own, files[i])
	}
	return own
}
