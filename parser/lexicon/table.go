package lexicon

import (
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
)

// table is a hash table of entries. Each is a record in bytes: the length of the form and the form, how many bytes of it the
// lemma begins with, the length of the rest of the lemma and the rest, and in tagBytes bytes the number of its tags, so that
// most take less than 20 bytes. Each has a slot, the first free one from that of its hash on (linear probing), so that
// records of a form come in their order.
type table struct {
	pages   [][]byte // of pageSize bytes, the last one of fewer
	marks   []byte   // of slots: 0 for a free one, or a part of the hash of its form
	places  []uint32 // of the records of slots
	bits    int      // of the number of a slot
	seed    maphash.Seed
	tags    [][]*Tags // by their numbers; several stand for as many analyses
	entries int
}

const (
	pageBits  = 20
	pageSize  = 1 << pageBits
	mostPages = 1 << (32 - pageBits)
	tagBytes  = 3
	// longest is the length in bytes of a form or a lemma, and mostOfForm the number of entries of a form, which are looked
	// through one by one.
	longest, mostOfForm = 250, 255
	// noLemma stands for the length of what a lemma has in common with its form where there is no lemma.
	noLemma = 255
)

var (
	errLong = fmt.Errorf("a form or a lemma has more than %d bytes", longest)
	errMany = errors.New("there are more entries than a lexicon can have")
)

// builder makes a table.
type builder struct {
	table
	numbers map[string]uint32 // of tags, by their text in the file
}

func newBuilder() *builder {
	return &builder{table: table{seed: maphash.MakeSeed()}, numbers: map[string]uint32{}}
}

// number returns the number of tags that are written like this, which parse reads where they are new.
func (b *builder) number(text []byte, parse func(text string) ([]*Tags, error)) (uint32, error) {
	if n, ok := b.numbers[string(text)]; ok {
		return n, nil
	}
	tags, err := parse(string(text))
	if err != nil {
		return 0, err
	}
	n := uint32(len(b.tags))
	if n>>(8*tagBytes) > 0 {
		return 0, errMany
	}
	b.tags = append(b.tags, tags)
	b.numbers[string(text)] = n
	return n, nil
}

// add adds an entry; an empty lemma is one that is not said.
func (b *builder) add(form, lemma []byte, tags uint32) error {
	if len(form) > longest || len(lemma) > longest {
		return errLong
	}
	last := len(b.pages) - 1
	if last < 0 || len(b.pages[last])+2*longest+3+tagBytes > pageSize {
		if len(b.pages) == mostPages {
			return errMany
		}
		b.pages = append(b.pages, make([]byte, 0, pageSize))
		last++
	}
	p := append(append(b.pages[last], byte(len(form))), form...)
	same := noLemma
	if len(lemma) > 0 {
		for same = 0; same < min(len(form), len(lemma)) && form[same] == lemma[same]; {
			same++
		}
		lemma = lemma[same:]
	}
	p = append(append(p, byte(same), byte(len(lemma))), lemma...)
	b.pages[last] = append(p, byte(tags), byte(tags>>8), byte(tags>>16))
	b.entries++
	return nil
}

// finish returns the table of a file, in which an entry that is there several times counts once. The error says which form
// has too many entries.
func (b *builder) finish(file string) (*table, error) {
	t := b.table
	for 2<<t.bits < 3*t.entries || 1<<t.bits == t.entries { // a slot at least stays free
		t.bits++
	}
	t.marks, t.places = make([]byte, 1<<t.bits), make([]uint32, 1<<t.bits)
	placed := t.placed()
	t.entries = 0
	for _, p := range placed {
		if err := t.insert(p); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return &t, nil
}

// placed is the place of a record and the hash of its form.
type placed struct{ hash, place uint32 }

// placed returns the records in the order of the first bits of their hashes and, where these are the same, their own, so
// that those that come one after the other have slots near to each other, which are in the cache of the processor.
func (t *table) placed() []placed {
	const first = 8
	all, ends := make([]placed, 0, t.entries), [1<<first + 1]int{}
	for r, place := range t.all() {
		p := placed{t.hash(r.form()), place}
		all = append(all, p)
		ends[p.hash>>(hashBits-first)+1]++
	}
	for i := range 1 << first {
		ends[i+1] += ends[i]
	}
	sorted := make([]placed, len(all))
	for _, p := range all {
		to := &ends[p.hash>>(hashBits-first)]
		sorted[*to] = p
		*to++
	}
	return sorted
}

// all yields the records with their places, in their order.
func (t *table) all() iter.Seq2[record, uint32] {
	return func(yield func(record, uint32) bool) {
		for i, page := range t.pages {
			for at := 0; at < len(page); {
				r := readRecord(page[at:])
				if !yield(r, uint32(i<<pageBits+at)) {
					return
				}
				at += len(r)
			}
		}
	}
}

func (t *table) words(yield func(form string) bool) {
	for r := range t.all() {
		if !yield(string(r.form())) {
			return
		}
	}
}

// insert puts a record into a slot.
func (t *table) insert(p placed) error {
	same := 0
	slot, mark := t.first(p.hash)
	for ; t.marks[slot] != 0; slot = (slot + 1) & (len(t.marks) - 1) {
		if t.marks[slot] != mark {
			continue
		}
		switch r, other := t.record(p.place), t.record(t.places[slot]); {
		case string(other) == string(r):
			return nil
		case string(other.form()) == string(r.form()):
			if same++; same == mostOfForm {
				return fmt.Errorf("%.40q has more than %d different entries", r.form(), mostOfForm)
			}
		}
	}
	t.marks[slot], t.places[slot] = mark, p.place
	t.entries++
	return nil
}

// record is an entry, as table has it.
type record []byte

// readRecord returns the record that some bytes begin with.
func readRecord(p []byte) record {
	lemma := 1 + int(p[0])
	return p[:lemma+2+int(p[lemma+1])+tagBytes]
}

func (r record) form() []byte { return r[1 : 1+r[0]] }

// lemma returns the lemma of a form, "" if the entry does not say it.
func (r record) lemma(form string) string {
	at := 1 + len(form)
	same, n := int(r[at]), int(r[at+1])
	if same == noLemma {
		return ""
	}
	if rest := r[at+2 : at+2+n]; n > 0 || same < len(form) {
		return form[:same] + string(rest)
	}
	return form
}

func (r record) tags() int {
	t := r[len(r)-tagBytes:]
	return int(t[0]) | int(t[1])<<8 | int(t[2])<<16
}

// hash returns the hash of a form, of hashBits bits.
func (t *table) hash(form []byte) uint32 { return uint32(maphash.Bytes(t.seed, form)) }

const hashBits = 32

// first returns the slot where the search for a form begins, and its mark.
func (t *table) first(hash uint32) (slot int, mark byte) {
	const used = 1 << 7
	return int(hash >> (hashBits - t.bits)), byte(hash) | used
}

// record returns the record of a place.
func (t *table) record(place uint32) record {
	return readRecord(t.pages[place>>pageBits][place&(pageSize-1):])
}

// each yields the records of a form and their places in their order, until yield returns false.
func (t *table) each(form string, yield func(place uint32, r record) bool) {
	if len(form) > longest {
		return
	}
	var room [longest]byte
	slot, mark := t.first(t.hash(append(room[:0], form...)))
	for ; t.marks[slot] != 0; slot = (slot + 1) & (len(t.marks) - 1) {
		if t.marks[slot] == mark {
			if r := t.record(t.places[slot]); string(r.form()) == form && !yield(t.places[slot], r) {
				return
			}
		}
	}
}

// lookUp returns the analyses of a form.
func (t *table) lookUp(form string) (all []Analysis) {
	t.each(form, func(_ uint32, r record) bool {
		lemma := r.lemma(form)
		for _, tags := range t.tags[r.tags()] {
			all = append(all, Analysis{lemma, tags})
		}
		return true
	})
	return all
}

func (t *table) has(form string) (found bool) {
	t.each(form, func(uint32, record) bool {
		found = true
		return false
	})
	return found
}

func (t *table) len() int { return t.entries }
