//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package tensors

import (
	"errors"
	"os"
)

func mapFile(*os.File, int64) (contents, error) { return nil, errors.ErrUnsupported }
