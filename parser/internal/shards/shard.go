package shards

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of the parts that a list is cut in. The zero value is the whole list.
type Shard struct {
	Index int // from 0
	Count int // of parts
}

// ParseShard reads a shard as it is written, "0/16" being the first of 16 and "15/16" the last.
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
	s = s.whole()
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// whole returns the shard, the zero value as the only one.
func (s Shard) whole() Shard {
	if s.Count == 0 {
		s.Count = 1
	}
	return s
}

// Of returns what of a list is in the shard: from the item at Index on every Count-th, since neighbours
// in a list are often of a size. Over all shards each item is in one, and no shard has more
// than one item more than another.
func (s Shard) Of(files []File) []File {
	s = s.whole()
	var own []File
	for i := s.Index; i < len(files); i += s.Count {
		own = append(own, files[i])
	}
	return own
}
