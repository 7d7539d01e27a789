package evalb

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
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
	MaxError        int         // MAX_ERROR: kept, but nothing stops here, see [Scorer]
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
	p := Params{Labelled: true, Cutoff: defaultCutoff, MaxError: defaultMaxError}
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return Params{}, fmt.Errorf("%s: %w", name, err)
		}
		if bad := p.parseLine(line); bad != nil {
			return Params{}, fmt.Errorf("%s:%d: %w", name, number, bad)
		}
		if err == io.EOF {
			return p, nil
		}
	}
}

// paramBlanks are the blanks of C, in which EVALB is written.
const paramBlanks = " \t\r\n\v\f"

func (p *Params) parseLine(line string) error {
	line = strings.TrimRight(line, paramBlanks)
	if line == "" || line[0] == '#' {
		return nil
	}
	key, value := line, ""
	if end := strings.IndexAny(line, paramBlanks); end >= 0 {
		key, value = line[:end], line[end:]
	}
	if err := p.set(key, strings.FieldsFunc(value, isParamBlank)); err != nil {
		return fmt.Errorf("%w: %w", ErrParam, err)
	}
	return nil
}

func isParamBlank(c rune) bool { return strings.ContainsRune(paramBlanks, c) }

// The largest value of keys that take a number.
const (
	maxDebug  = 2
	maxNumber = 1 << 30
)

func (p *Params) set(key string, values []string) (err error) {
	var switched int
	switch key {
	case "DEBUG":
		err = setNumber(&switched, values, maxDebug)
	case "MAX_ERROR":
		err = setNumber(&p.MaxError, values, maxNumber)
	case "CUTOFF_LEN":
		err = setNumber(&p.Cutoff, values, maxNumber)
	case "LABELED":
		err = setNumber(&switched, values, 1)
		p.Labelled = switched == 1
	case "DISC_ONLY":
		err = setNumber(&switched, values, 0)
	case "DELETE_LABEL":
		err = addOne(&p.Delete, values)
	case "DELETE_LABEL_FOR_LENGTH":
		err = addOne(&p.DeleteForLength, values)
	case "QUOTE_LABEL":
		err = addOne(&p.Quote, values)
	case "EQ_LABEL":
		err = addPair(&p.EqualLabels, values)
	case "EQ_WORD":
		err = addPair(&p.EqualWords, values)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	if err != nil {
		return fmt.Errorf("%s %w", key, err)
	}
	return nil
}

func setNumber(dst *int, values []string, most int) error {
	if err := wantValues(values, 1); err != nil {
		return err
	}
	n, err := strconv.Atoi(values[0])
	if err != nil || n < 0 || n > most {
		return fmt.Errorf("is a number from 0 to %d, not %q", most, values[0])
	}
	*dst = n
	return nil
}

func addOne(dst *[]string, values []string) error {
	if err := wantValues(values, 1); err != nil {
		return err
	}
	*dst = append(*dst, values[0])
	return nil
}

func addPair(dst *[][2]string, values []string) error {
	if err := wantValues(values, 2); err != nil {
		return err
	}
	*dst = append(*dst, [2]string(values))
	return nil
}

func wantValues(values []string, n int) error {
	if len(values) != n {
		return fmt.Errorf("takes %d value(s), not %d", n, len(values))
	}
	return nil
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
