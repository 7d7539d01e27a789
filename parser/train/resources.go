package train

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"parser/parser"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
)

// Resource is something that a training begins with besides a treebank and options.
type Resource struct{ all training.Resources }

// errNoParser is the error about a parser that is nil.
var errNoParser = fmt.Errorf("no parser given: %w", parser.ErrNil)

func engineOf(p *parser.Parser) *engine.Parser { return (*engine.Parser)(p) }

// Vectors returns the word vectors in a file: text of word2vec, fastText or GloVe, or .npy with its words in .vocab or
// .txt beside it. Training reads those of the words in the treebanks.
func Vectors(file string) (Resource, error) {
	if _, err := os.Stat(file); err != nil {
		return Resource{}, err
	}
	return opened(training.Vectors, file, training.Opening{})
}

// Pretrained returns what Pretrain or "parser pretrain" learned from raw text and wrote to a file.
func Pretrained(file string) (Resource, error) {
	return opened(training.Pretrained, file, training.Opening{})
}

// EncoderOptions says what is read of an encoder, and whether the model holds it. Zero values stand for all of it, in a
// folder that whatever reads the model has to find.
type EncoderOptions struct {
	Depth    int    // only this many of its layers, from the first on: smaller and faster, and for trees seldom worse
	Subwords int    // only this many of its subwords, those that the treebank and Text need most
	Text     string // file of raw text, or a list of words; without Subwords all that it and the treebank need are left
	Embed    string // the precision in which the model holds it, and needs no folder: "half", "int8", or "int4" of subwords and "int8" of the rest
}

// Encoder returns the pre-trained transformer in a folder, as model hubs have it, or that of a name in one of the folders
// of PARSER_ENCODERS.
func Encoder(folder string, o EncoderOptions) (Resource, error) {
	if o.Depth < 0 || o.Subwords < 0 {
		return Resource{}, fmt.Errorf("%w: an encoder of %d layers and %d subwords", parser.ErrOptions, o.Depth, o.Subwords)
	}
	if o.Text != "" {
		if _, err := os.Stat(o.Text); err != nil {
			return Resource{}, err
		}
	}
	return opened(training.Encoder, folder, training.Opening{
		Depth: o.Depth, Subwords: training.Subwords{Most: o.Subwords, Text: o.Text}, Precision: o.Embed,
	})
}

// Teacher returns a parser of the same system that knows all labels of the treebank, such as an ensemble, whose
// probabilities are learned, too: also in silver sentences of which no head is known.
func Teacher(p *parser.Parser) (Resource, error) { return taken(training.Teacher, p) }

// Init returns a parser to go on from: its options are the usual ones then, what it knows and holds is kept, and words
// and labels are added.
func Init(p *parser.Parser) (Resource, error) { return taken(training.Init, p) }

// Taggers returns a tagger, or the taggers that a parser holds, to keep in the model.
func Taggers(p *parser.Parser) (Resource, error) { return taken(training.Tagger, p) }

// Segmenter returns what cuts raw text into words in a parser that was trained with Pipeline, to keep in the model.
func Segmenter(p *parser.Parser) (Resource, error) { return taken(training.Segmenter, p) }

// Lexicon returns the words in a file, as package lexicon reads it: lemmas, which a tagger of lemmas that is trained prefers
// for unknown words, tags that words can have, which a network reads that predicts tags, and words for the segmenter that
// Pipeline trains to look for, in scripts without blanks. The model keeps all of them.
func Lexicon(file string) (Resource, error) {
	return opened(training.Lexicon, file, training.Opening{})
}

func opened(name, place string, how training.Opening) (Resource, error) {
	how.Stdin = strings.NewReader("")
	r, err := kindOf(name).Open(place, how)
	if err != nil {
		return Resource{}, fmt.Errorf("%s: %w", name, err)
	}
	return Resource{training.Resources{r}}, nil
}

func taken(name string, p *parser.Parser) (Resource, error) {
	if p == nil {
		return Resource{}, errNoParser
	}
	own, err := kindOf(name).Take(engineOf(p))
	return Resource{own}, err
}

// kindOf returns the kind of a resource, one of those that package training has.
func kindOf(name string) training.ResourceKind {
	kind, _ := training.KindOf(name)
	return kind
}

// trainerOf returns a trainer that is ready to train.
func trainerOf(train, dev parser.Data, o parser.Options, begin []Resource) (*training.Trainer, error) {
	var given training.Resources
	for _, r := range begin {
		given = append(given, r.all...)
	}
	options, given, err := inner(o, given)
	if err != nil {
		return nil, err
	}
	t, err := training.New(options, given...)
	if err != nil {
		return nil, err
	}
	_, err = t.Fill(train, dev)
	return t, err
}

// inner returns the options of a training and all that it begins with.
func inner(o parser.Options, given training.Resources) (engine.Options, training.Resources, error) {
	values := map[string]any{
		"system": o.System, "oracle": o.Oracle, "scorer": o.Scorer, "learner": o.Learner, "algorithm": o.Algorithm,
		"templates": o.Templates, "field": o.Field, "epochs": o.Epochs, "patience": o.Patience, "seed": o.Seed,
		"workers": o.Workers, "pipeline": o.Pipeline, "enhanced": o.Enhanced,
	}
	maps.DeleteFunc(values, func(_ string, value any) bool { return reflect.ValueOf(value).IsZero() })
	for _, name := range slices.Sorted(maps.Keys(o.Flags)) {
		if _, twice := values[name]; twice {
			return engine.Options{}, nil, fmt.Errorf("%w: %s is set twice, as a field and in Flags", parser.ErrOptions, name)
		}
		values[name] = o.Flags[name]
	}
	options, before := engine.DefaultOptions(), training.Resources(nil)
	if system, ok := values["system"]; ok {
		options = engine.DefaultsFor(fmt.Sprint(system))
	}
	if init, ok := given.Value(training.Init).(*engine.Parser); ok {
		options, before = training.After(init)
	}
	lacking, err := options.Set(values, given.Names()...)
	if err == nil && len(lacking) > 0 {
		err = fmt.Errorf("%w: %w", parser.ErrOptions, options.RefuseUseless(given.Options(), lacking...))
	}
	if err != nil {
		return options, nil, err
	}
	if _, ok := values["explore"]; !ok {
		options.StayOnPath()
	}
	options.Lang = cmp.Or(o.Lang, options.Lang)
	options.Licence, options.Source = cmp.Or(o.Licence, options.Licence), cmp.Or(o.Source, options.Source)
	return options, given.Inherit(before, &options), nil
}
