package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// twenty is a sentence of twenty words.
var twenty = func() string {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "%d\t%s\t_\t_\t_\t_\t_\n", i+1, []string{"Dogs\t_\tNOUN\tNNS", "bark\t_\tVERB\tVBP"}[i%2])
	}
	return b.String() + "\n"
}()

// BenchmarkParse is a request with a sentence of twenty words, without a network.
func BenchmarkParse(b *testing.B) {
	s, err := serve.New(serve.Options{Models: sources()})
	require.NoError(b, err)
	for name, target := range map[string]string{"linear": "/v1/parse?model=heads", "neural": "/v1/parse?model=english&input=conllu"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				s.ServeHTTP(w, httptest.NewRequest("POST", target, strings.NewReader(twenty)))
				require.Equal(b, http.StatusOK, w.Code)
			}
		})
	}
}
