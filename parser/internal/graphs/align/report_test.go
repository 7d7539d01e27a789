package align_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"parser/parser/internal/graphs/align"
)

func TestReport(t *testing.T) {
	var (
		r   align.Report
		out bytes.Buffer
		a   = align.New()
	)
	g := graph(t, "# ::id x1\n# ::snt dogs bark loudly\n"+`(b / bark-01 :mode imperative :ARG0 (d / dog :wiki "Dog") :time "now" :time "now")`)
	w := words(t, "dogs/dog/NOUN/2 bark//VERB/0 loudly//ADV/2")
	if err := r.Add(&out, a, w, g); err != nil {
		t.Fatal(err)
	}
	want := "# ::id x1\n# ::snt dogs bark loudly\n1\tdogs\td / dog\tlemma\n2\tbark\tb / bark-01\tword\n3\tloudly\t_\t_\n" +
		"_\t_\t:mode imperative\t_\n_\t_\t:time \"now\"\t_\n_\t_\t:time \"now\"\t_\n\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if err := r.Add(io.Discard, a, w, graph(t, `(d / dog :mode imperative)`)); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := r.Summary(&out, 1); err != nil {
		t.Fatal(err)
	}
	want = "graphs\t2\nwords\t6\nnodes\t7\naligned\t3\t50.0 % of the words\t42.9 % of the nodes\n\n" +
		"pairs by rule\n2\t66.7 %\tlemma\n1\t33.3 %\tword\n\nwords without a node\n2\t66.7 %\tloudly\n\nnodes without a word\n2\t50.0 %\t:mode imperative\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestReportFails(t *testing.T) {
	var r align.Report
	if err := r.Add(full{}, align.New(), nil, graph(t, `(d / dog)`)); !errors.Is(err, errFull) {
		t.Errorf("Add: %v", err)
	}
	if err := r.Summary(full{}, 0); !errors.Is(err, errFull) {
		t.Errorf("Summary: %v", err)
	}
}
