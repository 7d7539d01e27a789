package serve

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"time"

	"parser/parser/internal/draw/formats"
)

// assets are the files of the page, as browsers get them.
//
//go:embed page
var assets embed.FS

// pagePolicy is the Content-Security-Policy of the page: it connects to this server only, and runs only scripts that
// are files of this folder. The page itself has another, for servers of files that send none: both hold here.
var pagePolicy = strings.Join([]string{
	"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'",
	"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
}, "; ")

// otherPolicy is the policy of all other answers, which need nothing.
const otherPolicy = "default-src 'none'; frame-ancestors 'none'"

// Files returns the files of the page by name.
func Files() map[string][]byte {
	texts := map[string][]byte{"draw.css": []byte(formats.CSS())}
	files, _ := assets.ReadDir("page") // which is embedded
	for _, f := range files {
		texts[f.Name()], _ = assets.ReadFile(path.Join("page", f.Name()))
	}
	return texts
}

// page returns the route of a file of the page, by some methods.
func page(name string, text []byte, get []string) *route {
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return &route{path: "/" + strings.TrimSuffix(name, "index.html"), methods: get, open: true, handle: func(c *call) error {
		h := c.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("ETag", tag)
		h.Set("Cache-Control", "no-cache") // unless the tag is the same
		http.ServeContent(c, c.request, name, time.Time{}, bytes.NewReader(text))
		return nil
	}}
}
