package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"syscall"

	"parser/model"
	"parser/oracle"
	"parser/parser"
)

// The exit statuses.
const (
	statusDone        = 0
	statusFailed      = 1 // bad data or a failed check
	statusUsage       = 2
	statusModel       = 3 // the model file cannot be used
	statusInterrupted = 130
)

var (
	// errUsage is the cause of errors in the command line.
	errUsage = errors.New("wrong usage")
	// errModel is the cause of errors with a model file, whatever its contents.
	errModel = errors.New("unusable model")
	// errInterrupted is the cause when a signal ended the work.
	errInterrupted = errors.New("interrupted")
	// errFailed stands for a check that failed and has said so.
	errFailed = errors.New("failed")
)

// statusOf returns the exit status for what a command returned.
func statusOf(err error) int {
	switch {
	case err == nil:
		return statusDone
	case isAny(err, errInterrupted, context.Canceled):
		return statusInterrupted
	case isAny(err, errUsage, parser.ErrOptions, oracle.ErrUnknownSystem, oracle.ErrUnknown, oracle.ErrNoOracle):
		return statusUsage
	case isAny(err, errModel, model.ErrFile):
		return statusModel
	}
	return statusFailed
}

// messageOf returns the line to print for an error, or "" for one that has
// nothing to say: a failed check has spoken, and whoever closed the pipe knows.
func messageOf(err error) string {
	if err == nil || isAny(err, errFailed, syscall.EPIPE) {
		return ""
	}
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	if errors.Is(err, errUsage) {
		text += ` (see "parser help")`
	}
	return programName + ": " + text
}

func isAny(err error, causes ...error) bool {
	return slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) })
}
