package tensors

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// unpickler reads a program of Python's pickle, the part of it that torch.save writes for a dictionary of tensors. Such a
// program can name any function of Python and call it. Here the few names of such dictionaries stand for what is written
// below, any other name is an error, and nothing is ever called.
type unpickler struct {
	in    *bufio.Reader
	at    int64 // bytes that were read
	stack []any
	marks []int // where lists of values begin on the stack
	memo  map[uint32]any
	kinds map[string]string // types of the storages that there are, by their keys
}

// Values are nil, bool, int64, float64, string, and these.
type (
	tuple      []any
	list       struct{ values []any }
	dictionary struct{ keys, values []any }
	name       string // of a class or a function, with its module
	bigNumber  string // the bytes of a number of more than eight, the lowest first
)

// storage has the numbers of tensors: key says where in the file they are.
type storage struct {
	key, kind string
	numbers   int64
}

const (
	mostPickle    = 1 << 24 // bytes of a program
	mostSide      = math.MaxInt32
	stop, newline = '.', '\n'
)

// storageTypes are the types of numbers by the class of their storage.
var storageTypes = map[name]string{
	"torch.FloatStorage": "F32", "torch.HalfStorage": "F16", "torch.BFloat16Storage": "BF16", "torch.DoubleStorage": "F64",
	"torch.LongStorage": "I64", "torch.IntStorage": "I32", "torch.ShortStorage": "I16", "torch.CharStorage": "I8",
	"torch.ByteStorage": "U8", "torch.BoolStorage": "BOOL",
}

const (
	orderedDict      name = "collections.OrderedDict"
	rebuildTensor    name = "torch._utils._rebuild_tensor_v2"
	rebuildParameter name = "torch._utils._rebuild_parameter"
)

var errPickle = errors.New("values that torch.save does not put here")

func newUnpickler(r io.Reader) *unpickler {
	return &unpickler{in: bufio.NewReader(r), kinds: map[string]string{}}
}

// run reads a program and returns the value that it leaves.
func (u *unpickler) run() (any, error) {
	u.stack, u.marks, u.memo = nil, nil, map[uint32]any{}
	for {
		at := u.at
		op, err := u.bytes(1)
		if err == nil && op[0] == stop {
			return u.pop(), nil
		}
		if err == nil {
			err = u.step(op[0])
		}
		if err != nil {
			return nil, fmt.Errorf("pickle, byte %d: %w", at, err)
		}
	}
}

// bytes reads n bytes.
func (u *unpickler) bytes(n int) ([]byte, error) {
	if u.at += int64(n); n < 0 || u.at > mostPickle {
		return nil, fmt.Errorf("it is longer than %d bytes", mostPickle)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(u.in, b); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return b, nil
}

// number reads a number of n bytes, the lowest first.
func (u *unpickler) number(n int) (uint64, error) {
	b, err := u.bytes(n)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(append(b, make([]byte, 8-n)...)), nil
}

func (u *unpickler) push(x any) { u.stack = append(u.stack, x) }

// pop takes a value off the stack; nil if that is empty, or would reach into a list that is not complete.
func (u *unpickler) pop() any {
	last := len(u.stack) - 1
	if last < 0 || len(u.marks) > 0 && last < u.marks[len(u.marks)-1] {
		return nil
	}
	x := u.stack[last]
	u.stack = u.stack[:last]
	return x
}

// several takes n values off the stack.
func (u *unpickler) several(n int) []any {
	values := make([]any, n)
	for i := range values {
		values[n-1-i] = u.pop()
	}
	return values
}

// marked takes all values since the last mark off the stack.
func (u *unpickler) marked() []any {
	from := 0
	if last := len(u.marks) - 1; last >= 0 {
		from, u.marks = u.marks[last], u.marks[:last]
	}
	values := slices.Clone(u.stack[from:])
	u.stack = u.stack[:from]
	return values
}

// step does one operation.
func (u *unpickler) step(op byte) error {
	switch op {
	case 0x80: // PROTO
		version, err := u.number(1)
		if err == nil && version != 2 {
			err = fmt.Errorf("protocol %d is not supported, only 2", version)
		}
		return err
	case '(': // MARK
		u.marks = append(u.marks, len(u.stack))
	case 't': // TUPLE
		u.push(tuple(u.marked()))
	case ')', 0x85, 0x86, 0x87: // EMPTY_TUPLE, TUPLE1, TUPLE2, TUPLE3
		u.push(tuple(u.several(max(0, int(op)-0x84))))
	case '}': // EMPTY_DICT
		u.push(&dictionary{})
	case ']': // EMPTY_LIST
		u.push(&list{})
	case 's': // SETITEM
		return u.set(u.several(2))
	case 'u': // SETITEMS
		return u.set(u.marked())
	case 'a': // APPEND
		return u.extend(u.several(1))
	case 'e': // APPENDS
		return u.extend(u.marked())
	case 'q', 'r', 'h', 'j': // BINPUT, LONG_BINPUT, BINGET, LONG_BINGET
		return u.remember(op)
	case 'Q': // BINPERSID
		s, err := storageOf(u.pop())
		if err == nil {
			u.kinds[s.key] = s.kind
		}
		u.push(s)
		return err
	case 'R': // REDUCE
		args := u.pop()
		made, err := made(u.pop(), args)
		u.push(made)
		return err
	case 'b': // BUILD gives a dictionary attributes, which say nothing about tensors
		u.pop()
	default:
		return u.constant(op)
	}
	return nil
}

// constant puts a value that the program has on the stack.
func (u *unpickler) constant(op byte) error {
	switch op {
	case 'N': // NONE
		u.push(nil)
	case 0x88, 0x89: // NEWTRUE, NEWFALSE
		u.push(op == 0x88)
	case 'K', 'M': // BININT1, BININT2
		n, err := u.number(int(op-'K')/2 + 1)
		u.push(int64(n))
		return err
	case 'J': // BININT
		n, err := u.number(4)
		u.push(int64(int32(n)))
		return err
	case 'G': // BINFLOAT
		b, err := u.bytes(8)
		if err == nil {
			u.push(math.Float64frombits(binary.BigEndian.Uint64(b)))
		}
		return err
	case 0x8A: // LONG1
		n, err := u.number(1)
		if err != nil {
			return err
		}
		b, err := u.bytes(int(n))
		u.push(whole(b))
		return err
	case 'X': // BINUNICODE
		n, err := u.number(4)
		if err != nil {
			return err
		}
		b, err := u.bytes(int(n))
		u.push(string(b))
		return err
	case 'c': // GLOBAL
		return u.global()
	default:
		return fmt.Errorf("the operation %#x is not one that torch.save writes for tensors", op)
	}
	return nil
}

// whole returns a number in two's complement.
func whole(b []byte) any {
	if len(b) > 8 {
		return bigNumber(b)
	}
	n, shift := int64(0), 64-8*len(b)
	for i, x := range b {
		n |= int64(x) << (8 * i)
	}
	return n << shift >> shift
}

// global puts a name on the stack, if it is one that dictionaries of tensors have.
func (u *unpickler) global() error {
	var parts [2]string
	for i := range parts {
		for {
			b, err := u.bytes(1)
			if err != nil {
				return err
			}
			if b[0] == newline {
				break
			}
			if parts[i] += string(b); len(parts[i]) > mostText {
				return errors.New("a name without end")
			}
		}
	}
	own := name(strings.Join(parts[:], "."))
	if own != orderedDict && own != rebuildTensor && own != rebuildParameter && storageTypes[own] == "" {
		return fmt.Errorf("the name %.80q is not supported: only dictionaries of plain tensors are read, and no code is run", string(own))
	}
	u.push(own)
	return nil
}

// remember keeps the value on top of the stack under a number, or puts one that was kept there.
func (u *unpickler) remember(op byte) error {
	size := 1
	if op == 'r' || op == 'j' {
		size = 4
	}
	number, err := u.number(size)
	if err != nil {
		return err
	}
	if key := uint32(number); op == 'h' || op == 'j' {
		x, known := u.memo[key]
		if !known {
			return fmt.Errorf("there is no value %d", key)
		}
		u.push(x)
	} else {
		x := u.pop()
		u.memo[key] = x
		u.push(x)
	}
	return nil
}

// set puts keys and values by turns into the dictionary on top of the stack.
func (u *unpickler) set(pairs []any) error {
	d, is := u.pop().(*dictionary)
	if !is || len(pairs)%2 != 0 {
		return errPickle
	}
	for i := 0; i < len(pairs); i += 2 {
		d.keys, d.values = append(d.keys, pairs[i]), append(d.values, pairs[i+1])
	}
	u.push(d)
	return nil
}

// extend puts values into the list on top of the stack.
func (u *unpickler) extend(values []any) error {
	l, is := u.pop().(*list)
	if !is {
		return errPickle
	}
	l.values = append(l.values, values...)
	u.push(l)
	return nil
}

// storageOf reads what stands for a storage: ("storage", class, key, device, how many numbers, and in older files None).
func storageOf(x any) (s storage, err error) {
	t, _ := x.(tuple)
	if len(t) != 5 && (len(t) != 6 || t[5] != nil) || t[0] != "storage" {
		return s, errPickle
	}
	class, isName := t[1].(name)
	key, isText := t[2].(string)
	numbers, isNumber := t[4].(int64)
	s = storage{key, storageTypes[class], numbers}
	if !isName || !isText || !isNumber || s.kind == "" || numbers < 0 || numbers > math.MaxInt64/8 {
		return s, errPickle
	}
	return s, nil
}

// made returns what a call stands for.
func made(function, arguments any) (any, error) {
	args, isTuple := arguments.(tuple)
	own, isName := function.(name)
	switch {
	case !isTuple || !isName:
	case own == orderedDict && len(args) == 0:
		return &dictionary{}, nil
	case own == rebuildParameter && len(args) > 0:
		if v, is := args[0].(*view); is {
			return v, nil
		}
	case own == rebuildTensor && len(args) >= 4:
		return newView(args)
	}
	return nil, errPickle
}
