package textfile

import "bufio"

// A program inside JavaScript, which can unpack files by a DecompressionStream, reads no compressed ones: what unpacks them
// would make it larger by 0.8 MB.
const tooOften = ""

func unpack(in *bufio.Reader, _ string) (*bufio.Reader, error) { return in, nil }
