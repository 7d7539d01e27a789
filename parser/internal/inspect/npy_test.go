package inspect_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/english"
)

// layout is a row of the table of arrays in FORMAT.md.
type layout struct {
	version []byte
	length  int // bytes of the length of the header
	header  string
}

// readLayouts reads that table, by the number of dimensions.
func readLayouts(t *testing.T) map[int]layout {
	page, err := os.ReadFile("../../../model/FORMAT.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\| (\\d) \\| `([0-9a-f ]+)` \\| (\\d) bytes \\| `(\\{.*\\})` \\|$").FindAllStringSubmatch(string(page), -1)
	require.Len(t, rows, 2)
	layouts := map[int]layout{}
	for _, row := range rows {
		version, err := hex.DecodeString(strings.ReplaceAll(row[2], " ", ""))
		require.NoError(t, err)
		dimensions, length := row[1][0]-'0', row[3][0]-'0'
		layouts[int(dimensions)] = layout{version, int(length), row[4]}
	}
	return layouts
}

// sizes are the bytes of one number, by the last digit of its type.
var sizes = regexp.MustCompile(`'descr': '[<|][fiu]([1248])', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\)`)

// requireLayout reads one array by the page, and returns its number of dimensions.
func requireLayout(t *testing.T, layouts map[int]layout, data []byte) int {
	require.Equal(t, "\x93NUMPY", string(data[:6]))
	for dimensions, l := range layouts {
		if !bytes.Equal(data[6:8], l.version) {
			continue
		}
		length := make([]byte, 8)
		copy(length, data[8:8+l.length])
		rest := data[8+l.length:]
		header, numbers := string(rest[:binary.LittleEndian.Uint64(length)]), rest[binary.LittleEndian.Uint64(length):]
		shape := sizes.FindStringSubmatch(header)
		require.NotNil(t, shape, header)
		product := 1
		for _, factor := range shape[1 : 2+dimensions] {
			n, err := strconv.Atoi(factor)
			require.NoError(t, err, header)
			product *= n
		}
		require.Len(t, numbers, product, header)
		own := regexp.MustCompile(`'[<|]..'|\(.*\)`)
		found := own.FindAllString(header, -1)
		expected := own.ReplaceAllStringFunc(l.header, func(string) string {
			next := found[0]
			found = found[1:]
			return next
		})
		require.Equal(t, expected, strings.TrimRight(strings.TrimSuffix(header, "\n"), " "))
		require.True(t, strings.HasSuffix(header, "\n"))
		return dimensions
	}
	require.Failf(t, "version", "% x", data[6:8])
	return 0
}

// TestArraysAreLaidOutAsDocumented: by the page alone, without the packages that write and read
// models, one finds the numbers of every array of every model.
func TestArraysAreLaidOutAsDocumented(t *testing.T) {
	files := map[string][]byte{}
	for name, p := range formats(t) {
		var b bytes.Buffer
		require.NoError(t, p.Write(&b))
		files[name] = b.Bytes()
	}
	bundle, err := io.ReadAll(english.File())
	require.NoError(t, err)
	files["English"] = bundle
	layouts := readLayouts(t)
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
			require.NoError(t, err)
			arrays := map[int]int{}
			for _, f := range archive.File {
				part, err := f.Open()
				require.NoError(t, err)
				data, err := io.ReadAll(part)
				require.NoError(t, err)
				arrays[requireLayout(t, layouts, data)]++
			}
			require.Positive(t, arrays[1], "meta is one")
			if name == "English" || strings.HasPrefix(name, "neural") {
				require.Positive(t, arrays[2])
			}
		})
	}
}
