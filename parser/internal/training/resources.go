package training

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"parser/eval/layout"
	"parser/model/option"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/neural/vectors"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
	"parser/ptb"
)

// Resource is something that a training begins with besides a treebank and options: word vectors, a teacher, and so on.
type Resource struct {
	Name  string // of its kind
	Value any    // what Open or Take of the kind returns
	// fill returns the value once the forms of the treebanks are known, with how often each occurs, those of training first,
	// and says what it has; nil if Value is complete.
	fill func(treebanks []map[string]int) (value any, note string, err error)
}

// Resources are what a training begins with, in any order.
type Resources []Resource

// Names of resources.
const (
	Teacher    = "teacher"
	Vectors    = "vectors"
	Pretrained = "pretrained"
	Encoder    = "encoder"
	Init       = "init"
	Tagger     = "tagger"
	Segmenter  = "segmenter"
	Lexicon    = "lexicon"
)

// ResourceKind is a kind of resource, declared once: its flag, how it is opened, and what it is for. The option has the
// name, what the flag is for (where it names a model, after the words for that), and what the resource needs.
type ResourceKind struct {
	option.Option
	Several bool // there may be several of the kind
	// Take returns resources of the kind that a model has; nil if the kind is not taken from models.
	Take func(*engine.Parser) ([]Resource, error)
	// Open returns the resource in a file or a folder; nil if the kind is taken from models.
	Open func(name string, how Opening) (Resource, error)
	// digest identifies the resource for a Checkpoint.
	digest func(value any) (string, error)
	// scorers returns what scorers get of it, see score.Resources; nil if they get the value itself.
	scorers func(value any) any
}

// Opening says how resources are opened.
type Opening struct {
	Stdin     io.Reader // where the file is called "-"
	Precision string    // in which the model holds an encoder; "" if it does not
	Depth     int       // how many layers of an encoder are read, from the first on; 0 for all
	Subwords  Subwords  // … and which of its subwords
	AllWords  bool      // vectors of all words are kept, not only of those in the treebank
}

// ErrNoTagger is the cause when taggers are to be taken from a model that has none.
var ErrNoTagger = errors.New("is no tagger and holds none")

// ResourceKinds lists what a training can begin with: an entry is all that a resource needs here.
func ResourceKinds() []ResourceKind {
	kind := func(name, group, usage string, scorers ...string) option.Option {
		own := option.Option{Name: name, Usage: usage, Group: group}
		if scorers != nil {
			own = own.Needing("scorer", append(scorers, engine.Both)...)
		}
		return own
	}
	usual := engine.DefaultOptions()
	kinds := usual.ScorerKinds()
	templates, network := kinds[0].Name(), kinds[1].Name()
	parsers := func(name string) func(p *engine.Parser) ([]Resource, error) {
		return func(p *engine.Parser) ([]Resource, error) { return []Resource{{Name: name, Value: p}}, nil }
	}
	ofParser := func(v any) (string, error) { return DigestOf(v.(*engine.Parser).Write) }
	return []ResourceKind{
		{
			Option: kind(Teacher, engine.InNeural, ", of a parser of the same system that knows all labels of the treebank, "+
				"such as an ensemble, whose probabilities are learned, too", network),
			Take: parsers(Teacher), digest: ofParser,
			scorers: func(v any) any { return v.(*engine.Parser).CalibratedScorer() },
		},
		{
			Option: kind(Vectors, engine.InNeural, "`FILE` of word vectors to know more words by: "+
				"text of word2vec, fastText or GloVe, or .npy with its words in .vocab or .txt beside it", network),
			Open: func(name string, how Opening) (Resource, error) {
				return Resource{Vectors, &vectors.Table{}, func(banks []map[string]int) (any, string, error) { return readVectors(name, how, banks) }}, nil
			},
			digest: func(v any) (string, error) {
				t := v.(*vectors.Table)
				return DigestOf(func(h io.Writer) error {
					fmt.Fprintf(h, "%q", t.Words)
					return binary.Write(h, binary.LittleEndian, t.Data)
				})
			},
		},
		{
			Option: kind(Pretrained, engine.InNeural, "`FILE` of \"parser pretrain\" to begin with: what it has learned of the language from raw text", network),
			Open: func(name string, _ Opening) (Resource, error) {
				p, err := atomicfile.ReadFile(name, neural.ReadPretrained)
				return Resource{Name: Pretrained, Value: p}, err
			},
			digest: func(v any) (string, error) { return DigestOf(v.(*neural.Pretrained).Write) },
		},
		{
			Option: kind(Encoder, engine.InNeural, "`FOLDER` of a pre-trained transformer, as model hubs have it, "+
				"or the name of one in PARSER_ENCODERS, or the .npz file of a model that has one: what it makes of words is read beside their embeddings", network),
			Open:   openEncoder,
			digest: func(v any) (string, error) { return v.(*transformer.Encoder).SHA256, nil },
		},
		{
			Option: kind(Init, "", ", to go on from: what it knows is kept, and words and labels are added", templates, network),
			Take:   parsers(Init), digest: ofParser,
			scorers: func(v any) any { return v.(*engine.Parser).Scorer() },
		},
		{
			Option: kind(Tagger, engine.InTaggers, ", with a tagger to keep in the model; may be given several times"), Several: true,
			Take: func(p *engine.Parser) ([]Resource, error) {
				taggers, err := TaggersOf(p)
				return taggerResources(taggers), err
			},
			digest: ofParser,
		},
		{
			Option: kind(Segmenter, engine.InTaggers, ", to take what cuts raw text into words from"),
			Take: func(p *engine.Parser) ([]Resource, error) {
				if p.Segmenter() == nil {
					return nil, engine.ErrNoSegmenter
				}
				return []Resource{{Name: Segmenter, Value: p.Segmenter()}}, nil
			},
			digest: func(v any) (string, error) { return DigestOf(v.(*engine.Segmenter).Tagger.Write) },
		},
		{
			Option: kind(Lexicon, engine.InTaggers, "`FILE` of a lexicon, as parse reads it: a network that predicts tags reads its tags, a tagger "+
				"of lemmas its lemmas, --pipeline its words, in scripts without blanks; the model keeps them; may be given several times"), Several: true,
			Open: openLexicon, digest: digestOfWords,
		},
	}
}

// KindOf returns the kind of a resource.
func KindOf(name string) (ResourceKind, error) {
	all := ResourceKinds()
	i := slices.IndexFunc(all, func(k ResourceKind) bool { return k.Name == name })
	if i < 0 {
		return ResourceKind{}, fmt.Errorf("%w: no resource %q", engine.ErrOptions, name)
	}
	return all[i], nil
}

// TaggersOf returns a tagger, or the taggers that a parser holds.
func TaggersOf(p *engine.Parser) ([]*engine.Parser, error) {
	own := []*engine.Parser{p}
	if p.Field() == "" {
		own = p.Taggers()
	}
	if len(own) == 0 {
		return nil, ErrNoTagger
	}
	return own, nil
}

func taggerResources(taggers []*engine.Parser) (all Resources) {
	for _, p := range taggers {
		all = append(all, Resource{Name: Tagger, Value: p})
	}
	return all
}

// readVectors reads the vectors of the words of treebanks, or of all, and says how many of the forms have one.
func readVectors(name string, how Opening, treebanks []map[string]int) (table *vectors.Table, note string, err error) {
	forms, wanted := map[string]int{}, map[string]bool{}
	for _, own := range treebanks {
		maps.Copy(forms, own)
	}
	for form := range forms {
		for _, word := range vectors.Spellings(form) {
			wanted[word] = true
		}
	}
	test := func(word string) bool { return wanted[word] }
	if how.AllWords {
		test = nil
	}
	if table, err = vectors.Open(name, how.Stdin, test); err != nil {
		return nil, "", err
	}
	has, known := map[string]bool{}, 0
	for _, word := range table.Words {
		has[word] = true
	}
	for form := range forms {
		if slices.ContainsFunc(vectors.Spellings(form), func(word string) bool { return has[word] }) {
			known++
		}
	}
	note = fmt.Sprintf("%s: %s of %s, %d kept; %d of %s have one", name, layout.Count(table.Found, "vector"),
		layout.Count(table.Dim, "number"), len(table.Words), known, layout.Count(len(forms), "different word"))
	if table.Doubles > 0 {
		note += fmt.Sprintf("; not read: %s of words that had one", layout.Count(table.Doubles, "vector"))
	}
	return table, note, nil
}

// Value returns the value of the first resource of a name; nil without one.
func (all Resources) Value(name string) any {
	for _, r := range all {
		if r.Name == name {
			return r.Value
		}
	}
	return nil
}

// the returns the only resource of a name; nil without one.
func the[T any](all Resources, name string) *T {
	value, _ := all.Value(name).(*T)
	return value
}

// Names returns the names of the resources, in the order of ResourceKinds.
func (all Resources) Names() []string { return all.Options().Names() }

// Options returns the options of the resources that are there.
func (all Resources) Options() (list option.List) {
	for _, k := range ResourceKinds() {
		if slices.ContainsFunc(all, func(r Resource) bool { return r.Name == k.Name }) {
			list = append(list, k.Option)
		}
	}
	return list
}

// Without returns the resources that do not have these names.
func (all Resources) Without(names ...string) Resources {
	return slices.DeleteFunc(slices.Clone(all), func(r Resource) bool { return slices.Contains(names, r.Name) })
}

// Inherit adds what the parser to go on from holds (After), unless others are given or o has others trained.
func (all Resources) Inherit(before Resources, o *engine.Options) Resources {
	have := all.Names()
	if o.Tag != "" || o.Pipeline {
		have = append(have, Tagger)
	}
	if o.Pipeline {
		have = append(have, Segmenter)
	}
	return append(slices.Clip(all), before.Without(have...)...)
}

// taggers returns those that were trained before.
func (all Resources) taggers() (taggers []*engine.Parser) {
	for _, r := range all {
		if p, ok := r.Value.(*engine.Parser); ok && r.Name == Tagger {
			taggers = append(taggers, p)
		}
	}
	return taggers
}

// check returns what is wrong with the names of resources and how many there are of each.
func (all Resources) check() error {
	seen := map[string]bool{}
	for _, r := range all {
		k, err := KindOf(r.Name)
		if err != nil {
			return err
		}
		if seen[r.Name] && !k.Several {
			return fmt.Errorf("training begins with one %s, not with several", r.Name)
		}
		seen[r.Name] = true
	}
	return nil
}

// forScorers returns what scorers get.
func (all Resources) forScorers() score.Resources {
	own := score.Resources{}
	for _, r := range all {
		own[r.Name] = r.Value
		if k, _ := KindOf(r.Name); k.scorers != nil {
			own[r.Name] = k.scorers(r.Value)
		}
	}
	return own
}

// identify adds digests of the resources to an identity of a Checkpoint.
func (all Resources) identify(identity map[string]string) error {
	taggers := 0
	for _, r := range all {
		k, err := KindOf(r.Name)
		if err != nil {
			return err
		}
		name := k.Name
		if k.Several {
			taggers++
			name = fmt.Sprint(name, " ", taggers)
		}
		if identity[name], err = k.digest(r.Value); err != nil {
			return err
		}
	}
	return nil
}

// Fill completes resources that depend on the words of the treebanks, and returns what they say about themselves. Those
// that are complete stay as they are.
func (t *Trainer) Fill(data ...treebank.Data) (notes []string, err error) {
	for _, d := range data {
		if err := structure.CheckData(d, t.options.System); err != nil {
			return nil, err
		}
	}
	for i, r := range t.given {
		if r.fill == nil {
			continue
		}
		var treebanks []map[string]int
		for _, d := range data {
			forms, err := formsOf(t.options, d)
			if err != nil {
				return nil, err
			}
			treebanks = append(treebanks, forms)
		}
		value, note, err := r.fill(treebanks)
		if err != nil {
			return nil, err
		}
		t.given[i], notes = Resource{Name: r.Name, Value: value}, append(notes, r.Name+": "+note)
	}
	t.begin()
	return notes, nil
}

// begin gives scorers what they begin with.
func (t *Trainer) begin() {
	for i, kind := range t.scorers {
		if b, ok := kind.(score.Beginner); ok {
			t.scorers[i] = b.With(t.given.forScorers())
		}
	}
}

// formsOf returns how often each form occurs in a treebank, in trees after the steps that training takes first.
func formsOf(o engine.Options, d treebank.Data) (map[string]int, error) {
	forms := map[string]int{}
	steps, _ := ptb.ParseSteps(o.Steps) // New reports the error
	steps.Root = true
	count := func(d treebank.Data) {
		for _, tree := range d.Trees {
			if tree = steps.Apply(tree); tree == nil {
				continue
			}
			for _, leaf := range tree.Leaves() {
				forms[leaf.Word]++
			}
		}
		for _, s := range d.Sentences {
			for i := range s.Words {
				forms[s.Words[i].Form]++
			}
		}
	}
	count(d)
	if d.Silver == nil {
		return forms, nil
	}
	for it, err := range d.Silver.Items() {
		if err != nil {
			return nil, err
		}
		var one treebank.Data
		one.Append(it)
		count(one)
	}
	return forms, nil
}
