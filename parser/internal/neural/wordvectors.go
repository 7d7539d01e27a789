package neural

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/loops"
)

// WriteVectors writes what is known of each form of the vocabulary, the most frequent first, as text that word2vec and
// this program read: a line with the number of words and of their numbers, and a line for each word with its numbers.
// They are what the encoder reads: the embedding of the form, and the sums of those of its affixes and of its trigrams.
// Forms are in lower case, with 0 for digits; those with blanks are left out, since the format cannot hold them. The
// cause of an error is ErrPretrained or that of w.
func (p *Pretrained) WriteVectors(w io.Writer) error {
	known := p.vocabulary(formColumn)
	if known == nil {
		return fmt.Errorf("%w: it has no forms", ErrPretrained)
	}
	var forms []string
	for _, x := range known.values {
		if x.text != "" && !strings.ContainsFunc(x.text, unicode.IsSpace) {
			forms = append(forms, x.text)
		}
	}
	wide := 0
	for _, t := range p.tables {
		wide += t.cols
	}
	out := textfile.NewWriter(w)
	line := strconv.AppendInt(nil, int64(len(forms)), 10)
	line = strconv.AppendInt(append(line, ' '), int64(wide), 10)
	_ = out.Write(append(line, '\n')) // the error stays
	numbers := make([]float32, wide)
	var rows []int32
	for _, form := range forms {
		clear(numbers)
		at := 0
		for k, t := range p.tables {
			rows = p.vocabularies[k].appendRows(rows[:0], &conll.Word{Form: form})
			for _, r := range rows {
				loops.Add(numbers[at:][:t.cols], t.row(r))
			}
			at += t.cols
		}
		line = append(line[:0], form...)
		for _, x := range numbers {
			line = strconv.AppendFloat(append(line, ' '), float64(x), 'g', 6, 32)
		}
		_ = out.Write(append(line, '\n'))
	}
	return out.Flush()
}
