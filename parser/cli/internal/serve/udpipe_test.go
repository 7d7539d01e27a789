package serve_test

import (
	"bytes"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// result is what UDPipe's clients read.
type result struct {
	Model            string
	Acknowledgements []string
	Result           string
}

// asParts encodes parameters as udpipe2_client.py does: a part for each, with a type and an encoding.
func asParts(t *testing.T, parameters ...string) (contentType, body string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	require.NoError(t, w.SetBoundary("===============8909803098018851129=="))
	for i := 0; i < len(parameters); i += 2 {
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Type": {`text/plain; charset="utf-8"`}, "MIME-Version": {"1.0"},
			"Content-Disposition": {`form-data; name="` + parameters[i] + `"`}, "Content-Transfer-Encoding": {"8bit"},
		})
		require.NoError(t, err)
		_, err = part.Write([]byte(parameters[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return `multipart/form-data; boundary="===============8909803098018851129=="`, b.String()
}

// TestUDPipeClients sends what clients send: those of UDPipe itself and of Python by multipart and
// urlencoded, those in browsers and of Java in the address, curl with a file.
func TestUDPipeClients(t *testing.T) {
	s := newServed(t)
	const text = "Dogs bark; it is late. Gruß & <b>"
	parts, body := asParts(t, "input", "conllu", "output", "conllu", "data", text, "tokenizer", "", "tagger", "", "parser", "")
	want := of[result](t, s.do("POST", "/process", body, "Content-Type", parts))
	require.Equal(t, "english-ewt-2.16", want.Model)
	require.Equal(t, []string{"UD English EWT 2.16", "CC BY-SA 4.0"}, want.Acknowledgements)
	require.True(
		t,
		strings.HasPrefix(want.Result, "# generator = parser\n# udpipe_model = english-ewt-2.16\n# udpipe_model_licence = CC BY-SA 4.0\n# newdoc\n"),
		want.Result,
	)
	require.Contains(t, want.Result, "\tdog\tNOUN\t")
	require.Contains(t, want.Result, "# text = Gruß & <b>\n")

	form := url.Values{"data": {text}, "tokenizer": {""}, "tagger": {""}, "parser": {""}, "model": {"en"}}.Encode()
	require.Equal(t, want, of[result](t, s.do("POST", "/services/udpipe/api/process", form, "Content-Type", "application/x-www-form-urlencoded")))
	require.Equal(t, want, of[result](t, s.do("GET", "/process?tokenizer&tagger&parser&model=english&data="+url.QueryEscape(text), "")))
	require.Equal(t, want, of[result](t, s.do("POST", "/process?"+form, "", "Content-Type", "")), "the address alone")

	const file = "--x\r\nContent-Disposition: form-data; name=\"data\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\n" + text + "\r\n--x--\r\n"
	require.Equal(t, want, of[result](t, s.do("POST", "/process?tokenizer=&tagger=&parser=", file, "Content-Type", "multipart/form-data; boundary=x")))
}

// process asks for something and returns the result.
func (s *served) process(parameters ...string) string {
	s.t.Helper()
	form := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		form.Set(parameters[i], parameters[i+1])
	}
	return of[result](s.t, s.do("POST", "/process", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")).Result
}

// withoutHeader leaves out the comments about the model.
func withoutHeader(conllu string) string {
	lines := strings.SplitAfterN(conllu, "\n", 4)
	return lines[3]
}

func TestUDPipeParameters(t *testing.T) {
	s := newServed(t)
	const line = "Dogs run. It is late.\nCats sleep."
	// what is not asked for is not done
	require.Equal(t, "Dogs run .\nIt is late .\nCats sleep .\n", s.process("data", line, "tokenizer", "", "output", "horizontal"))
	bare := withoutHeader(s.process("data", line, "tokenizer", ""))
	require.Contains(t, bare, "1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n")
	tagged := withoutHeader(s.process("data", line, "tokenizer", "", "tagger", ""))
	require.Contains(t, tagged, "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t_\t_\t_\t_\n")
	parsed := withoutHeader(s.process("data", line, "tokenizer", "", "tagger", "", "parser", ""))
	require.Contains(t, parsed, "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t2:nsubj\t_\n")

	// the tokenizer's options
	require.Equal(t, "Dogs run . It is late .\nCats sleep .\n", s.process("data", line, "tokenizer", "presegmented", "output", "horizontal"))
	require.Contains(t, s.process("data", line, "tokenizer", "ranges;presegmented"), "\tTokenRange=0:4\n")
	require.Contains(t, bare, "SpacesAfter=\\n")
	require.NotContains(t, s.process("data", line, "tokenizer", "normalized_spaces"), "SpacesAfter")
	require.Contains(t, s.process("data", line, "tokenizer", "normalized_spaces"), "\tSpaceAfter=No\n")
	require.Equal(t, bare, withoutHeader(s.process("data", line, "input", "generic_tokenizer")))

	// tokens that are there
	for input, data := range map[string]string{
		"horizontal": "Dogs bark\n\nNew\u00a0York sleeps\n", "vertical": "Dogs\nbark\n\nNew York\tx\r\nsleeps\n\n\n",
	} {
		got := s.process("data", data, "input", input, "tagger", "", "parser", "")
		require.Regexp(t, "\n1\tDogs\t.*\tNN.*\n2\tbark\t.*\t_\n\n(# .*\n)*1\tNew York\t.*\n2\tsleeps\t", got)
	}
	require.Regexp(t, "1-2\tdon't\t.*\n1\tdo\t.*\n2\tn't\t", s.process("data", "don't bark", "input", "horizontal"))
	require.Equal(t, "Dogs\nbark\n\n", s.process("data", "Dogs bark", "input", "horizontal", "output", "vertical"))
	require.Equal(t, line, s.process("data", line, "tokenizer", "", "output", "plaintext"))

	// CoNLL-U: tags and trees that are there stay unless others are asked for
	const given = "1\tDogs\tx\tX\tXX\t_\t0\troot\t_\t_\n2\tbark\t_\tX\tXX\t_\t1\tdep\t_\tA=b\n\n"
	require.Equal(t, given, withoutHeader(s.process("data", given)))
	require.Regexp(t, "^1\tDogs\t.*\tNN.*\tNumber=.*\t0\troot\t_\t_\n2\tbark\tbark\t[A-Z]+\t.*\t1\tdep\t_\tA=b\n\n$",
		withoutHeader(s.process("data", given, "tagger", "")))
	require.Regexp(t, "^1\tDogs\tx\tX\tXX\t.*\t2\t[a-z]+\t[0-9]:[a-z]+\t_\n2\tbark\t", withoutHeader(s.process("data", given, "parser", "")))
}

func TestUDPipeRefuses(t *testing.T) {
	s := newServed(t)
	for _, c := range []struct {
		target, body, message string
	}{
		{"/process", "model=en", "The parameter 'data' is required."},
		{"/process", "data=x&model=klingon", `there is no model "klingon", but: english-ewt-2.16, heads`},
		{"/process", "data=x&model=trees", "there is no model"},
		{"/process", "data=x&output=epe", "Unknown output format 'epe'."},
		{"/process", "data=x&input=epe", "Cannot parse the input in 'epe' format."},
		{"/process", "data=x", "data:1:2: wrong number of columns"},
		{"/process", "data=x&model=heads&tokenizer=", "the model cannot cut raw text into words"},
		{"/process", "data=%E9&tokenizer=", "The data is not UTF-8."},
		{"/process", "data=%", "Cannot parse the application/x-www-form-urlencoded payload."},
		{"/process?data=%", "data=x", "Cannot parse request URL."},
		{"/process", "data=" + strings.Repeat("x", 1<<20), "the request has more than 1,048,576 bytes"},
		{"/process", "input=horizontal&parser=&data=" + strings.Repeat("x+", 1001), "sentence 1 has 1,001 words"},
	} {
		a := s.do("POST", c.target, c.body, "Content-Type", "application/x-www-form-urlencoded")
		require.Equal(t, 400, a.StatusCode, c.message)
		require.Equal(t, "text/plain; charset=utf-8", a.Header.Get("Content-Type"))
		require.Contains(t, a.body, c.message)
	}
	for media, message := range map[string]string{
		"application/json":                "Unsupported payload Content-Type",
		"multipart/form-data; boundary=":  "Cannot parse the multipart/form-data payload.",
		"multipart/form-data; boundary=y": "Cannot parse the multipart/form-data payload.",
		"multipart/form-data; boundary=x": "Cannot parse the multipart/form-data payload.", // which does not end
	} {
		a := s.do("POST", "/process", "--x\r\n\r\nx", "Content-Type", media)
		require.Equal(t, 400, a.StatusCode, media)
		require.Contains(t, a.body, message)
	}
	require.Equal(t, 405, s.do("PUT", "/process", "").StatusCode)
}

func TestUDPipeModels(t *testing.T) {
	type listed struct {
		Models  map[string][]string
		Default string `json:"default_model"`
	}
	want := listed{map[string][]string{"english-ewt-2.16": {"tokenizer", "tagger", "parser"}, "heads": {"parser"}}, "english-ewt-2.16"}
	s := newServed(t)
	for _, path := range []string{"/models", "/services/udpipe/api/models"} {
		require.Equal(t, want, of[listed](t, s.do("GET", path, "")))
	}
	trees := newServed(t, func(o *serve.Options) { o.Models = o.Models[2:] })
	require.Equal(t, listed{map[string][]string{}, ""}, of[listed](t, trees.do("GET", "/models", "")))
	require.Equal(t, 400, trees.do("GET", "/process?data=x", "").StatusCode)
}
