package lexicon

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// dictionary has the stems of Hunspell, and the rules that make forms of them. It looks a form up by undoing rules, so that it
// needs no room for forms; some dictionaries have many millions.
type dictionary struct {
	*affixes
	stems   *table              // with numbers of kinds where other tables have those of tags
	kinds   []kind              // of stems
	tags    map[string][]*Tags  // by values of "po:"
	endings map[string][]*affix // suffixes by what they add
	heads   map[string][]*affix // prefixes by what they add
	after   map[flag]bool       // flags of suffixes that stand after others
	written *strings.Replacer   // rewrites forms as text has them
}

// kind is what stems have in common: flags, and "po:".
type kind struct {
	flags []flag
	po    string
}

// newDictionary returns a dictionary of no stems.
func newDictionary(a *affixes) *dictionary {
	d := &dictionary{
		affixes: a, endings: map[string][]*affix{}, heads: map[string][]*affix{}, after: map[flag]bool{},
		tags: map[string][]*Tags{"": parseStem("")}, written: strings.NewReplacer(a.spelling...),
	}
	index := func(rules map[flag][]affix, by map[string][]*affix) {
		for _, own := range rules {
			for i := range own {
				r := &own[i]
				by[r.add] = append(by[r.add], r)
				d.tags[r.po] = parseStem(r.po)
				for _, f := range r.next {
					d.after[f] = true
				}
			}
		}
	}
	index(a.suffixes, d.endings)
	index(a.prefixes, d.heads)
	return d
}

func (d *dictionary) words(yield func(form string) bool) { d.stems.words(yield) }

// read reads the stems of a file.
func (a *affixes) read(f *textfile.Reader) (*dictionary, error) {
	if err := f.Decode(a.encoding); err != nil {
		return nil, err
	}
	f.SkipMark()
	d, b := newDictionary(a), newBuilder()
	for {
		line, err := f.Line(longestLine)
		switch {
		case err == io.EOF:
			d.stems, err = b.finish(f.Name)
			return d, err
		case err != nil:
			return nil, err
		case len(line) > longestLine:
			return nil, wrong(f, "it has more than %d bytes", longestLine)
		}
		text := strings.TrimRight(string(line), " \t\r\n")
		if head, _, _ := strings.Cut(text, " "); text == "" || line[0] == ' ' || line[0] == '\t' {
			continue // it has no stem, as happens
		} else if _, n := number(head); n && f.Lines == 1 { // how many stems there are
			continue
		}
		if !utf8.ValidString(text) {
			return nil, wrong(f, "it is not UTF-8, as SET says in the .aff file: %.40q", text)
		}
		if err := d.addStem(b, text); err != nil {
			return nil, wrong(f, "%w", err)
		}
	}
}

// addStem adds a line of the file.
func (d *dictionary) addStem(b *builder, line string) error {
	word, morph, _ := strings.Cut(line, "\t")
	if i := strings.Index(word, " "); i >= 0 && strings.IndexByte(word[i:], ':') >= 0 { // fields may come after blanks, too
		word, morph = word[:i], word[i+1:]+" "+morph
	}
	word, flags := d.cutFlags(strings.TrimSpace(word))
	own := d.fields(morph)
	lemma := d.written.Replace(cmp.Or(own["st"], word))
	if err := errors.Join(checkWord("stem", []byte(word)), checkWord("stem", []byte(lemma))); err != nil {
		return err
	}
	if d.is(flags, "FORBIDDENWORD") || d.is(flags, "ONLYINCOMPOUND") {
		return nil
	}
	n, err := b.number(fmt.Appendf(nil, "%x %s", flags, own["po"]), func(string) ([]*Tags, error) {
		d.kinds = append(d.kinds, kind{flags, own["po"]})
		d.tags[own["po"]] = parseStem(own["po"])
		return nil, nil
	})
	if err != nil {
		return err
	}
	return b.add([]byte(word), []byte(lemma), n)
}

// made says how a form is made of a stem. Ways come in the order of stems and, for the same stem, as steps are: the
// number of suffixes, the places of their flags among those that a stem or a suffix has and of their rules, and, after the
// form without a prefix, the same of the prefix.
type made struct {
	place     uint32
	steps     [7]int
	lemma, po string
}

// ways returns all ways in which a form is made, in their order.
func (d *dictionary) ways(form string) (all []made) {
	if len(form) > longest || form == "" {
		return nil
	}
	for _, own := range d.unwritten(form) {
		d.undoSuffixes(&all, own, nil)
		for n := range len(own) + 1 {
			for _, p := range d.heads[own[:n]] {
				if rest := p.strip + own[n:]; p.suits([]byte(rest), d.fullStrip) {
					d.undoSuffixes(&all, rest, p)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b made) int {
		return cmp.Or(cmp.Compare(a.place, b.place), slices.Compare(a.steps[:], b.steps[:]))
	})
	return all
}

// undoSuffixes adds the ways in which at most two suffixes, one after the other, and then the prefix p make a form of a stem;
// p is nil for none.
func (d *dictionary) undoSuffixes(all *[]made, form string, p *affix) {
	d.find(all, form, nil, nil, p)
	d.undoSuffix(form, func(last *affix, before string) {
		d.find(all, before, last, nil, p)
		if d.after[last.flag] {
			d.undoSuffix(before, func(first *affix, stem string) {
				if slices.Contains(first.next, last.flag) {
					d.find(all, stem, first, last, p)
				}
			})
		}
	})
}

// undoSuffix yields the suffixes that make a form, and what each makes it of.
func (d *dictionary) undoSuffix(form string, yield func(r *affix, before string)) {
	var room [2 * longest]byte
	for n := range len(form) + 1 {
		for _, r := range d.endings[form[n:]] {
			if before := append(append(room[:0], form[:n]...), r.strip...); r.suits(before, d.fullStrip) {
				yield(r, string(before))
			}
		}
	}
}

// find adds the ways in which suffixes and a prefix make a form of stems that are spelled like a word, if they are for these.
func (d *dictionary) find(all *[]made, word string, first, second, p *affix) {
	d.stems.each(word, func(place uint32, r record) bool {
		own := d.kinds[r.tags()]
		way := made{place: place, lemma: r.lemma(word), po: own.po}
		form, crosses, circumfix, needs := word, true, false, d.is(own.flags, "NEEDAFFIX")
		left := own.flags // of suffixes that can come next
		for i, s := range []*affix{first, second} {
			if s == nil {
				break
			}
			at := slices.Index(left, s.flag)
			if at < 0 {
				return true
			}
			way.steps[0], way.steps[1+2*i], way.steps[2+2*i] = i+1, at, s.number
			form, crosses, left = form[:len(form)-len(s.strip)]+s.add, crosses && s.cross, s.next
			circumfix, needs = circumfix || d.is(s.next, "CIRCUMFIX"), d.is(s.next, "NEEDAFFIX")
			way.po = cmp.Or(s.po, way.po)
		}
		if p == nil {
			if !needs && !circumfix {
				*all = append(*all, way)
			}
			return true
		}
		if circumfix != d.is(p.next, "CIRCUMFIX") || d.is(p.next, "NEEDAFFIX") {
			return true
		}
		at := slices.Index(own.flags, p.flag)
		if at < 0 || !(crosses && (p.cross || form == word)) {
			if first == nil {
				return true
			}
			if at = slices.Index(left, p.flag); at < 0 {
				return true
			}
			at += len(own.flags)
		}
		way.steps[5], way.steps[6] = 1+at, p.number
		*all = append(*all, way)
		return true
	})
}

// unwritten returns what a form can be where OCONV does not rewrite it yet: each of at most four places may have been rewritten,
// or of more all or none.
func (d *dictionary) unwritten(form string) []string {
	const most = 4
	all := []string{""}
	for rest := form; rest != ""; {
		_, n := utf8.DecodeRuneInString(rest)
		var more []string
		for i := 0; i < len(d.spelling); i += 2 {
			if from, to := d.spelling[i], d.spelling[i+1]; to != "" && strings.HasPrefix(rest, to) && from != to {
				more = append(more, from)
				n = len(to)
				break
			}
		}
		next := make([]string, 0, 2*len(all))
		for _, head := range all {
			next = append(next, head+rest[:n])
		}
		for _, from := range more {
			if len(all) >= 1<<most {
				next = []string{all[0] + rest[:n], all[len(all)-1] + from}
				break
			}
			for _, head := range all {
				next = append(next, head+from)
			}
		}
		all, rest = next, rest[n:]
	}
	return slices.DeleteFunc(all, func(own string) bool { return d.written.Replace(own) != form })
}

func (d *dictionary) lookUp(form string) (all []Analysis) {
	ways := d.ways(form)
	for i, w := range ways {
		if slices.ContainsFunc(ways[:i], func(o made) bool { return o.lemma == w.lemma && o.po == w.po }) {
			continue
		}
		for _, tags := range d.tags[w.po] {
			all = append(all, Analysis{w.lemma, tags})
		}
	}
	return all
}

func (d *dictionary) has(form string) bool { return len(d.ways(form)) > 0 }

func (d *dictionary) len() int { return d.stems.entries }
