package tensors

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

// Source is a tensor to be written. Its numbers are asked for row by row, where a row is what its last dimension has.
type Source struct {
	Name  string
	Shape []int
	Row   func(dst []float32, row int) error
}

// Write writes a file of safetensors, in single precision, in the order in which they are given.
func Write(w io.Writer, all []Source) error {
	type entry struct {
		Type    string   `json:"dtype"`
		Shape   []int    `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	header, end := map[string]any{metadataName: map[string]string{"format": "pt"}}, int64(0)
	for _, t := range all {
		size := int64(4)
		for _, n := range t.Shape {
			size *= int64(n)
		}
		if _, twice := header[t.Name]; twice {
			return fmt.Errorf("two tensors %q", t.Name)
		}
		header[t.Name] = entry{"F32", t.Shape, [2]int64{end, end + size}}
		end += size
	}
	text, err := json.Marshal(header)
	if err != nil {
		return err
	}
	text = append(text, strings.Repeat(" ", -len(text)&7)...) // so that numbers lie where processors like them
	out := bufio.NewWriterSize(w, 1<<16)
	_, _ = out.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(text)))) // whose error Flush returns
	_, _ = out.Write(text)
	var bytes []byte
	for _, t := range all {
		rows := 1
		for _, n := range t.Shape[:len(t.Shape)-1] {
			rows *= n
		}
		row := make([]float32, t.Shape[len(t.Shape)-1])
		for i := range rows {
			if err := t.Row(row, i); err != nil {
				return err
			}
			bytes = bytes[:0]
			for _, x := range row {
				bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(x))
			}
			_, _ = out.Write(bytes)
		}
	}
	return out.Flush()
}
