package evalb

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"parser/eval"
)

// Causes of errors in the parameters of bracket scoring.
var (
	ErrParam      = errors.New("bad parameter")
	ErrParamsName = errors.New("no parameters of this name")
)

// Params says what EVALB scores. The zero value deletes nothing, compares
// no labels, and its cutoff is 0 words; what EVALB does without a parameter file
// is what [ParseParams] makes of an empty one.
type Params struct {
	Labelled        bool        // LABELED: compare labels of brackets too
	Cutoff          int         // CUTOFF_LEN: words in the longest sentence of the second summary
	MaxError        int         // MAX_ERROR: kept, but nothing stops here, see the package
	Delete          []string    // DELETE_LABEL: words with these tags and brackets with these labels do not count
	DeleteForLength []string    // DELETE_LABEL_FOR_LENGTH: words with these tags do not add to a sentence's length
	Quote           []string    // QUOTE_LABEL: tags that parsers give to quotation marks
	EqualLabels     [][2]string // EQ_LABEL: pairs of labels or tags that count as the same
	EqualWords      [][2]string // EQ_WORD: pairs of words that count as the same
}

// What EVALB does when a file does not say otherwise.
const (
	defaultMaxError = 10
	defaultCutoff   = 40
)

// ParseParams reads a parameter file of EVALB (.prm): on each line a key,
// blanks and a value; a line that begins with "#" is a comment. Where a key may
// stand once only, the last line counts. The name stands in errors, as
// "name:line: …", whose cause is ErrParam.
//
// EVALB warns of lines that it does not understand and goes on without them;
// here they are errors. DEBUG is checked and has no effect. DISC_ONLY, which is
// a key of the scorer of discontinuous trees in disco-dop, may only be 0.
func ParseParams(r io.Reader, name string) (Params, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Params{}, fmt.Errorf("%s: %w", name, err)
	}
	p := Params{Labelled: true, Cutoff: defaultCutoff, MaxError: defaultMaxError}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimRight(line, paramBlanks)
		if line == "" || line[0] == '#' {
			continue
		}
		key, values := line, ""
		if end := strings.IndexAny(line, paramBlanks); end >= 0 {
			key, values = line[:end], line[end:]
		}
		fields := strings.FieldsFunc(values, func(c rune) bool { return strings.ContainsRune(paramBlanks, c) })
		if err := p.set(key, fields); err != nil {
			return Params{}, fmt.Errorf("%s:%d: %w: %w", name, number, ErrParam, err)
		}
	}
	return p, nil
}

// paramBlanks are the blanks of C, in which EVALB is written.
const paramBlanks = " \t\r\n\v\f"

// The largest values of keys that take a number.
const (
	maxDebug  = 2
	maxNumber = 1 << 30
)

// set sets what a line says.
func (p *Params) set(key string, values []string) error {
	ignored, labelled := 0, eval.One(p.Labelled)
	numbers := map[string]struct {
		to   *int
		most int
	}{
		"DEBUG": {&ignored, maxDebug}, "DISC_ONLY": {&ignored, 0}, "LABELED": {&labelled, 1},
		"MAX_ERROR": {&p.MaxError, maxNumber}, "CUTOFF_LEN": {&p.Cutoff, maxNumber},
	}
	lists := map[string]*[]string{"DELETE_LABEL": &p.Delete, "DELETE_LABEL_FOR_LENGTH": &p.DeleteForLength, "QUOTE_LABEL": &p.Quote}
	pairs := map[string]*[][2]string{"EQ_LABEL": &p.EqualLabels, "EQ_WORD": &p.EqualWords}
	number, list, pair := numbers[key], lists[key], pairs[key]
	want := 1 + eval.One(pair != nil)
	switch {
	case number.to == nil && list == nil && pair == nil:
		return fmt.Errorf("unknown key %q", key)
	case len(values) != want:
		return fmt.Errorf("%s takes %d value(s), not %d", key, want, len(values))
	case list != nil:
		*list = append(*list, values[0])
	case pair != nil:
		*pair = append(*pair, [2]string(values))
	default:
		n, err := strconv.Atoi(values[0])
		if err != nil || n < 0 || n > number.most {
			return fmt.Errorf("%s is a number from 0 to %d, not %q", key, number.most, values[0])
		}
		*number.to = n
	}
	p.Labelled = labelled == 1
	return nil
}

// SameLabel tells whether two labels or tags count as the same. That is no
// equivalence: of A = B and B = C, A = C does not follow.
func (p *Params) SameLabel(a, b string) bool { return same(p.EqualLabels, a, b) }

// SameWord tells whether two words count as the same.
func (p *Params) SameWord(a, b string) bool { return same(p.EqualWords, a, b) }

func same(pairs [][2]string, a, b string) bool {
	return a == b || slices.Contains(pairs, [2]string{a, b}) || slices.Contains(pairs, [2]string{b, a})
}

// paramFiles are this project's own, equal in effect to EVALB's.
//
//go:embed params/*.prm
var paramFiles embed.FS

// DefaultParams is the name of the parameters that most papers use.
const DefaultParams = "collins"

// NamedParams returns built-in parameters: "collins" (COLLINS.prm, which
// most papers use), "new" (new.prm: also deletes S1, ? and !, and repairs
// quotation marks), "nk" (new.prm with a higher MAX_ERROR, that is, the same
// here) or "sample" (of EVALB's own sample files). The cause of an error is
// ErrParamsName.
func NamedParams(name string) (Params, error) {
	file, err := paramFiles.Open("params/" + name + ".prm")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return Params{}, fmt.Errorf("%w: %q", ErrParamsName, name)
	}
	if err != nil {
		return Params{}, err
	}
	defer file.Close()
	return ParseParams(file, name)
}
