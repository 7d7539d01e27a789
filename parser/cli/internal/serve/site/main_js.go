// Command site is the server of package serve inside a browser. A worker hands it the requests of the page, so nothing
// that is parsed leaves the machine. POST /v1/models?name=NAME, with a model file as its body, adds a model until the
// page is closed; the worker begins with the small English one. .ci/site makes the folder of the site.
package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"syscall/js"
	"time"

	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
)

func main() {
	s := &site{Handler: http.NotFoundHandler()} // until there is a model
	js.Global().Call("ready", js.FuncOf(s.answer))
	select {}
}

// site is a server that can get more models.
type site struct {
	http.Handler
	models []serve.Source
	mutex  sync.Mutex // held while a request is answered
}

// patience is longer than that of a server, since a request keeps no other client waiting.
const patience = time.Hour

// add has the server answer with one more model, which is loaded once.
func (s *site) add(model serve.Source) error {
	model.Load = sync.OnceValues(model.Load)
	models := append(slices.Clone(s.models), model)
	limits := serve.DefaultLimits()
	limits.Deadline = patience
	next, err := serve.New(serve.Options{Models: models, Limits: limits})
	if err == nil {
		s.Handler, s.models = next, models
	}
	return err
}

// answer is a function of JavaScript. It takes the method, the path, the type and the body of a request, a Uint8Array,
// and a function that is called with the status, the pairs of the header, and the body of the answer.
func (s *site) answer(_ js.Value, given []js.Value) any {
	method, path, media, body, done := given[0].String(), given[1].String(), given[2].String(), make([]byte, given[3].Length()), given[4]
	js.CopyBytesToGo(body, given[3])
	go func() { // the caller must not block
		s.mutex.Lock()
		defer s.mutex.Unlock()
		a := &serve.Kept{Head: http.Header{}, Status: http.StatusOK}
		request, err := http.NewRequest(method, path, bytes.NewReader(body))
		switch {
		case err != nil:
			fail(a, err)
		case method == http.MethodPost && request.URL.Path == "/v1/models":
			fail(a, s.addFile(request.URL.Query().Get("name"), body))
		default:
			request.Header.Set("Content-Type", media)
			s.ServeHTTP(a, request)
		}
		header := []any{}
		for name := range a.Head {
			header = append(header, []any{name, a.Head.Get(name)})
		}
		text := js.Global().Get("Uint8Array").New(a.Len())
		js.CopyBytesToJS(text, a.Bytes())
		done.Invoke(a.Status, header, text)
	}()
	return nil
}

// addFile adds the model in a file. A model that lacks words, tags or trees takes those of the first one, if that is of the
// same language.
func (s *site) addFile(name string, file []byte) error {
	return s.add(serve.Source{Name: name, Load: func() (*engine.Parser, error) {
		p, err := engine.Read(bytes.NewReader(file), int64(len(file)))
		if err != nil || p.Segmenter() != nil && !p.NeedsTags() || p.Structure().CheckWriting("conllu") == nil { // it may know other tags
			return p, err
		}
		base, err := s.models[0].Load()
		if err != nil || base.Meta().Lang != p.Meta().Lang {
			return p, err
		}
		return p.WithBase(base)
	}})
}

// fail answers with an error in the form of those of the server, and with an empty object without one.
func fail(a *serve.Kept, err error) {
	value := map[string]any{}
	if err != nil {
		a.Status, value["error"] = http.StatusBadRequest, map[string]string{"message": err.Error()}
	}
	_ = json.NewEncoder(a).Encode(value)
}
