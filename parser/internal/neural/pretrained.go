package neural

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
	"parser/model/npz"
	"parser/parser/internal/loops"
)

// Pretrained is what a network knows of a language before it sees a treebank: embeddings of words and of their parts,
// and encoders, as a [Language] model has learned them from raw text.
type Pretrained struct {
	About
	*network // that reads words and does nothing else
}

// About says what a Pretrained was made of.
type About struct {
	Version    int
	Lang       string    `json:",omitempty"`
	Words      int       // of the raw text, edges of sentences not counted
	Read       float64   // words that were learned from: Words times the epochs
	Perplexity []float64 // of held-out sentences, after each part of the training
	Command    string    `json:",omitempty"`
	Licence    string    `json:",omitempty"`
	Source     string    `json:",omitempty"`
	Text       string    // SHA-256 of the words
}

// PretrainedVersion is the version of the format of files of a Pretrained.
const PretrainedVersion = 1

// ErrPretrained is the cause when what was learned from raw text does not fit a network.
var ErrPretrained = fmt.Errorf("unfit pre-trained file")

const countsEntry = "counts/"

// PretrainedEntry is the name of an array that only files of parser pretrain have.
const PretrainedEntry = "pretrained"

type pretrainedHead struct {
	About
	Size    Size
	Layers  int
	Columns []string
}

// Freeze returns what was learned so far.
func (l *Language) Freeze(about About) *Pretrained {
	about.Version = PretrainedVersion
	return &Pretrained{about, l.network}
}

// Write writes a file, with weights in half precision.
func (p *Pretrained) Write(w io.Writer) error {
	h := pretrainedHead{About: p.About, Size: p.Size, Layers: len(p.encoders)}
	var entries []npz.Entry
	for _, v := range p.vocabularies {
		h.Columns = append(h.Columns, v.name())
		entries = append(entries, v.entry(""), npz.Entry{Name: countsEntry + v.name(), Data: v.counts, Deflate: true})
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	entries = append([]npz.Entry{npz.Text(PretrainedEntry, text)}, entries...)
	for _, m := range p.readers() {
		entries = append(entries, npz.InHalf.Entries(m.name, m.weights, m.rows, m.cols)...)
	}
	return npz.Write(w, entries)
}

// ReadPretrained reads what Write wrote. The cause of its errors is npz.ErrFile.
func ReadPretrained(r io.ReaderAt, size int64) (*Pretrained, error) {
	arrays, err := npz.Read(r, size)
	if err != nil {
		return nil, err
	}
	h, err := loadHead[pretrainedHead](arrays, PretrainedEntry)
	switch {
	case err != nil:
		return nil, err
	case h.Version > PretrainedVersion:
		return nil, fmt.Errorf("%w: version %d is newer than this program", npz.ErrFile, h.Version)
	case h.Size.check() != nil || h.Layers < 1 || h.Layers > h.Size.Layers:
		return nil, fmt.Errorf("%w: %d layers of size %+v", npz.ErrFile, h.Layers, h.Size)
	}
	known, err := loadVocabularies(arrays, "", h.Columns, &h.Size)
	if err != nil {
		return nil, err
	}
	for _, v := range known {
		if v.counts, err = npz.Array[int32](arrays, countsEntry+v.name()); err == nil && len(v.counts) != len(v.values) {
			err = fmt.Errorf("%w: %d counts of %d values", npz.ErrFile, len(v.counts), len(v.values))
		}
		if err != nil {
			return nil, err
		}
	}
	p := &Pretrained{h.About, newReader(lstms{}, h.Size, known, nil, nil, h.Layers)}
	for _, m := range p.readers() {
		if err := m.load(arrays, "", false); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// check returns an error unless the network can be the beginning of one of a size.
func (p *Pretrained) check(s Size) error {
	for _, v := range p.vocabularies {
		if have, want := p.Size.width(v.column), s.width(v.column); have != want && want > 0 {
			return fmt.Errorf("%w: embeddings of %s are %d wide, and the network's %d: train with the size of the pre-training", ErrPretrained, v.name(), have, want)
		}
	}
	if p.Size.Units != s.Units {
		return fmt.Errorf("%w: encoders have %d units, and the network's %d: train with the size of the pre-training", ErrPretrained, p.Size.Units, s.Units)
	}
	if n := len(p.encoders); n > s.Layers {
		return fmt.Errorf("%w: it has %d layers, and the network %d", ErrPretrained, n, s.Layers)
	}
	return nil
}

// pretrainedRate is the factor of the learning rate of what was pre-trained; see README.md for others.
const pretrainedRate = 0.5

// slow makes a network that began with what was learned change it slowly, unless it reads other columns, too, such as
// tags that are given: what it sees of those the first encoder has still to learn.
func (p *Pretrained) slow(n *network) {
	n.ofTables = npz.InInt8 // since they are many times larger than those of a treebank
	if slices.ContainsFunc(n.vocabularies, func(v *vocabulary) bool { return v.column != treebankColumn && p.vocabulary(v.column) == nil }) {
		return
	}
	for i, v := range n.vocabularies {
		if p.vocabulary(v.column) != nil {
			n.tables[i].slower = pretrainedRate
		}
	}
	for _, m := range n.encoders[0].matrices() {
		m.slower = pretrainedRate
	}
}

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
