package inspect_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/segment"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/transition"
)

// documented is a row of the tables of entries in FORMAT.md.
type documented struct {
	name  *regexp.Regexp
	types []string
	shape []string // an expression for each dimension
	text  string
	used  bool
}

// The names of arrays begin with those of the tagger and of the part of an ensemble that they
// belong to.
const prefix = `^((?:(?:tagger\d+|segmenter|base)/)*(?:\d+/)?)`

// readTables reads the tables of entries.
func readTables(t *testing.T) (rows []*documented) {
	text, err := os.ReadFile("../../../model/FORMAT.md")
	require.NoError(t, err)
	tables := regexp.MustCompile("(?m)^\\| entry \\| type \\| shape \\| content \\|\n.*\n((?:\\|.*\n)+)").FindAllStringSubmatch(string(text), -1)
	require.Len(t, tables, 9)
	row := regexp.MustCompile("^\\| `([^`]+)` \\| (matrix|(?:`(?:<..|\\\\\\|.1)`(?: or )?)+) \\| ([^|]+) \\| ")
	for _, table := range tables {
		for line := range strings.Lines(table[1]) {
			m := row.FindStringSubmatch(line)
			require.NotNil(t, m, line)
			rows = append(rows, newRow(t, m))
		}
	}
	return rows
}

// newRow returns a row of a table with its name, its types and its shape.
func newRow(t *testing.T, m []string) *documented {
	pattern := regexp.MustCompile(`<(\w+)>`).ReplaceAllStringFunc(m[1], func(part string) string {
		own := map[string]string{"stage": `\d+(?:/part\d+)?`, "layer": `\d+`, "column": `[a-z]+`, "matrix": `[a-zA-Z0-9/]+`}[part[1:len(part)-1]]
		require.NotEmpty(t, own, part)
		return `(` + own + `)`
	})
	d := &documented{name: regexp.MustCompile(prefix + pattern + `$`), types: []string{"<f4", "<f2", "|i1"}, shape: strings.Split(m[3], " × "), text: m[0]}
	if m[2] != "matrix" {
		d.types = strings.Split(strings.NewReplacer("`", "", `\`, "").Replace(m[2]), " or ")
	}
	return d
}

// solve returns the value of an expression such as 3 + 8·units, whose names have values; it keeps
// the value of a name without one that makes the result total.
func solve(expression string, scope string, values map[string]int, total int) (int, error) {
	sum, open, factor := 0, "", 0
	for _, product := range strings.Split(expression, " + ") {
		n, unknown := 1, ""
		for _, part := range strings.Split(product, "·") {
			if value, err := strconv.Atoi(part); err == nil {
				n *= value
			} else if value, known := values[scope+part]; known {
				n *= value
			} else if unknown != "" || open != "" {
				return 0, fmt.Errorf("two unknown names in %s", expression)
			} else {
				unknown = part
			}
		}
		if unknown == "" {
			sum += n
		} else {
			open, factor = unknown, n
		}
	}
	if open == "" {
		return sum, nil
	}
	values[scope+open] = (total - sum) / factor
	return sum + factor*values[scope+open], nil
}

// describes finds the first row of an array, and checks its shape.
func describes(t *testing.T, rows []*documented, a npz.Stored, values map[string]int) {
	for _, d := range rows {
		m := d.name.FindStringSubmatch(a.Name)
		if m == nil || !slices.Contains(d.types, a.Type) || len(d.shape) != len(a.Shape) ||
			strings.HasSuffix(a.Name, "/scales") != strings.Contains(d.text, "/scales") {
			continue
		}
		d.used = true
		scope := m[1]
		if strings.Contains(d.text, "<stage>") && !strings.Contains(d.text, "output/") {
			scope += m[2] + ":"
		}
		for i, side := range a.Shape {
			expression := d.shape[i]
			if expression == "bytes" {
				continue
			}
			if len(m) > 2 {
				expression = regexp.MustCompile(`<\w+>`).ReplaceAllString(expression, "="+m[2])
			}
			value, err := solve(expression, scope, values, side)
			require.NoError(t, err)
			require.Equal(t, value, side, "%+v, which is %s", a, d.text)
		}
		return
	}
	require.Fail(t, "no row", "%+v", a)
}

// formats returns a model of every kind.
func formats(t *testing.T) map[string]*engine.Parser {
	train := func(system, scorer string, edit func(*engine.Options), given ...training.Resource) *engine.Parser {
		return trained(t, with(system, scorer, edit), sentences(3), treebank.Data{}, given...)
	}
	plain := func(*engine.Options) {}
	models := map[string]*engine.Parser{
		"small integers": train("arc-hybrid", "linear", plain),
		"floats":         train("arc-eager", "linear", func(o *engine.Options) { o.Exact, o.TwoStep = true, true }),
		"hidden layer": train("arc-hybrid", "linear", func(o *engine.Options) {
			_ = o.UseLearner("nn")
			_ = o.Learner.Set("min-updates", 0)
			_ = o.Learner.Set("direct", true)
		}),
		"pipeline": train("arc-hybrid", "linear", func(o *engine.Options) { o.Pipeline, o.Jackknife = true, 2 }),
		"tagger":   train("tag", "linear", func(o *engine.Options) { o.Field = "xpos" }),
	}
	for _, precision := range npz.Precisions() {
		models["neural, "+precision] = train("arc-hybrid", "neural", func(o *engine.Options) {
			o.Neural.Precision, o.TwoStep = precision, true
		})
	}
	models["tags"] = train("arc-hybrid", "neural", func(o *engine.Options) { o.Neural.MultiTask = "upos,feats" })
	several := sentences(3)
	several.Sources = []treebank.Source{{Name: "one"}, {Name: "two"}}
	for i := range several.Sentences {
		several.From = append(several.From, i%2)
	}
	models["tags of treebanks"] = trained(t, with("arc-hybrid", "neural", func(o *engine.Options) { o.Neural.MultiTask = "upos" }), several, treebank.Data{})
	models["graphs"] = graphs(t)
	models["sum"] = train("arc-hybrid", "linear", func(o *engine.Options) { *o, _ = training.After(models["small integers"]) },
		training.Resource{Name: training.Init, Value: models["small integers"]})
	first := train("tag", "neural", plain)
	second, err := models["tagger"].WithTaggers(first)
	require.NoError(t, err)
	models["ensemble"] = train("arc-hybrid", "both", plain,
		training.Resource{Name: training.Tagger, Value: second}, training.Resource{Name: training.Tagger, Value: first})
	return models
}

// TestFormatIsAsDocumented: every array of a model of any kind is in the tables of FORMAT.md, with
// its type and shape, and every row of the tables describes some array.
func TestFormatIsAsDocumented(t *testing.T) {
	rows := readTables(t)
	for name, p := range formats(t) {
		var b bytes.Buffer
		require.NoError(t, p.Write(&b))
		arrays, err := npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
		require.NoError(t, err)
		values := map[string]int{}
		list := arrays.List()
		slices.SortStableFunc(list, func(x, y npz.Stored) int { // these define units
			return strings.Count(y.Name, "/U") - strings.Count(x.Name, "/U")
		})
		for _, a := range list {
			t.Run(name+" "+a.Name, func(t *testing.T) { describes(t, rows, a, values) })
		}
	}
	for _, d := range rows {
		require.True(t, d.used, "no model has %s", d.text)
	}
}

// TestFormatNamesAllFields of the meta data, and all moves.
func TestFormatNamesAllFields(t *testing.T) {
	format, err := os.ReadFile("../../../model/FORMAT.md")
	require.NoError(t, err)
	for _, field := range fieldsOf(engine.Meta{}) {
		require.Regexp(t, "(?m)^\\|[^|]*`"+field+"`[^|]*\\|", string(format), field)
	}
	for _, field := range append(fieldsOf(segment.Rules{}), fieldsOf(neural.Size{})...) {
		require.Contains(t, string(format), "`"+field+"`")
	}
	var moves []string
	for m := range transition.NumMoves {
		moves = append(moves, fmt.Sprint(int(m), " ", m))
	}
	require.Contains(t, string(format), "Moves are "+strings.Join(moves, ", ")+".")
	require.Contains(t, string(format), fmt.Sprintf("version of the format, %d", engine.FormatVersion))
	require.Contains(t, string(format), fmt.Sprintf("This is format %d.", engine.FormatVersion))
}

// fieldsOf returns the names that the fields of a struct have in JSON.
func fieldsOf(v any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		if f.IsExported() {
			names = append(names, f.Name)
		}
	}
	return names
}
