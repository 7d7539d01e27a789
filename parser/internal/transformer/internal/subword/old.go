package subword

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// config is tokenizer_config.json, together with special_tokens_map.json.
type config map[string]json.RawMessage

// readConfig reads the configuration of a tokenizer, which may have none.
func readConfig(files Files) (config, error) {
	c := config{}
	for _, name := range []string{"special_tokens_map.json", configFile} {
		if err := files.readJSON(name, &c); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return c, nil
}

func (files Files) readJSON(name string, value any) error {
	data, err := files(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// token returns the text of a special token, "" if the configuration does not name it.
func (c config) token(key string) string {
	var t token
	if json.Unmarshal(c[key], &t.Content) != nil {
		_ = json.Unmarshal(c[key], &t) // neither: it has no name
	}
	return t.Content
}

// usual has the names that BERT and RoBERTa gave special tokens.
var usual = map[string][]string{
	"cls_token":  {"[CLS]", "<s>"},
	"sep_token":  {"[SEP]", "</s>"},
	"unk_token":  {"[UNK]", "<unk>"},
	"pad_token":  {"[PAD]", "<pad>"},
	"mask_token": {"[MASK]", "<mask>"},
}

// names returns the names that a special token may have.
func (c config) names(key string) []string {
	if name := c.token(key); name != "" {
		return []string{name}
	}
	return usual[key]
}

// flag returns a flag of the configuration, as JSON: true, false, or null if it is not there.
func (c config) flag(key, otherwise string) string {
	if isNull(c[key]) {
		return otherwise
	}
	return string(c[key])
}

// readOld makes tokenizer.json of what there is without it, as the classes of these models do.
func readOld(files Files, c config) (*file, string, error) {
	f, name, err := readVocabulary(files, c)
	if name == "" {
		return nil, "", fmt.Errorf("there is no %s, vocab.txt, vocab.json, %s or %s: %w", tokenizerFile, debertaPieces, xlmPieces, fs.ErrNotExist)
	}
	if err == nil {
		err = f.addOld(files, c)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return f, name, nil
}

// readVocabulary reads vocab.txt, or vocab.json and merges.txt, or a model of sentencepiece. It returns the name of the
// file; "" if none is there.
func readVocabulary(files Files, c config) (*file, string, error) {
	for _, old := range []struct {
		name string
		read func(data []byte, c config) (*file, error)
	}{
		{"vocab.txt", wordPieceFile},
		{"vocab.json", func(ids []byte, c config) (*file, error) {
			merges, err := files("merges.txt")
			if err != nil {
				return nil, err
			}
			f, err := bpeFile(ids, string(merges), c)
			if err != nil {
				return nil, fmt.Errorf("merges.txt: %w", err)
			}
			return f, nil
		}},
		{debertaPieces, debertaFile},
		{xlmPieces, xlmFile},
	} {
		data, err := files(old.name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, old.name, err
		}
		f, err := old.read(data, c)
		return f, old.name, err
	}
	return nil, "", nil
}

// isClass refuses classes of tokenizers other than some, whether or not they are the fast ones.
func (c config) isClass(names ...string) error {
	class := c.token("tokenizer_class")
	if class != "" && !slices.Contains(names, strings.TrimSuffix(class, "Fast")) {
		return fmt.Errorf("tokenizer_class %q is not supported without tokenizer.json", class)
	}
	return nil
}

// wordPieceFile is BERT's vocab.txt: a piece a line, its number is the id.
func wordPieceFile(text []byte, c config) (*file, error) {
	if err := c.isClass("BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"); err != nil {
		return nil, err
	}
	if c.flag("do_basic_tokenize", "true") != "true" {
		return nil, errors.New("do_basic_tokenize false is not supported")
	}
	f := &file{PreTokenizer: json.RawMessage(`{"type": "BertPreTokenizer"}`)}
	f.Normalizer = json.RawMessage(fmt.Sprintf(`{"type": "BertNormalizer", "clean_text": true, "lowercase": %s,
		"handle_chinese_chars": %s, "strip_accents": %s}`, c.flag("do_lower_case", "true"),
		c.flag("tokenize_chinese_chars", "true"), c.flag("strip_accents", "null")))
	f.Model = description{Type: "WordPiece", Unknown: c.names("unk_token")[0], ids: map[string]int32{}}
	id := int32(0)
	for line := range strings.Lines(string(text)) {
		f.Model.ids[strings.TrimRight(line, "\r\n")] = id
		id++
	}
	return f, nil
}

// bpeFile is RoBERTa's vocab.json and merges.txt.
func bpeFile(ids []byte, merges string, c config) (*file, error) {
	if err := c.isClass("RobertaTokenizer"); err != nil {
		return nil, err
	}
	f := &file{Model: description{Type: "BPE", Vocab: ids, merges: [][2]string{}}}
	f.PreTokenizer = json.RawMessage(fmt.Sprintf(`{"type": "ByteLevel", "add_prefix_space": %s}`,
		c.flag("add_prefix_space", "false")))
	number := 0
	for line := range strings.Lines(merges) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#version") || line == "" {
			continue
		}
		pair := strings.Split(line, " ")
		if len(pair) != 2 {
			return nil, fmt.Errorf("line %d: %q is no pair", number, line)
		}
		f.Model.merges = append(f.Model.merges, [2]string(pair))
	}
	return f, f.Model.readIDs()
}

// addOld adds the tokens that stand apart from the vocabulary: special ones, and those of added_tokens_decoder in
// tokenizer_config.json or else of added_tokens.json.
func (f *file) addOld(files Files, c config) error {
	given := map[string]token{}
	if !isNull(c["added_tokens_decoder"]) {
		if err := json.Unmarshal(c["added_tokens_decoder"], &given); err != nil {
			return fmt.Errorf("tokenizer_config.json: added_tokens_decoder: %w", err)
		}
	} else {
		ids := map[string]int32{}
		if err := files.readJSON("added_tokens.json", &ids); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for text, id := range ids {
			given[strconv.Itoa(int(id))] = token{Content: text, Normalized: true}
		}
	}
	known := map[string]bool{}
	for key, x := range given {
		id, err := strconv.ParseInt(key, 10, 32)
		if err != nil {
			return fmt.Errorf("added_tokens_decoder: id %q: %w", key, err)
		}
		number := int32(id)
		x.ID, known[x.Content] = &number, true
		f.AddedTokens = append(f.AddedTokens, x)
	}
	slices.SortFunc(f.AddedTokens, func(a, b token) int { return int(*a.ID) - int(*b.ID) })
	for _, key := range []string{"cls_token", "sep_token", "unk_token", "pad_token", "mask_token"} {
		for _, name := range c.names(key) {
			if id, ok := f.Model.ids[name]; ok && !known[name] {
				known[name] = true
				f.AddedTokens = append(f.AddedTokens, token{ID: &id, Content: name, Lstrip: name == "<mask>"})
			}
		}
	}
	return nil
}
