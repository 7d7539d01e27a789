package transformer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"parser/conll"
	"parser/model/kernel"
)

// Store keeps the vectors of the words of sentences in a file, so that an encoder reads a treebank once and not in each
// epoch. The file begins with a line of JSON, the head; for each sentence there follow its key, the number of its words,
// their vectors in half precision, and the CRC-32 of all that. What was broken off goes on after the last whole sentence.
//
// Sentences that are not in the file, since it is full or they are new, are read by the encoder anew each time.
type Store struct {
	*Encoder
	file *os.File
	at   map[key]int64 // where the vectors of a sentence begin
	end  int64         // of the last whole sentence
	most int64         // bytes
}

// key is the beginning of the SHA-256 of a sentence's forms.
type key [16]byte

func keyOf(words []conll.Word) (k key) {
	sum := sha256.New()
	for i := range words {
		fmt.Fprintf(sum, "%d %s\n", len(words[i].Form), words[i].Form)
	}
	copy(k[:], sum.Sum(nil))
	return k
}

// storeHead says what the vectors in a file are.
type storeHead struct {
	Format string
	Identity
	Settings
	Width int
}

const storeFormat = "vectors of words 1"

// ErrStore is the cause when a file has vectors of something else.
var ErrStore = errors.New("unfit file of vectors")

// OpenStore opens a file of vectors, or makes one. It will have at most this many bytes. A file that another encoder or
// other settings have made is an ErrStore.
func (e *Encoder) OpenStore(name string, most int64) (*Store, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	s := &Store{Encoder: e, file: f, at: map[key]int64{}, most: most}
	if err := s.scan(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Close closes the file. Readers can go on: the encoder reads everything from then on.
func (s *Store) Close() error {
	s.at = nil
	return s.file.Close()
}

// scan finds the sentences that are whole.
func (s *Store) scan() error {
	head, _ := json.Marshal(storeHead{storeFormat, s.Identity, s.Settings, s.Width}) // which is numbers and strings
	head = append(head, '\n')
	in := bufio.NewReaderSize(s.file, 1<<16)
	found, err := in.ReadBytes('\n')
	s.end = int64(len(head))
	switch {
	case err == io.EOF: // nothing, or a head that was broken off
		if !bytes.HasPrefix(head, found) {
			return fmt.Errorf("%w: it begins %.200q", ErrStore, found)
		}
		_, err = s.file.WriteAt(head, 0)
		return err
	case err != nil:
		return err
	case !bytes.Equal(found, head):
		return fmt.Errorf("%w: it begins %.300q, not %.300q", ErrStore, found, head)
	}
	for {
		k, size, err := readRecord(in, s.Wide())
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrStore):
			return s.file.Truncate(s.end)
		case err != nil:
			return err
		}
		s.at[k] = s.end + recordHead
		s.end += size
	}
}

// recordHead is the number of bytes before the vectors of a sentence.
const recordHead = int64(len(key{})) + 4

// readRecord reads over a sentence, and returns its key and how many bytes it has.
func readRecord(in io.Reader, width int) (k key, size int64, err error) {
	sum := crc32.NewIEEE()
	head, check := make([]byte, recordHead), make([]byte, 4)
	if _, err := io.ReadFull(io.TeeReader(in, sum), head); err != nil {
		return k, 0, err
	}
	n := int64(binary.LittleEndian.Uint32(head[len(k):])) * int64(width) * 2
	if _, err := io.CopyN(sum, in, n); err != nil {
		return k, 0, err
	}
	if _, err := io.ReadFull(in, check); err != nil {
		return k, 0, err
	}
	if binary.LittleEndian.Uint32(check) != sum.Sum32() {
		return k, 0, fmt.Errorf("%w: wrong checksum", ErrStore)
	}
	copy(k[:], head)
	return k, recordHead + n + 4, nil
}

// Fill lets the encoder read sentences that the file lacks, by this many workers, as long as there is room. It tells
// progress, unless that is nil, how many of the sentences are done. The file has the same bytes for any number of
// workers.
func (s *Store) Fill(ctx context.Context, sentences [][]conll.Word, workers int, progress func(done int)) error {
	var missing [][]conll.Word
	seen := map[key]bool{}
	for _, words := range sentences {
		k := keyOf(words)
		if _, there := s.at[k]; !there && !seen[k] && len(words) > 0 {
			missing = append(missing, words)
			seen[k] = true
		}
	}
	const each = 16 // sentences that a worker reads at a time
	readers := make([]*Session, max(1, workers))
	records := make([][]byte, len(readers))
	for i := range readers {
		readers[i] = s.newSession()
	}
	for done := 0; done < len(missing); {
		var group sync.WaitGroup
		for i := range readers {
			from := min(len(missing), done+i*each)
			part := missing[from:min(len(missing), from+each)]
			group.Go(func() { records[i] = readers[i].records(records[i][:0], part) })
		}
		group.Wait()
		for i := range readers {
			from := min(len(missing), done)
			part := missing[from:min(len(missing), from+each)]
			if full, err := s.append(records[i], part); err != nil || full {
				return err
			}
			done += len(part)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(len(sentences) - len(missing) + done)
		}
	}
	return nil
}

// records appends the records of sentences.
func (s *Session) records(dst []byte, sentences [][]conll.Word) []byte {
	n := 0
	for _, words := range sentences {
		n += len(words)
	}
	vectors := make([]float32, n*s.Wide())
	s.Read(vectors, sentences)
	halves := make([]kernel.Half, len(vectors))
	kernel.ToHalf(halves, vectors)
	for _, words := range sentences {
		start, k := len(dst), keyOf(words)
		dst = append(dst, k[:]...)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(words)))
		for _, h := range halves[:len(words)*s.Wide()] {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(h))
		}
		halves = halves[len(words)*s.Wide():]
		dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
	}
	return dst
}

// append writes the records of sentences to the file, unless it is full.
func (s *Store) append(records []byte, sentences [][]conll.Word) (full bool, err error) {
	if s.end+int64(len(records)) > s.most {
		return true, nil
	}
	if _, err := s.file.WriteAt(records, s.end); err != nil {
		return false, err
	}
	for _, words := range sentences {
		s.at[keyOf(words)] = s.end + recordHead
		s.end += recordHead + int64(len(words)*s.Wide()*2) + 4
	}
	return false, nil
}

// NewReader returns a reader of the file, and of what it lacks.
func (s *Store) NewReader() Reader { return &storeReader{Store: s, session: s.newSession()} }

type storeReader struct {
	*Store
	session *Session
	bytes   []byte
	halves  []kernel.Half
	lacking [][]conll.Word
	places  []int // in dst, of these
	vectors []float32
}

// Read implements Reader.
func (r *storeReader) Read(dst []float32, sentences [][]conll.Word) {
	r.lacking, r.places = r.lacking[:0], r.places[:0]
	at, lacking := 0, 0
	for _, words := range sentences {
		n := len(words) * r.Wide()
		if !r.load(dst[at:at+n], words) {
			r.lacking, r.places = append(r.lacking, words), append(r.places, at)
			lacking += n
		}
		at += n
	}
	if len(r.lacking) == 0 {
		return
	}
	r.vectors = sized(r.vectors, lacking)
	r.session.Read(r.vectors, r.lacking)
	rest := r.vectors
	for i, words := range r.lacking {
		n := copy(dst[r.places[i]:], rest[:len(words)*r.Wide()])
		rest = rest[n:]
	}
}

// load reads the vectors of a sentence, if the file has them.
func (r *storeReader) load(dst []float32, words []conll.Word) bool {
	at, there := r.at[keyOf(words)]
	if !there {
		return false
	}
	r.bytes, r.halves = sized(r.bytes, 2*len(dst)), sized(r.halves, len(dst))
	if _, err := r.file.ReadAt(r.bytes, at); err != nil {
		return false // and the encoder gives the same
	}
	for i := range r.halves {
		r.halves[i] = kernel.Half(binary.LittleEndian.Uint16(r.bytes[2*i:]))
	}
	kernel.FromHalf(dst, r.halves)
	return true
}
