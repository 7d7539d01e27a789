package subword

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Trim returns tokenizer.json and tokenizer_config.json of a tokenizer that has only some of the pieces: those of these
// ids, which ascend. They are numbered anew, in this order. Where all pieces that a text needs are left, it is cut as
// before (see Needs); a word of which some are gone is cut into smaller ones.
func Trim(files Files, kept []int32) (map[string][]byte, error) {
	c, err := readConfig(files)
	if err != nil {
		return nil, err
	}
	f, name, err := readFile(files, c)
	if err != nil {
		return nil, err
	}
	if err := f.trim(c, kept); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	names := map[string]string{}
	for key := range usual {
		if name := c.token(key); name != "" {
			names[key] = name
		}
	}
	trimmed := map[string][]byte{}
	for name, value := range map[string]any{tokenizerFile: f, configFile: names} {
		if trimmed[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return trimmed, nil
}

// trim leaves only some pieces in a file.
func (f *file) trim(c config, kept []int32) error {
	t, err := f.tokenizer(c)
	if err != nil {
		return err
	}
	ids := map[int32]int32{} // by what they were
	for id, was := range kept {
		if was < 0 || int(was) >= t.size || id > 0 && was <= kept[id-1] {
			return fmt.Errorf("the subword %d to keep is out of order, or not one of %d", was, t.size)
		}
		ids[was] = int32(id)
	}
	for i := range f.AddedTokens {
		x := &f.AddedTokens[i]
		was, known := f.Model.ids[x.Content]
		if !known {
			was = *x.ID
		}
		id, left := ids[was]
		if !left {
			return fmt.Errorf("%q is not among the subwords to keep", x.Content)
		}
		x.ID = &id
	}
	texts := t.texts(f)
	end := func(id int32) [2]any { return [2]any{texts[id], ids[id]} }
	for _, id := range []int32{t.special.First, t.special.Last, t.special.Unknown} {
		if _, left := ids[id]; !left && id >= 0 {
			return fmt.Errorf("%q is not among the subwords to keep", texts[id])
		}
	}
	f.PostProcessor, err = json.Marshal(map[string]any{"type": "BertProcessing", "cls": end(t.special.First), "sep": end(t.special.Last)})
	if err != nil {
		return err
	}
	return f.Model.trim(ids)
}

// texts returns those of all ids of a tokenizer.
func (t *Tokenizer) texts(f *file) map[int32]string {
	texts := map[int32]string{}
	for text, id := range f.Model.ids {
		texts[id] = text
	}
	for _, x := range slices.Concat(t.raw, t.normalized) {
		texts[*x.ID] = x.Content
	}
	return texts
}

// trim leaves only pieces with new ids.
func (m *description) trim(ids map[int32]int32) (err error) {
	left := map[string]int32{}
	for text, was := range m.ids {
		if id, kept := ids[was]; kept {
			left[text] = id
		}
	}
	if m.Type == "Unigram" {
		return m.trimScores(ids)
	}
	if m.Vocab, err = json.Marshal(left); err != nil || m.Type != "BPE" {
		return err
	}
	merges := [][2]string{}
	for _, pair := range m.merges {
		whole := pair[0] + strings.TrimPrefix(pair[1], m.Prefix)
		if has(left, pair[0]) && has(left, pair[1]) && has(left, whole) {
			merges = append(merges, pair)
		}
	}
	m.Merges, err = json.Marshal(merges)
	return err
}

func has(ids map[string]int32, text string) bool {
	_, there := ids[text]
	return there
}

// trimScores leaves only entries with new ids of a list by ids.
func (m *description) trimScores(ids map[int32]int32) (err error) {
	var list, left []json.RawMessage
	if err := json.Unmarshal(m.Vocab, &list); err != nil {
		return err
	}
	for was, entry := range list {
		if _, kept := ids[int32(was)]; kept {
			left = append(left, entry)
		}
	}
	unknown := int(ids[int32(*m.UnknownID)])
	m.UnknownID = &unknown
	m.Vocab, err = json.Marshal(left)
	return err
}
