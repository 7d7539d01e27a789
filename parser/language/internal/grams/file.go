package grams

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// Table has the group of each script that some language of it has, in the order of scripts.
type Table []*Group

// Of returns the group of a script, or nil.
func (t Table) Of(s Script) *Group {
	for _, g := range t {
		if g.Script == s {
			return g
		}
	}
	return nil
}

// Encode returns the table as bytes, compressed. Before that each group is: its script, the codes of its languages with
// blanks between them, biases, the step of the weights, the differences of n-grams, and the weights of one language after
// the other; numbers are varints, and floating-point numbers have four bytes.
func (t Table) Encode() []byte {
	var plain []byte
	float := func(x float32) { plain = binary.LittleEndian.AppendUint32(plain, math.Float32bits(x)) }
	for _, g := range t {
		codes := strings.Join(g.Languages, " ")
		plain = append(plain, byte(g.Script), byte(len(codes)>>8), byte(len(codes)))
		plain = append(plain, codes...)
		for _, b := range g.Bias {
			float(b)
		}
		float(g.Step)
		plain = binary.AppendUvarint(plain, uint64(len(g.Grams)))
		before := uint32(0)
		for _, hash := range g.Grams {
			plain, before = binary.AppendUvarint(plain, uint64(hash-before)), hash
		}
		k := len(g.Languages)
		for l := range k {
			for i := range g.Grams {
				plain = append(plain, byte(g.Weights[i*k+l]))
			}
		}
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(plain)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("grams: " + err.Error()) // memory does not fail
	}
	return packed.Bytes()
}

// ErrTable is the cause if bytes are no table.
var ErrTable = errors.New("damaged table of languages")

// Decode returns the table that Encode made bytes of.
func Decode(packed []byte) (t Table, err error) {
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTable, err)
	}
	d := decoder{plain, false}
	for len(d.left) > 0 && !d.bad {
		g := &Group{Script: Script(d.take(1)[0])}
		codes := d.take(int(binary.BigEndian.Uint16(d.take(2))))
		g.Languages = strings.Fields(string(codes))
		k := len(g.Languages)
		for range k {
			g.Bias = append(g.Bias, d.float())
		}
		g.Step = d.float()
		n := d.number()
		if d.bad = d.bad || k == 0 || n > uint64(len(d.left)); d.bad {
			break
		}
		g.Grams, g.Weights = make([]uint32, n), make([]int8, int(n)*k)
		hash := uint32(0)
		for i := range g.Grams {
			hash += uint32(d.number())
			g.Grams[i] = hash
		}
		for l := range k {
			for i, b := range d.take(int(n)) {
				g.Weights[i*k+l] = int8(b)
			}
		}
		g.index()
		t = append(t, g)
	}
	if d.bad || len(t) == 0 {
		return nil, ErrTable
	}
	return t, nil
}

// decoder reads from bytes; what is missing is zero, and bad.
type decoder struct {
	left []byte
	bad  bool
}

func (d *decoder) take(n int) []byte {
	if d.bad = d.bad || n > len(d.left); d.bad {
		return make([]byte, min(n, 1<<16))
	}
	taken := d.left[:n]
	d.left = d.left[n:]
	return taken
}

func (d *decoder) float() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(d.take(4)))
}

func (d *decoder) number() uint64 {
	x, n := binary.Uvarint(d.left)
	if d.bad = d.bad || n <= 0; d.bad {
		return 0
	}
	d.left = d.left[n:]
	return x
}
