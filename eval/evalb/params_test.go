package evalb

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

var paramNames = []string{"collins", "new", "nk", "sample"}

// Our own files have the same parameters as EVALB's.
func TestNamedParamsEqualEVALBs(t *testing.T) {
	files := map[string]string{"collins": "COLLINS.prm", "new": "new.prm", "nk": "nk.prm", "sample": "sample.prm"}
	for _, name := range paramNames {
		t.Run(name, func(t *testing.T) {
			got, err := NamedParams(name)
			require.NoError(t, err)
			file, err := os.Open(testkit.Shared(t, "eval/evalb/"+files[name]))
			require.NoError(t, err)
			defer file.Close()
			want, err := ParseParams(file, files[name])
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestNamedParams(t *testing.T) {
	p, err := NamedParams(DefaultParams)
	require.NoError(t, err)
	require.Equal(t, Params{
		Labelled: true, Cutoff: 40, MaxError: 10,
		Delete:          []string{"TOP", "-NONE-", ",", ":", "``", "''", "."},
		DeleteForLength: []string{"-NONE-"},
		EqualLabels:     [][2]string{{"ADVP", "PRT"}},
	}, p)
	for _, name := range []string{"", "Collins", "COLLINS.prm", "../params/collins", "/collins", "*"} {
		_, err := NamedParams(name)
		require.ErrorIs(t, err, ErrParamsName, name)
	}
}

func TestParseParams(t *testing.T) {
	none := Params{Labelled: true, Cutoff: 40, MaxError: 10}
	for _, c := range []struct {
		name, text string
		change     func(*Params)
	}{
		{"nothing", "", func(*Params) {}},
		{"comments and blank lines", "# EQ_WORD a b\n\n   \n##\n", func(*Params) {}},
		{"no effect", "DEBUG 2\nDISC_ONLY 0\n", func(*Params) {}},
		{"numbers", "MAX_ERROR 0\nCUTOFF_LEN 70\nLABELED 0", func(p *Params) { *p = Params{Cutoff: 70} }},
		{"the last counts", "CUTOFF_LEN 1\nCUTOFF_LEN 2", func(p *Params) { p.Cutoff = 2 }},
		{"CRLF, tabs, blanks at the end", "LABELED\t 0 \t\r\nDELETE_LABEL   X\r\n", func(p *Params) { p.Labelled, p.Delete = false, []string{"X"} }},
		{"lists", "DELETE_LABEL A\nDELETE_LABEL #\nDELETE_LABEL_FOR_LENGTH B\nQUOTE_LABEL C", func(p *Params) {
			p.Delete, p.DeleteForLength, p.Quote = []string{"A", "#"}, []string{"B"}, []string{"C"}
		}},
		{"pairs", "EQ_LABEL A B\nEQ_WORD a  b\nEQ_WORD c d", func(p *Params) {
			p.EqualLabels, p.EqualWords = [][2]string{{"A", "B"}}, [][2]string{{"a", "b"}, {"c", "d"}}
		}},
		{"not ASCII", "DELETE_LABEL Ä\u00a0ö", func(p *Params) { p.Delete = []string{"Ä\u00a0ö"} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := none
			c.change(&want)
			got, err := ParseParams(strings.NewReader(c.text), "x.prm")
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestParseParamsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"DEBUG 0\nDELETE_WORD x":   `x.prm:2: bad parameter: unknown key "DELETE_WORD"`,
		"delete_label x":           `x.prm:1: bad parameter: unknown key "delete_label"`,
		" LABELED 1":               `x.prm:1: bad parameter: unknown key ""`,
		"ab":                       `x.prm:1: bad parameter: unknown key "ab"`,
		"\n\nDELETE_LABEL":         `x.prm:3: bad parameter: DELETE_LABEL takes 1 value(s), not 0`,
		"DELETE_LABEL A B":         `x.prm:1: bad parameter: DELETE_LABEL takes 1 value(s), not 2`,
		"DELETE_LABEL_FOR_LENGTH":  `x.prm:1: bad parameter: DELETE_LABEL_FOR_LENGTH takes 1 value(s), not 0`,
		"QUOTE_LABEL":              `x.prm:1: bad parameter: QUOTE_LABEL takes 1 value(s), not 0`,
		"EQ_LABEL A":               `x.prm:1: bad parameter: EQ_LABEL takes 2 value(s), not 1`,
		"EQ_WORD a b c":            `x.prm:1: bad parameter: EQ_WORD takes 2 value(s), not 3`,
		"LABELED 2":                `x.prm:1: bad parameter: LABELED is a number from 0 to 1, not "2"`,
		"LABELED yes":              `x.prm:1: bad parameter: LABELED is a number from 0 to 1, not "yes"`,
		"DEBUG 3":                  `x.prm:1: bad parameter: DEBUG is a number from 0 to 2, not "3"`,
		"CUTOFF_LEN -1":            `x.prm:1: bad parameter: CUTOFF_LEN is a number from 0 to 1073741824, not "-1"`,
		"CUTOFF_LEN":               `x.prm:1: bad parameter: CUTOFF_LEN takes 1 value(s), not 0`,
		"MAX_ERROR 99999999999999": `x.prm:1: bad parameter: MAX_ERROR is a number from 0 to 1073741824, not "99999999999999"`,
		"DISC_ONLY 1":              `x.prm:1: bad parameter: DISC_ONLY is a number from 0 to 0, not "1"`,
		"LABELED 1 # labelled":     `x.prm:1: bad parameter: LABELED takes 1 value(s), not 3`,
	} {
		p, err := ParseParams(strings.NewReader(text), "x.prm")
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, errParam)
		require.Zero(t, p)
	}
	broken := errors.New("disk on fire")
	_, err := ParseParams(iotest.ErrReader(broken), "x.prm")
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "x.prm: disk on fire")
}

// lines writes parameters as a file.
func (p Params) lines() string {
	var b strings.Builder
	line := func(fields ...string) { b.WriteString(strings.Join(fields, " ") + "\n") }
	if !p.Labelled {
		line("LABELED 0")
	}
	line("CUTOFF_LEN", strconv.Itoa(p.Cutoff))
	line("MAX_ERROR", strconv.Itoa(p.MaxError))
	for key, labels := range map[string][]string{"DELETE_LABEL": p.Delete, "DELETE_LABEL_FOR_LENGTH": p.DeleteForLength, "QUOTE_LABEL": p.Quote} {
		for _, label := range labels {
			line(key, label)
		}
	}
	for key, pairs := range map[string][][2]string{"EQ_LABEL": p.EqualLabels, "EQ_WORD": p.EqualWords} {
		for _, pair := range pairs {
			line(key, pair[0], pair[1])
		}
	}
	return b.String()
}

// Parameters that were read are the same when written and read again; errors have a place.
func FuzzParams(f *testing.F) {
	for _, name := range paramNames {
		text, err := paramFiles.ReadFile("params/" + name + ".prm")
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add("EQ_WORD This this\r\nLABELED 0\n DEBUG 1\nDISC_ONLY 0")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseParams(strings.NewReader(text), "x.prm")
		if err != nil {
			require.ErrorIs(t, err, errParam)
			require.Regexp(t, `^x\.prm:[1-9][0-9]*: `, err.Error())
			return
		}
		again, err := ParseParams(strings.NewReader(p.lines()), "again")
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}
