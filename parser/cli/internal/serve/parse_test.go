package serve_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bare is a sentence of CoNLL-U with tags and nothing more.
const bare = "# sent_id = x-1\n1\tDogs\t_\tNOUN\tNNS\t_\t_\t_\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"

func TestParse(t *testing.T) {
	s := newServed(t)
	for _, c := range []struct {
		name, model, input, output, data, media string
		want                                    []string
	}{
		{
			"text is what models of raw text read", "", "", "", "Dogs bark. It is late.", "text/plain; charset=utf-8",
			[]string{"# text = Dogs bark.\n1\tDogs\tdog\tNOUN\t", "# sent_id = 2\n"},
		},
		{"a prefix of the name", "english", "text", "conllu", "Dogs bark.", "text/plain; charset=utf-8", []string{"\troot\t"}},
		{"a language", "en", "text", "conllu", "Dogs bark.", "text/plain; charset=utf-8", []string{"\troot\t"}},
		{
			"CoNLL-U comes out as it went in", "heads", "", "", bare, "text/plain; charset=utf-8",
			[]string{"# sent_id = x-1\n1\tDogs\t_\tNOUN\tNNS\t_\t2\t", "\t0\troot\t_\t_\n\n"},
		},
		{"CoNLL-X", "heads", "conllu", "conllx", bare, "text/plain; charset=utf-8", []string{"1\tDogs\t_\tNOUN\tNNS\t_\t2\t"}},
		{"tokens alone", "", "text", "horizontal", "Dogs bark.", "text/plain; charset=utf-8", []string{"Dogs bark .\n"}},
		{"tokens below each other", "", "text", "vertical", "Dogs bark.", "text/plain; charset=utf-8", []string{"Dogs\nbark\n.\n\n"}},
		{
			"a table", "", "text", "tsv", "Dogs bark.", "text/tab-separated-values; charset=utf-8",
			[]string{"sentence\tsent_id\tid\tform\t", "\n1\t1\t1\tDogs\tdog\tNOUN\t"},
		},
		{
			"JSON", "heads", "conllu", "json", bare, "application/json",
			[]string{`{"model":"heads","sentences":[{"id":"x-1","words":[{"id":1,"form":"Dogs","upos":"NOUN"`},
		},
		{"no sentences", "heads", "conllu", "json", "\n\n", "application/json", []string{`{"model":"heads","sentences":[]}`}},
		{"drawings", "heads", "conllu", "svg", bare + bare, "image/svg+xml", []string{"<svg ", `data-label="root"`, "</svg>\n</svg>"}},
		{"no drawings", "heads", "conllu", "svg", "", "image/svg+xml", []string{"<svg "}},
		{"drawings for terminals", "heads", "conllu", "text", bare + bare, "text/plain; charset=utf-8", []string{"root", "\n\n"}},
		{
			"words with tags", "trees", "tagged", "", "Dogs/NNS bark/VBP ./.\n\nCats/NNS sleep/VBP ./.", "text/plain; charset=utf-8",
			[]string{"(NNS Dogs)", "\n(TOP ", "(NNS Cats)"},
		},
		{"words of trees", "trees", "brackets", "json", "(TOP (NNS Dogs) (-NONE- *) (VBP bark))", "application/json", []string{`"xpos":"VBP"`, `"tree":"(TOP `}},
		{"words of CoNLL", "trees", "conllu", "svg", bare, "image/svg+xml", []string{"Dogs", "VBP"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.post("/v1/parse", map[string]any{"model": c.model, "input": c.input, "output": c.output, "data": c.data})
			require.Equal(t, http.StatusOK, a.StatusCode, a.body)
			require.Equal(t, c.media, a.Header.Get("Content-Type"))
			for _, want := range c.want {
				require.Contains(t, a.body, want)
			}
			if c.media == "image/svg+xml" {
				requireXML(t, a.body)
			}
			plain := s.do("POST", "/v1/parse?data=&model="+c.model+"&input="+c.input+"&output="+c.output, c.data)
			require.Equal(t, a.body, plain.body, "the data itself, with parameters in the address")
		})
	}
}

// TestParseAddress: all of a request can stand in its address, and what is in the body goes before that.
func TestParseAddress(t *testing.T) {
	s := newServed(t)
	want := s.do("POST", "/v1/parse?output=text&width=60", "Dogs bark.")
	require.Equal(t, http.StatusOK, want.StatusCode)
	require.Equal(t, want.body, s.do("POST", "/v1/parse?output=text&width=60&data=Dogs+bark.", "").body)
	require.Equal(
		t, want.body,
		s.do("POST", "/v1/parse?output=svg&width=60&data=x", `{"output":"text","data":"Dogs bark."}`, "Content-Type", "application/json").body,
	)
}

// TestParseKeepsWhatIsGiven: tokens and sentences that the data has stay, and answers say where they are.
func TestParseKeepsWhatIsGiven(t *testing.T) {
	s := newServed(t)
	for _, c := range []struct {
		query map[string]any
		want  string
	}{
		{map[string]any{"input": "horizontal", "data": "😀 don't bark .\n"}, "\n2-3\tdon't\t_\t.*\n2\tdo\t.*\n3\tn't\t.*\n4\tbark\t.*\n5\t\\.\t"},
		{map[string]any{"input": "vertical", "data": "don't\nbark\n\nNew York"}, "\n1-2\tdon't\t.*(\n.*)*\n1\tNew York\t"},
		{map[string]any{"lines": true, "data": "Dogs run. It is late.\nCats"}, "(?s)# text = Dogs run. It is late.\n.*# text = Cats\n"},
		{map[string]any{"markup": "html", "data": "<p>Dogs&nbsp;<b>b</b>ark<p>Cats"}, "\n2\tbark\t.*SpacesInToken=b</b>ark.*\n\n# newpar\n"},
		{
			map[string]any{"paragraphs": true, "input": "horizontal", "data": "Dogs run . It is late .\nCats"},
			"(?s)# text = Dogs run \\.\n.*# text = It is late \\.\n.*# text = Cats\n",
		},
		{map[string]any{"paragraphs": true, "data": "Dogs run. It is late.\nCats"}, "(?s)# text = Dogs run.\n.*# text = It is late.\n.*# text = Cats\n"},
		{map[string]any{"markup": "markdown", "dehyphenate": true, "data": "# Dogs *ba-\nrk*"}, "\n1\tDogs\t.*\n"},
		{map[string]any{"dehyphenate": true, "data": "Dogs ba-\nrk."}, "\n2\tbark\t.*SpacesInToken=ba-.nrk"},
		{map[string]any{"offsets": "characters", "data": "😀 don't"}, "2-3\tdon't\t.*TokenRange=2:7\n2\tdo\t.*TokenRange=2:4\n3\tn't\t.*TokenRange=4:7\n"},
		{map[string]any{"offsets": "utf16", "output": "json", "data": "😀 don't"}, `"form":"do",.*"misc":"TokenRange=3:5".*"form":"n't"`},
		{map[string]any{"offsets": "bytes", "input": "horizontal", "output": "json", "data": "😀 don't"}, `"form":"don't",[^}]*TokenRange=5:10"`},
	} {
		a := s.post("/v1/parse", c.query)
		require.Equal(t, http.StatusOK, a.StatusCode, a.body)
		require.Regexp(t, c.want, a.body)
		var address strings.Builder
		for name, value := range c.query {
			if name != "data" {
				fmt.Fprintf(&address, "&%s=%v", name, value)
			}
		}
		require.Equal(t, a.body, s.do("POST", "/v1/parse?"+address.String()[1:], c.query["data"].(string)).body)
	}
	require.Equal(t, s.do("POST", "/v1/parse?offsets=characters&lines=true", "Dogs bark.").body, s.do("POST", "/v1/parse?offsets&lines", "Dogs bark.").body)
	long := s.do("POST", "/v1/parse?output=horizontal", strings.Repeat("a ", 1001))
	require.Equal(t, http.StatusOK, long.StatusCode, "a sentence that is found ends at the limit")
	for line := range strings.Lines(long.body) {
		require.LessOrEqual(t, len(strings.Fields(line)), 1000)
	}
}

// requireXML demands that a text is well-formed.
func requireXML(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else {
			require.NoError(t, err)
		}
	}
}

const isJSON = "application/json"

// longSentence has more words than are parsed.
var longSentence = strings.Repeat("a ", 1001)

// refusals are requests that are refused, with the status and a part of the message.
var refusals = []struct {
	name, method, target, media, body string
	status                            int
	message                           string
}{
	{
		"a token too long", "POST", "/v1/parse?input=horizontal", "", "Dogs bark\n" + strings.Repeat("x", 10_001), 400,
		"data:2: sentence too long: a token of more than 10000 bytes",
	},
	{"no token", "POST", "/v1/parse?input=vertical", "", "Dogs\nbark\tVBP\n", 400, "data:2: wrong number of columns: a tab or another control character"},
	{"tokens without tags", "POST", "/v1/parse?model=heads&input=horizontal", "", "Dogs bark", 400, "the input of this model can be conllu, not"},
	{"lines of tokens", "POST", "/v1/parse?input=horizontal&lines", "", "Dogs bark", 400, `lines are of the input "text", not of "horizontal"`},
	{"paragraphs of columns", "POST", "/v1/parse?input=conllu&paragraphs", "", bare, 400, `paragraphs are of texts and tokens, not of the input "conllu"`},
	{"paragraphs of lines", "POST", "/v1/parse?lines&paragraphs", "", "Dogs bark", 400, "paragraphs exclude lines and markup"},
	{"lines or not", "POST", "/v1/parse?lines=some", "", "Dogs bark", 400, `lines is true or false, not "some"`},
	{"markup of columns", "POST", "/v1/parse?input=conllu&markup=html", "", bare, 400, `markup and dehyphenate are of the input "text", not of "conllu"`},
	{"divided tokens", "POST", "/v1/parse?input=horizontal&dehyphenate", "", "Dogs bark", 400, `markup and dehyphenate are of the input "text"`},
	{"markup of lines", "POST", "/v1/parse?lines&markup=html", "", "Dogs bark", 400, "lines and markup exclude each other"},
	{"no markup", "POST", "/v1/parse?markup=rtf", "", "Dogs bark", 400, `the markup can be html or markdown, not "rtf"`},
	{"no offsets", "POST", "/v1/parse?input=conllu&offsets", "", bare, 400, `there are no offsets in the input "conllu"`},
	{"no unit", "POST", "/v1/parse", isJSON, `{"data":"Dogs bark.","offsets":"inches"}`, 400, `offsets can be in characters, bytes, utf16, not in "inches"`},
	{"a column too few", "POST", "/v1/parse?model=heads", "", bare + "1\tDogs\t_\n\n", 400, "data:5:9: wrong number of columns: 3, want 10"},
	{"no CoNLL", "POST", "/v1/parse?model=heads", "", "Dogs bark.", 400, "data:1:11: wrong number of columns"},
	{"no tag", "POST", "/v1/parse?model=heads", "", strings.ReplaceAll(bare, "NOUN\tNNS", "_\t_"), 400, "data:2: [x-1] word without a tag"},
	{"no tag in constituents", "POST", "/v1/parse?model=trees", "", strings.ReplaceAll(bare, "NOUN\tNNS", "_\t_"), 400, "data:2: [x-1] word without a tag"},
	{
		"raw text as CoNLL-U", "POST", "/v1/parse?input=conllu", "", "Dogs bark, and the old cat that they saw sleeps.", 400,
		`data:1:5: columns are separated by blanks instead of tabs: "Dogs bark, and the old cat that they saw"; for raw text choose the input "text"`,
	},
	{
		"a word as CoNLL-U", "POST", "/v1/parse?input=conllu", "", "Stop!", 400,
		`data:1:6: wrong number of columns: 1, want 10; for raw text choose the input "text"`,
	},
	{"raw text to a model that cuts none", "POST", "/v1/parse?model=heads", "", "Dogs bark.", 400, "; this model reads no raw text: choose one that does"},
	{
		"raw text to compare", "POST", "/v1/compare", isJSON, `{"models": ["en", "heads"], "input": "conllu", "data": "Dogs bark."}`, 400,
		`for raw text choose the input "text"`,
	},
	{"raw text to trace", "POST", "/v1/trace", isJSON, `{"input": "conllu", "data": "Dogs bark."}`, 400, "for raw text choose the input"},
	{"an open bracket", "POST", "/v1/parse?model=trees&input=brackets", "", "\n(TOP (NNS Dogs)", 400, "data:2: unbalanced brackets"},
	{"a word without a slash", "POST", "/v1/parse?model=trees&input=tagged", "", "Dogs/NNS bark", 400, "data:1"},
	{"what no model cuts", "POST", "/v1/parse?model=heads&input=text", "", "x", 400, `the input of this model can be conllu, not "text"`},
	{
		"no such format", "POST", "/v1/parse?output=docx", "", "x", 400,
		`the output of this model can be conllu, conllx, json, horizontal, vertical, tsv, displacy, svg, text, not "docx"`,
	},
	{"brackets of dependencies", "POST", "/v1/parse?output=brackets", "", "x", 400, "can be"},
	{"no such parameter", "POST", "/v1/parse?modle=heads", "", "x", 400, `there is no parameter "modle"`},
	{"no number", "POST", "/v1/parse?width=wide", "", "x", 400, `the width "wide" is no number`},
	{"no width", "POST", "/v1/parse?width=-1", "", "x", 400, "the width must be 0 or more, not -1"},
	{"no such field", "POST", "/v1/parse", isJSON, `{"modle":"heads"}`, 400, `there is no field "modle"`},
	{"half an object", "POST", "/v1/parse", isJSON, `{"data":`, 400, "the body is not the JSON that is expected: it breaks off"},
	{"no JSON", "POST", "/v1/parse", isJSON, `{"data": Dogs}`, 400, "the body is not the JSON that is expected: malformed at byte 10"},
	{"no object", "POST", "/v1/parse", isJSON, `["Dogs bark."]`, 400, "the body is not the JSON that is expected: it must be an object, {…}"},
	{"null", "POST", "/v1/parse", isJSON, `null`, 400, "it must be an object, {…}"},
	{"no body", "POST", "/v1/parse", isJSON, "", 400, "the body is not the JSON that is expected: it is empty"},
	{"a number", "POST", "/v1/parse", isJSON, `{"data": 1}`, 400, `the body is not the JSON that is expected: "data" must be a string, not number`},
	{"a text for a number", "POST", "/v1/parse", isJSON, `{"data": "x", "width": "wide"}`, 400, `"width" must be a whole number, not string`},
	{"half a number", "POST", "/v1/parse", isJSON, `{"data": "x", "width": 1.5}`, 400, `"width" must be a whole number, not number 1.5`},
	{"no truth", "POST", "/v1/parse", isJSON, `{"data": "x", "pictures": 1}`, 400, `"pictures" must be true or false, not number`},
	{"no models", "POST", "/v1/compare", isJSON, `{"data": "x", "models": {}}`, 400, `"models" must be an array of strings, not object`},
	{"nothing to parse", "POST", "/v1/parse", "", "", 400, `there is nothing to parse: "data" is missing`},
	{"nothing in JSON", "POST", "/v1/parse", isJSON, "{}", 400, `"data" is missing`},
	{"nothing that is null", "POST", "/v1/parse", isJSON, `{"data": null}`, 400, `"data" is missing`},
	{"nothing to compare", "POST", "/v1/compare", isJSON, `{"models": ["en", "en"]}`, 400, `"data" is missing`},
	{"nothing to trace", "POST", "/v1/trace", isJSON, "{}", 400, `"data" is missing`},
	{"two", "POST", "/v1/parse", isJSON, `{}{}`, 400, "after the JSON"},
	{"bytes in the address", "POST", "/v1/parse?data=caf%e9", "", "", 400, "not UTF-8"},
	{"bytes", "POST", "/v1/parse", "", "caf\xe9", 400, "not UTF-8"},
	{"compressed, however small", "POST", "/v1/parse", "", "\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff", 400, "not UTF-8"},
	{
		"other bytes than it says", "POST", "/v1/parse", "text/plain; charset=shift_jis", "Dogs \x82 bark.", 400,
		"the body is not shift_jis, which its Content-Type says",
	},
	{"no such encoding", "POST", "/v1/parse", "text/plain; charset=klingon", "x", 415, `the charset of the body: no encoding "klingon"`},
	{"no such model", "POST", "/v1/parse?model=klingon", "", "x", 404, `there is no model "klingon", but: english-ewt-2.16, heads, trees`},
	{"no such route", "POST", "/v2/parse", "", "x", 404, "there is nothing here"},
	{"GET", "GET", "/v1/parse", "", "", 405, "this takes POST"},
	{"too large", "POST", "/v1/parse", "", strings.Repeat("a", 1<<20+1), 413, "the request has more than 1,048,576 bytes"},
	{"a form", "POST", "/v1/parse", "multipart/form-data; boundary=x", "x", 415, "the body must be JSON, or plain text"},
	{"no type at all", "POST", "/v1/parse", ";;", "x", 415, "the body must be JSON"},
	{"a sentence too long", "POST", "/v1/parse?lines", "", "Dogs bark. " + longSentence, 422, "words; at most 1,000 are parsed"},
	{
		"too much to draw", "POST", "/v1/parse?model=heads&output=svg", "", strings.Repeat(bare, 2501), 422,
		"the text has 5,002 words; at most 5,000 are drawn at a time",
	},
	{"too much to draw as text", "POST", "/v1/parse?model=heads&output=text", "", strings.Repeat(bare, 2501), 422, "at most 5,000"},
	{
		"pictures of too much", "POST", "/v1/parse", isJSON,
		`{"output":"json","pictures":true,"data":"` + strings.Repeat("Dogs bark. ", 1700) + `"}`, 422, "at most 5,000",
	},
	{"comparing too much", "POST", "/v1/compare", isJSON, `{"models":["en","en"],"data":"` + strings.Repeat("Dogs bark. ", 1700) + `"}`, 422, "at most 5,000"},
	{
		"words with tags, too many", "POST", "/v1/parse?model=trees&input=tagged", "", strings.ReplaceAll(longSentence, "a", "a/X"), 422,
		"sentence 1 has 1,001 words; at most 1,000 are parsed",
	},
}

func TestParseRefuses(t *testing.T) {
	s := newServed(t)
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			headers := []string{"Content-Type", c.media}
			if c.media == "" {
				headers = nil
			}
			a := s.do(c.method, c.target, c.body, headers...)
			require.Equal(t, c.status, a.StatusCode, a.body)
			require.Contains(t, message(t, a), c.message)
			require.Equal(t, c.status == 405, a.Header.Get("Allow") == "POST")
		})
	}
	require.Equal(t, 415, s.do("POST", "/v1/parse", "x", "Content-Encoding", "gzip").StatusCode)
	require.Equal(t, http.StatusOK, s.do("POST", "/v1/parse", "Dogs bark.").StatusCode, "and it goes on")
	require.Contains(t, s.do("POST", "/v1/parse", "The caf\xe9 closed.", "Content-Type", "text/plain; charset=ISO-8859-1").body, "\tcafé\t")
	require.Contains(t, s.do("POST", "/v1/parse?markup=html", "<meta charset=latin1>The café closed.").body, "\tcafé\t", "a page was UTF-8 when it came")
	require.Contains(t, s.do("POST", "/v1/parse", "%PDF-1.4 closed.").body, "\tclosed\t", "what is sent is text")
}

// TestDeepBrackets: however deep brackets are, they are refused or parsed, and nothing else happens.
func TestDeepBrackets(t *testing.T) {
	s := newServed(t)
	const deep = 100_000
	a := s.do("POST", "/v1/parse?model=trees&input=brackets&output=svg", strings.Repeat("(A ", deep)+"(NNS Dogs)"+strings.Repeat(")", deep))
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.Equal(t, http.StatusBadRequest, s.do("POST", "/v1/parse?model=trees&input=brackets", strings.Repeat("(", 1<<19)).StatusCode)
}

// TestParseSeveral: the most probable trees of each sentence, as parser parse --nbest finds them.
func TestParseSeveral(t *testing.T) {
	s := newServed(t)
	type parsed struct {
		Sentences []struct {
			NBest       int
			Probability float64
			Words       []struct {
				Head     int
				Deprel   string
				HeadProb float64
			}
		}
		Sources, Pictures []string
	}
	const text = "I saw the man with the telescope. Dogs bark."
	got := of[parsed](t, s.post("/v1/parse", map[string]any{"data": text, "output": "json", "nbest": 3, "pictures": true, "confidence": true}))
	require.Len(t, got.Sentences, 6)
	require.Len(t, got.Pictures, 6)
	seen := map[string]bool{}
	for i, sentence := range got.Sentences {
		require.Equal(t, i%3+1, sentence.NBest)
		require.Positive(t, sentence.Probability)
		require.Positive(t, sentence.Words[0].HeadProb)
		require.True(t, sentence.NBest == 1 || sentence.Probability <= got.Sentences[i-1].Probability)
		require.NotContains(t, got.Sources[i], "probability")
		seen[got.Sources[i]] = true
	}
	require.Len(t, seen, 6)
	inLine := s.do("POST", "/v1/parse?nbest=3", text)
	require.Equal(t, 6, strings.Count(inLine.body, "# probability = "))
	require.Equal(t, 2, strings.Count(inLine.body, "# nbest = 3\n"))
	require.Equal(t, 2, strings.Count(s.do("POST", "/v1/parse?nbest=1", text).body, "# nbest = 1\n"))
	require.NotContains(t, s.do("POST", "/v1/parse?nbest=0", text).body, "nbest")
	for message, query := range map[string]string{
		"nbest is from 0 to 20, not 21":           "nbest=21",
		"nbest is from 0 to 20, not -1":           "nbest=-1",
		`the nbest \"x\" is no number`:            "nbest=x",
		"the model trees does not know":           "model=trees&input=tagged&nbest=2&output=json",
		"only json and conllu have a place":       "nbest=2&output=svg",
		"only json and conllu have a place for p": "nbest=2&output=conllx",
	} {
		refused := s.do("POST", "/v1/parse?"+query, "Dogs/NNS")
		require.Equal(t, http.StatusBadRequest, refused.StatusCode, refused.body)
		require.Contains(t, refused.body, message)
	}
}

// TestParseConfidence: probabilities of words and trees, where they are asked for; a model without any says so.
func TestParseConfidence(t *testing.T) {
	s := newServed(t)
	ask := func(fields map[string]any) answer {
		fields["data"], fields["confidence"] = "Dogs bark.", true
		return s.post("/v1/parse", fields)
	}
	got := of[struct {
		Sentences []struct {
			Probability float64
			Words       []struct{ HeadProb, LabelProb, TagProb float64 }
		}
		Sources []string
	}](t, ask(map[string]any{"model": "english", "output": "json", "pictures": true}))
	sentence := got.Sentences[0]
	require.True(t, sentence.Probability > 0 && sentence.Probability < 1)
	require.Len(t, sentence.Words, 3)
	for _, w := range sentence.Words {
		require.Greater(t, w.HeadProb, 0.5)
		require.Greater(t, w.LabelProb, 0.1)
		require.Greater(t, w.TagProb, 0.1)
	}
	require.NotContains(t, got.Sources[0], "HeadProb")
	require.Contains(t, ask(map[string]any{"model": "english"}).body, "|HeadProb=0.")
	for message, fields := range map[string]map[string]any{
		"the model trees does not know": {"model": "trees", "input": "tagged"},
		"only json and conllu have":     {"model": "english", "output": "conllx"},
	} {
		refused := ask(fields)
		require.Equal(t, http.StatusBadRequest, refused.StatusCode)
		require.Contains(t, refused.body, message)
	}
	plain := s.post("/v1/parse", map[string]any{"data": "Dogs bark.", "model": "english", "output": "json"})
	require.NotContains(t, plain.body, "robab")
	require.NotContains(t, plain.body, "headProb")
}
