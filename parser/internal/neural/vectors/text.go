package vectors

import (
	"bytes"
	"io"
	"strconv"

	"parser/conll/textfile"
)

// maxLine is the longest line in bytes; a vector of maxDim numbers fits into it.
const maxLine = 1 << 18

// textVectors reads a word and its numbers from each line. It parses only the numbers of vectors
// that are kept, and counts those of the others.
func textVectors(k *keeper, file *textfile.Reader) error {
	file.SkipMark()
	declared := -1
	for {
		line, err := file.Line(maxLine)
		switch {
		case err == io.EOF && declared >= 0 && declared != k.Found:
			return bad(file, "the number of vectors is %d, and %d in the first line", k.Found, declared)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case len(line) > maxLine:
			return bad(file, "the line is longer than %d bytes", maxLine)
		}
		rest := bytes.TrimRight(line, textfile.Blanks)
		if len(rest) == 0 {
			continue
		}
		if k.Dim == 0 {
			fields := split(rest)
			if k.Dim = len(fields) - 1; file.Lines == 1 && len(fields) == 2 {
				count, err := strconv.ParseInt(string(fields[0]), 10, 32)
				dim, wrong := strconv.ParseInt(string(fields[1]), 10, 32)
				if err == nil && wrong == nil && count >= 0 && dim >= 0 {
					declared, k.Dim = int(count), int(dim)
				}
			}
			if k.Dim < 1 || k.Dim > maxDim {
				return bad(file, "vectors of %d numbers, not 1 to %d", k.Dim, maxDim)
			}
			if declared >= 0 {
				continue
			}
		}
		word, numbers := cut(rest, k.Dim)
		if word == nil {
			return bad(file, "numbers after the word: %d, not %d", max(0, len(split(rest))-1), k.Dim)
		}
		// A blank can belong to a word, as in ". . ." of GloVe.
		if bytes.ContainsFunc(word, isBlank) {
			fields := split(word)
			if _, err := strconv.ParseFloat(string(fields[len(fields)-1]), 64); err == nil {
				return bad(file, "numbers after the word: %d, not %d", len(fields)-1+k.Dim, k.Dim)
			}
		}
		vector := k.next(string(word))
		if vector == nil {
			continue
		}
		for i, text := range split(numbers) {
			x, err := strconv.ParseFloat(string(text), 32)
			if err != nil || x-x != 0 {
				return bad(file, "%.40q is no finite number in single precision", text)
			}
			vector[i] = float32(x)
		}
	}
}

// isBlank reports whether r is a separator; no-break spaces belong to words.
func isBlank(r rune) bool { return r == ' ' || r == '\t' }

func split(line []byte) [][]byte { return bytes.FieldsFunc(line, isBlank) }

// cut separates the last n fields of a line from the word before them, which is nil if there
// are fewer fields or none before them.
func cut(line []byte, n int) (word, numbers []byte) {
	end := len(line)
	for range n {
		for end > 0 && !isBlank(rune(line[end-1])) {
			end--
		}
		numbers = line[end:]
		for end > 0 && isBlank(rune(line[end-1])) {
			end--
		}
	}
	if end == 0 {
		return nil, nil
	}
	return line[:end], numbers
}
