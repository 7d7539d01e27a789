package evalb

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
	"parser/eval"
)

// Causes of errors in the parameters of bracket scoring.
var (
	errParam      = errors.New("bad parameter")
	ErrParamsName = errors.New("no parameters of this name")
)

// Params says what EVALB scores. [ParseParams] of an empty file gives what EVALB uses without a parameter file.
type Params struct {
	Labelled        bool        // LABELED: compare labels of brackets too
	Cutoff          int         // CUTOFF_LEN: words in the longest sentence of the second summary
	MaxError        int         // MAX_ERROR: read, but without effect, see the package
	Delete          []string    // DELETE_LABEL: words with these tags and brackets with these labels do not count
	DeleteForLength []string    // DELETE_LABEL_FOR_LENGTH: words with these tags do not add to a sentence's length
	Quote           []string    // QUOTE_LABEL: tags that parsers give to quotation marks
	EqualLabels     [][2]string // EQ_LABEL: pairs of labels or tags that count as the same
	EqualWords      [][2]string // EQ_WORD: pairs of words that count as the same
}

// What EVALB uses if a file does not say otherwise.
const (
	defaultMaxError = 10
	defaultCutoff   = 40
)

// ParseParams reads a parameter file of EVALB (.prm): on each line a key, blanks and a value, or a comment after "#".
// If a key with a single value is repeated, the last line counts. Errors begin with "name:line: ".
//
// EVALB ignores lines that it does not understand; here they are errors. DEBUG has no effect.
// DISC_ONLY, a key of the scorer of discontinuous trees in disco-dop, may only be 0.
func ParseParams(r io.Reader, name string) (Params, error) {
	f, err := textfile.New(r, name)
	if err != nil {
		return Params{}, err
	}
	text, err := f.Whole(textfile.MaxSettings)
	if err != nil {
		return Params{}, err
	}
	p := Params{Labelled: true, Cutoff: defaultCutoff, MaxError: defaultMaxError}
	ignored, labelled := 0, 1
	type limited struct {
		to   *int
		most int
	}
	numbers := map[string]limited{
		"DEBUG": {&ignored, 2}, "DISC_ONLY": {&ignored, 0}, "LABELED": {&labelled, 1},
		"MAX_ERROR": {&p.MaxError, 1 << 30}, "CUTOFF_LEN": {&p.Cutoff, 1 << 30},
	}
	lists := map[string]*[]string{"DELETE_LABEL": &p.Delete, "DELETE_LABEL_FOR_LENGTH": &p.DeleteForLength, "QUOTE_LABEL": &p.Quote}
	pairs := map[string]*[][2]string{"EQ_LABEL": &p.EqualLabels, "EQ_WORD": &p.EqualWords}
	set := func(key string, values []string) error {
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
		return nil
	}
	const blanks = " \t\r\n\v\f" // as in C, in which EVALB is written
	for i, line := range slices.Collect(strings.Lines(string(text))) {
		line = strings.TrimRight(line, blanks)
		if line == "" || line[0] == '#' {
			continue
		}
		key := line
		if end := strings.IndexAny(line, blanks); end >= 0 {
			key = line[:end]
		}
		values := strings.FieldsFunc(line[len(key):], func(c rune) bool { return strings.ContainsRune(blanks, c) })
		if err := set(key, values); err != nil {
			return Params{}, fmt.Errorf("%s:%d: %w: %w", name, i+1, errParam, err)
		}
	}
	p.Labelled = labelled == 1
	return p, nil
}

// sameLabel reports whether two labels or tags count as the same, which is not transitive.
func (p *Params) sameLabel(a, b string) bool { return same(p.EqualLabels, a, b) }

// SameWord reports whether two words count as the same, by EqualWords too.
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

// NamedParams returns built-in parameters: "collins" (COLLINS.prm, which most papers use), "new" (new.prm: also deletes
// S1, ? and !, and restores quotation marks), "nk" (new.prm with a higher MAX_ERROR, which makes no difference here) or
// "sample" (for EVALB's own sample files). The cause of an error is ErrParamsName.
func NamedParams(name string) (Params, error) {
	text, err := paramFiles.ReadFile("params/" + name + ".prm")
	if err != nil { // the only possible error
		return Params{}, fmt.Errorf("%w: %q", ErrParamsName, name)
	}
	return ParseParams(bytes.NewReader(text), name)
}
