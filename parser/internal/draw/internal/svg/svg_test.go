package svg_test

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/svg"
	"parser/parser/internal/draw/testdata/drawtest"
	"parser/testdata/testkit"
)

// document returns the drawing of a picture.
func document(t testing.TB, p *draw.Picture, o draw.Options) string {
	t.Helper()
	return testkit.Text(t, func(w io.Writer) error { return svg.Write(w, []*draw.Picture{p}, o) })
}

func TestErrors(t *testing.T) {
	bad := &draw.Picture{Arcs: []draw.Arc{{Head: 1, Dep: 2}}}
	require.ErrorIs(t, svg.Write(&bytes.Buffer{}, []*draw.Picture{bad}, draw.Options{}), draw.ErrPicture)
	require.ErrorIs(t, svg.Write(&bytes.Buffer{}, []*draw.Picture{{}, bad}, draw.Options{}), draw.ErrPicture)
	require.ErrorIs(t, svg.Write(testkit.Failing(0), []*draw.Picture{drawtest.Pictures(t)["arcs"]}, draw.Options{}), os.ErrClosed)
}

// A multiword token stays in one row, and has room for its form.
func TestTokensStayWhole(t *testing.T) {
	p := drawtest.Pictures(t)["tokens"]
	for width := 1; width < 300; width += 7 {
		require.Equal(t, 1, bytes.Count([]byte(document(t, p, draw.Options{Width: width})), []byte(">don’t<")), width)
	}
}

// Several pictures are one below the other, with one style.
func TestSeveralPictures(t *testing.T) {
	p := &draw.Picture{Words: []draw.Word{{Form: "one"}}}
	alone := document(t, p, draw.Options{})
	both := testkit.Text(t, func(w io.Writer) error { return svg.Write(w, []*draw.Picture{p, p}, draw.Options{}) })
	height := regexp.MustCompile(` height="(\d+)"`).FindAllStringSubmatch(both, -1)
	tops := regexp.MustCompile(`<svg [^>]* y="(\d+)"`).FindAllStringSubmatch(both, -1)
	require.Len(t, tops, 2)
	require.Equal(t, "0", tops[0][1])
	require.Greater(t, number(t, tops[1][1]), number(t, regexp.MustCompile(` height="(\d+)"`).FindStringSubmatch(alone)[1]))
	require.Greater(t, number(t, height[0][1]), number(t, tops[1][1]))
	require.Equal(t, 1, strings.Count(both, "<style>"))
	require.Equal(t, 1, strings.Count(alone, "<style>"))
}

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}
