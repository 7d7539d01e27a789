package textfile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"strings"
)

// kind is what a file is that is no text: told by its first bytes, where "?" stands for any one. FILE in what to do about
// it stands for its name.
type kind struct {
	magic    string
	is, then string
}

const (
	pandoc   = "make text of it with: pandoc -t plain FILE"
	takeText = "give its text"
	unpackIt = "unpack it first"
)

// kinds are told by magic alone.
var kinds = [...]kind{
	{"%PDF-", "a PDF document", "make text of it with: pdftotext FILE -"},
	{"{\\rtf", "a document in RTF", pandoc},
	{"%!PS-Adobe", "a document in PostScript", "make text of it with: ps2ascii FILE"},
	{"AT&TFORM", "a DjVu document", "make text of it with: djvutxt FILE"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Microsoft Office (.doc, .xls, .ppt)", "save it as text, or as .docx"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", unpackIt},
	{"Rar!\x1a\x07", "a RAR archive", unpackIt},
	{"\x04\x22\x4d\x18", "compressed with lz4", unpackIt},
	{"LZIP\x01", "compressed with lzip", unpackIt},
	{"\x1f\x9d", "compressed with compress", unpackIt},
	{"\x1f\xa0", "compressed", unpackIt},
	{"SQLite format 3\x00", "an SQLite database", takeText},
	{"PAR1", "a Parquet table", takeText},
	{"ARROW1\x00\x00", "an Arrow table", takeText},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file", takeText},
	{"\x89PNG\r\n\x1a\n", "a picture (PNG)", "a program for optical character recognition may find text in it"},
	{"\xff\xd8\xff", "a picture (JPEG)", "a program for optical character recognition may find text in it"},
	{"GIF87a", "a picture (GIF)", takeText},
	{"GIF89a", "a picture (GIF)", takeText},
	{"II*\x00", "a picture (TIFF)", "a program for optical character recognition may find text in it"},
	{"MM\x00*", "a picture (TIFF)", "a program for optical character recognition may find text in it"},
	{"RIFF????WEBP", "a picture (WebP)", takeText},
	{"RIFF????WAVE", "a sound (WAVE)", "a program for speech recognition may find text in it"},
	{"ID3\x03", "a sound (MP3)", "a program for speech recognition may find text in it"},
	{"ID3\x04", "a sound (MP3)", "a program for speech recognition may find text in it"},
	{"OggS\x00", "a sound or film (Ogg)", "a program for speech recognition may find text in it"},
	{"fLaC\x00", "a sound (FLAC)", "a program for speech recognition may find text in it"},
	{"\x7fELF", "a program", takeText},
	{"MZ\x90\x00", "a program", takeText},
	{"\xcf\xfa\xed\xfe", "a program", takeText},
	{"\x00asm", "a program", takeText},
	{"\xca\xfe\xba\xbe", "a program", takeText},
	{"wOFF", "a font", takeText},
	{"wOF2", "a font", takeText},
}

// checkKind returns an error if a stream is no text, but of a known kind.
func checkKind(in *bufio.Reader, name string) error {
	k := kindOf(in)
	if k == nil {
		return nil
	}
	file := name
	if file == Shown(StdinName) {
		file = "FILE"
	}
	return fmt.Errorf("%s: it is %s, not text; %s", name, k.is, strings.ReplaceAll(k.then, "FILE", file))
}

func kindOf(in *bufio.Reader) *kind {
	if p := packingOf(in); p != nil {
		return &kind{is: "compressed " + tooOften + "with " + p.name, then: unpackIt}
	}
	if begins(in, "PK\x03\x04") {
		return zipped(in)
	}
	for i := range kinds {
		if begins(in, kinds[i].magic) {
			return &kinds[i]
		}
	}
	const place, magic = 257, "ustar"
	if start, _ := in.Peek(min(in.Buffered(), place+len(magic))); strings.HasSuffix(string(start), magic) && len(start) == place+len(magic) {
		return &kind{is: "a tar archive", then: unpackIt}
	}
	return nil
}

// zipped tells what a zip archive is by the name of its first file.
func zipped(in *bufio.Reader) *kind {
	const header, longest = 30, 256
	start, _ := in.Peek(header)
	length := 0
	if len(start) == header {
		length = int(binary.LittleEndian.Uint16(start[26:]))
	}
	start, _ = in.Peek(header + min(length, longest))
	name := string(start[min(header, len(start)):])
	switch {
	case name == "mimetype":
		return &kind{is: "a document (.odt, .epub)", then: pandoc}
	case name == "[Content_Types].xml", strings.HasPrefix(name, "_rels/"), strings.HasPrefix(name, "docProps/"), strings.HasPrefix(name, "word/"):
		return &kind{is: "a document of Microsoft Office (.docx, .xlsx, .pptx)", then: pandoc}
	case strings.HasSuffix(name, ".npy"):
		return &kind{is: "a model, or other arrays", then: "a model is named by --model FILE"}
	}
	return &kind{is: "a zip archive", then: "unpack it first, as with: unzip -p FILE"}
}
