package vectors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"parser/conll/textfile"
	"parser/eval/layout"
)

// npyMagic is what .npy files begin with (NumPy Enhancement Proposal 1).
const npyMagic = "\x93NUMPY"

// npyHeader is the header of a matrix of floating-point numbers as NumPy writes it.
var npyHeader = textfile.Pattern(`^\{'descr': '([^']*)', 'fortran_order': (False|True), 'shape': \((\d+), (\d+)\), *\} *\n$`)

// openWords opens the words of a matrix: the file of the same name with another ending.
func openWords(name string) (*textfile.Reader, error) {
	base := strings.TrimSuffix(textfile.Unpacked(name), ".npy")
	for _, ending := range []string{".vocab", ".vocab.gz", ".txt", ".txt.gz"} {
		if _, err := os.Stat(base + ending); !errors.Is(err, fs.ErrNotExist) {
			return textfile.Open(base+ending, nil)
		}
	}
	return nil, fmt.Errorf("%s: %w: the words of its rows, one a line, are missing: %s.vocab or %s.txt", name, ErrFormat, base, base)
}

// npyHead reads what describes the matrix in an .npy file.
func npyHead(file io.Reader) ([]byte, error) {
	head := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(file, head); err != nil {
		return nil, err
	}
	size := make([]byte, 4)
	length := 4
	if head[len(npyMagic)] == 1 { // versions 2 and 3 have 4 bytes
		length = 2
	}
	if _, err := io.ReadFull(file, size[:length]); err != nil {
		return nil, err
	}
	header := make([]byte, min(int(binary.LittleEndian.Uint32(size)), textfile.BufferSize))
	_, err := io.ReadFull(file, header)
	return header, err
}

// matrixVectors reads the rows of a matrix along with their words. What follows a tab after a word,
// such as its frequency, is ignored.
func matrixVectors(k *keeper, file, words *textfile.Reader) error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%s: %w: "+format, append([]any{file.Name, ErrFormat}, args...)...)
	}
	header, err := npyHead(file)
	if err != nil {
		return wrong("the header is cut off: %w", err)
	}
	parts := npyHeader().FindSubmatch(header)
	if parts == nil {
		return wrong("a matrix is needed, not %.80q", bytes.TrimSpace(header))
	}
	width := map[string]int{"<f4": 4, "<f8": 8}[string(parts[1])]
	rows, err := strconv.Atoi(string(parts[3]))
	if err != nil {
		return wrong("%s rows", parts[3])
	}
	k.Dim, err = strconv.Atoi(string(parts[4]))
	switch {
	case width == 0:
		return wrong("numbers of type %s, not <f4 or <f8", parts[1])
	case string(parts[2]) == "True":
		return wrong("it is in Fortran's order: save numpy.ascontiguousarray of it")
	case err != nil || k.Dim < 1 || k.Dim > maxDim:
		return wrong("vectors of %s numbers, not 1 to %d", parts[4], maxDim)
	}
	row := make([]byte, k.Dim*width)
	words.SkipMark()
	for n := range rows {
		line, err := words.Line(maxLine)
		switch {
		case err == io.EOF:
			return bad(words, "%s for %s", layout.Count(n, "word"), layout.Count(rows, "vector"))
		case err != nil:
			return err
		case len(line) > maxLine:
			return bad(words, "the line is longer than %d bytes", maxLine)
		}
		if _, err := io.ReadFull(file, row); err != nil {
			return wrong("row %d of %d: %w", n+1, rows, err)
		}
		word, _, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte("\t"))
		vector := k.next(string(word))
		for i := range vector {
			var x float64
			if width == 4 {
				x = float64(math.Float32frombits(binary.LittleEndian.Uint32(row[i*width:])))
			} else {
				x = math.Float64frombits(binary.LittleEndian.Uint64(row[i*width:]))
			}
			if vector[i] = float32(x); vector[i]-vector[i] != 0 {
				return bad(words, "number %d of row %d of %s, of %.40q, is %v, not finite in single precision", i+1, n+1, file.Name, word, x)
			}
		}
	}
	switch _, err := words.Line(maxLine); {
	case err == nil:
		return bad(words, "more words than the %s", layout.Count(rows, "vector"))
	case err != io.EOF:
		return err
	}
	if _, err := file.ReadByte(); err != io.EOF {
		return wrong("there is more than %d rows", rows)
	}
	return nil
}
