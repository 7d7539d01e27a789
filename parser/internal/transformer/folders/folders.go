// Package folders knows where encoders lie.
//
//	folders.Encoders(os.Getenv) // those of PARSER_ENCODERS, and /home/me/.local/share/parser/encoders
package folders

import (
	"path/filepath"
	"runtime"
)

// Encoders returns the folders in which encoders are looked for: those of PARSER_ENCODERS, a list like PATH, and the
// one in the user's data folder, if the environment names that. Encoders are downloaded into the first.
func Encoders(getenv func(string) string) (all []string) {
	for _, folder := range filepath.SplitList(getenv("PARSER_ENCODERS")) {
		if folder != "" {
			all = append(all, folder)
		}
	}
	if data := Data(getenv, runtime.GOOS); data != "" {
		all = append(all, filepath.Join(data, "parser", "encoders"))
	}
	return all
}

// Data returns the folder for a user's data on an operating system; "" if the environment does not name it. The XDG
// specification says to ignore relative paths.
func Data(getenv func(string) string, system string) string {
	if folder := getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	home := getenv("HOME")
	switch {
	case system == "windows":
		return getenv("LocalAppData")
	case home == "":
		return ""
	case system == "darwin":
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".local", "share")
}
