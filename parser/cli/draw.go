package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Layers of dependencies.
const (
	bothLayers    = "both"
	basicLayer    = "basic"
	enhancedLayer = "enhanced"
)

type drawing struct {
	in        frame.Input
	gold      string // file
	sentences string // a list of numbers and ranges; "" for all
	layer     string // of dependencies
	format    string // of the pictures
	options   draw.Options
}

func drawCommand(e *frame.Env) *urfave.Command {
	v := &drawing{in: frame.InputOf(e), layer: bothLayers, format: formats.SVG}
	const wide = 1200 // pixels
	return &urfave.Command{
		Description: `Draws the trees in the files, CoNLL or Penn brackets, to the standard output:
dependencies as arcs over the words, constituents as trees. Multiword tokens are
brackets below their words. Where DEPS are filled, the arcs that only the enhanced graph
has are below the words, those that only the tree has are dotted, and empty nodes are
words of another colour; text has a further column for the graph's relations. Graphs of
meaning, in PENMAN notation, are drawn in layers from the root down, constants with
corners, and edges to nodes that hang elsewhere dotted.

With --gold the trees in the files are compared with those of another file, of the same
sentences: what only gold has is missing, what only they have is wrong, and both are
marked by colours, dashes and signs. Nodes of graphs are mapped as Smatch is best.
Enhanced graphs are not compared.

Pictures load nothing from elsewhere, and are dark where the reader's screen is. Words of
scripts from right to left run from right to left.

  parser parse --text letter.txt | parser draw --format html > letter.html
  parser draw --gold gold.conllu --sentence 3,7-9 system.conllu > compared.svg`,
		Flags: []urfave.Flag{
			frame.Choice(&v.format, "format", "the format is", "`FORMAT` of the pictures: "+strings.Join(formats.Names(), ", "), formats.Names()...),
			frame.Word(&v.gold, "gold", "`FILE` with the gold trees to compare with"),
			frame.Usually("all", frame.Word(&v.sentences, "sentence", "draw sentences with these `NUMBERS`, as in 3 or 2-5,8")),
			frame.Choice(&v.layer, "layer", "the layer is",
				"`LAYER` of dependencies: both, where DEPS are filled, basic (HEAD and DEPREL) or enhanced (DEPS)", bothLayers, basicLayer, enhancedLayer),
			frame.Usually(fmt.Sprint(wide, " for svg and html"), frame.Number(&v.options.Width, 0, "width", "`N` pixels of width, or columns of text; "+
				"longer sentences go on in further rows, wider trees and graphs are drawn from the side; 0 is any width")),
			frame.Switch(&v.options.Compact, "compact", "less space, no tags under arcs, and no variables in graphs"),
			frame.Usually("the name of the file", frame.Word(&v.options.Title, "title", "`TITLE` of the page")),
			v.in.EncodingFlag(""), v.in.SkipFlag(),
		},
		Action: func(c *urfave.Context) error {
			if !c.IsSet("width") && slices.Contains([]string{formats.SVG, formats.HTML}, v.format) {
				v.options.Width = wide
			}
			return v.run(v.in.Env.FilesOf(c))
		},
	}
}

func (v *drawing) run(files []string) error {
	wanted, err := parseNumbers(v.sentences)
	if err != nil {
		return fmt.Errorf("%w: --sentence: %w", frame.ErrUsage, err)
	}
	f, form, err := v.in.Open(files[0])
	if err != nil {
		return err
	}
	builds := structure.OfTreebank(form)
	s, gold := v.in.Checked(builds.Form, files[1:]...), v.in.Checked(builds.Form, v.gold)
	if form == textfile.Graphs {
		gold.Check = func(f *textfile.Reader) error { return pipe.Must(f, builds, "graphs are compared with graphs") }
	}
	if v.gold == "" && v.layer != basicLayer {
		s.Guard = readable
	}
	if err := s.Begin(f, form); err != nil {
		return err
	}
	pictures, err := v.drawn(wanted, s, gold)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(v.in.Env.Stdout)
	v.options.Title = cmp.Or(v.options.Title, textfile.Shown(files[0]))
	err = formats.Write(out, v.format, v.options, pictures...)
	return cmp.Or(err, out.Flush())
}

// drawn draws the wanted ones of the items that s has, compared with those of gold where that is named.
func (v *drawing) drawn(wanted numbers, s, gold *pipe.Source) (pictures []*draw.Picture, err error) {
	const maxPictures = 10_000 // at a time: pictures are for people
	defer s.Close()
	defer gold.Close()
	read, last := 0, wanted.last()
	for item, err := range textfile.All(s.Read) {
		var right *treebank.Item
		if err == nil && v.gold != "" {
			if right, err = gold.Read(); err == io.EOF {
				err = fmt.Errorf("%s has %s, and the system more", textfile.Shown(v.gold), layout.Count(read, gold.Item))
			}
		}
		if err != nil {
			return nil, err
		}
		if read++; !wanted.has(read) {
			continue
		}
		var picture *draw.Picture
		if v.gold == "" {
			picture = draw.Of(v.only(item))
		} else if picture, err = draw.Compare(right, item); err != nil {
			return nil, fmt.Errorf("%s %d: %w", s.Item, read, err)
		}
		picture.Title = cmp.Or(picture.Title, fmt.Sprintf("%s %d", s.Item, read))
		if pictures = append(pictures, picture); len(pictures) > maxPictures {
			return nil, fmt.Errorf("%w: there are more than %d sentences to draw: choose some by --sentence", frame.ErrUsage, maxPictures)
		}
		if read == last {
			break
		}
	}
	s.SaySkipped()
	switch {
	case read < last && last != math.MaxInt:
		return nil, fmt.Errorf("%w: --sentence %s: the input has %s", frame.ErrUsage, v.sentences, layout.Count(read, s.Item))
	case len(pictures) == 0:
		return nil, errors.New("nothing to draw: there is no " + s.Item)
	case v.gold != "" && last == math.MaxInt:
		if _, err := gold.Read(); err == nil {
			return nil, fmt.Errorf("%s has more than the %s of the system", textfile.Shown(v.gold), layout.Count(read, s.Item))
		}
	}
	return pictures, nil
}

// readable refuses a sentence with an enhanced graph that cannot be drawn.
func readable(it *treebank.Item) error {
	s := it.Sentence
	if s == nil || !s.HasDeps() {
		return nil
	}
	g, err := s.Enhanced()
	if err != nil {
		return err
	}
	for i, deps := range g.Deps {
		if slices.ContainsFunc(deps, func(d conll.Dep) bool { return d.Head == g.Nodes[i] }) {
			err = fmt.Errorf("%w: node %v is its own head", conll.ErrDeps, g.Nodes[i])
			return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: err}
		}
	}
	return nil
}

// only returns an item with the wanted layers.
func (v *drawing) only(it *treebank.Item) *treebank.Item {
	layer := map[string]func(*conll.Sentence) *conll.Sentence{
		basicLayer: (*conll.Sentence).BasicOnly, enhancedLayer: (*conll.Sentence).EnhancedOnly,
	}[v.layer]
	if it.Sentence == nil || layer == nil {
		return it
	}
	return &treebank.Item{Sentence: layer(it.Sentence)}
}

// numbers are ranges of numbers from 1.
type numbers [][2]int

// parseNumbers reads numbers and ranges of them, as in "2-5,8", "" for all.
func parseNumbers(list string) (all numbers, err error) {
	if list == "" {
		return numbers{{1, math.MaxInt}}, nil
	}
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err = cmp.Or(err, err2); err != nil || first < 1 || last < first {
			return nil, fmt.Errorf("%q is no number from 1 on and no range such as 2-5", part)
		}
		all = append(all, [2]int{first, last})
	}
	return all, nil
}

func (n numbers) has(i int) bool {
	return slices.ContainsFunc(n, func(r [2]int) bool { return r[0] <= i && i <= r[1] })
}

func (n numbers) last() int {
	return slices.MaxFunc(n, func(a, b [2]int) int { return cmp.Compare(a[1], b[1]) })[1]
}
