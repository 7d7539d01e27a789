package subword

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// special finds the ids of special tokens, all of which ids has: those of the ends by the post-processor, the others by their names in the
// configuration, or else by those that BERT and RoBERTa gave them.
func (f *file) special(c config, ids map[string]int32) (Special, error) {
	find := func(key string) int32 {
		for _, name := range c.names(key) {
			if id, ok := ids[name]; ok {
				return id
			}
		}
		return -1
	}
	s := Special{Unknown: find("unk_token"), Mask: find("mask_token")}
	switch m := f.Model; {
	case m.Unknown != "":
		s.Unknown = ids[m.Unknown]
	case m.UnknownID != nil && m.Type == "Unigram":
		s.Unknown = int32(*m.UnknownID)
	}
	ends, err := readEnds(f.PostProcessor)
	if err != nil {
		return s, err
	}
	if ends == nil {
		ends = []int32{find("cls_token"), find("sep_token")}
	}
	s.First, s.Last = ends[0], ends[1]
	known := slices.Collect(maps.Values(ids))
	if !slices.Contains(known, s.First) || !slices.Contains(known, s.Last) {
		return s, errors.New("the tokens that begin and end a sentence are not in the vocabulary")
	}
	return s, nil
}

var errTemplate = errors.New("a template other than one token, the sentence, one token is not supported")

// readEnds reads the ids that a post-processor puts before and after a sentence; nil if it adds nothing.
func readEnds(data json.RawMessage) ([]int32, error) {
	var p struct {
		Type       string
		Processors []json.RawMessage
		Cls, Sep   []json.RawMessage // a text and its id
		Single     []struct {
			SpecialToken *struct{ ID string }
			Sequence     *struct{ ID string }
		}
		SpecialTokens map[string]struct{ IDs []int32 } `json:"special_tokens"`
	}
	if isNull(data) {
		return nil, nil
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, err
	}
	switch p.Type {
	case "ByteLevel":
		return nil, nil
	case "BertProcessing", "RobertaProcessing":
		ends := make([]int32, 2)
		for i, pair := range [][]json.RawMessage{p.Cls, p.Sep} {
			if len(pair) != 2 || json.Unmarshal(pair[1], &ends[i]) != nil {
				return nil, fmt.Errorf("%s: cls or sep is no text with an id", p.Type)
			}
		}
		return ends, nil
	case "TemplateProcessing":
		var ends []int32
		for i, part := range p.Single {
			switch {
			case part.SpecialToken != nil && i != 1:
				ends = append(ends, p.SpecialTokens[part.SpecialToken.ID].IDs...)
			case part.Sequence == nil || i != 1:
				return nil, errTemplate
			}
		}
		if len(p.Single) != 3 || len(ends) != 2 {
			return nil, errTemplate
		}
		return ends, nil
	case "Sequence":
		var ends []int32
		for _, data := range p.Processors {
			more, err := readEnds(data)
			if err != nil {
				return nil, err
			}
			if ends != nil && more != nil {
				return nil, errors.New("a Sequence of two that add tokens is not supported")
			}
			if more != nil {
				ends = more
			}
		}
		return ends, nil
	}
	return nil, fmt.Errorf("type %q is not supported", p.Type)
}
