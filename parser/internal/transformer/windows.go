package transformer

// window is a part of the subwords of a sentence that the encoder reads at a time, with both ends around it. Windows of
// a long sentence overlap; each subword is read in the one where it is farthest from an edge that cuts the sentence.
type window struct {
	sentence int
	from, to int // of the sentence's subwords
	own, end int // those whose vectors come from this window
}

// windows appends those of a sentence of n subwords, none of which is longer than most.
func windows(dst []window, sentence, n, most int) []window {
	step, first := max(1, most/2), len(dst)
	for from := 0; ; from += step {
		if from+most >= n {
			from = max(0, n-most)
		}
		w := window{sentence: sentence, from: from, to: min(n, from+most)}
		if len(dst) > first {
			before := &dst[len(dst)-1]
			before.end = (from + before.to) / 2
			w.own = before.end
		}
		w.end = w.to
		if dst = append(dst, w); w.to == n {
			return dst
		}
	}
}
