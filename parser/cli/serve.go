package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/serve"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
)

type serving struct {
	env                  *frame.Env
	addr, logs           string
	base                 string // of models that do not read raw text; "" for the usual one
	models, langs, hosts urfave.StringSlice
	lexicons             urfave.StringSlice
	quiet, pipe, only    bool
	serve.Options
}

func serveCommand(e *frame.Env) *urfave.Command {
	s := &serving{env: e, addr: "127.0.0.1:8080", logs: "text", Options: serve.Options{Means: means, Limits: serve.DefaultLimits()}}
	return &urfave.Command{
		Description: `Serves a page in which sentences are typed and trees looked at, and the same for programs:
POST /v1/parse, as /openapi.json describes it, and /process as UDPipe's web service has it.
The models are those of --model, or else all that were trained or downloaded; and the English
one that the program brings along, unless another is called english. A request that names none
is answered by the first of --model or, without it, by the one that "parser parse" would take.

It answers this machine only. Elsewhere than on the loopback address it needs --token-file,
and something in front of it that does TLS. SIGTERM ends it when what was accepted is
answered; SIGHUP reloads the models. Logs go to the standard error, and hold
nothing of what is parsed.`,
		Flags: []urfave.Flag{
			frame.Word(&s.addr, "addr", "`ADDRESS` to listen at, HOST:PORT"),
			frame.Switch(&s.pipe, "pipe", "answer a program by pipes instead: lines of JSON, such as {\"path\": \"/v1/parse\", \"body\": {\"data\": "+
				"\"It is late.\"}}, from the standard input until it ends, each with a line on the standard output"),
			frame.Words(&s.models, "model", "`MODEL` to serve: a name, a language or a file, or NAME=MODEL to serve it under another name; may be given several times"),
			frame.Words(&s.langs, "lang", "the same as --model, as `MODEL`"),
			frame.Switch(&s.only, "default", "serve, where --model names none, only the models that answer requests which name none"),
			frame.Usually("of dependencies none; of constituents and graphs, the parser of the language",
				frame.Word(&s.base, "base", frame.ModelUsage+", which finds words, tags and trees in texts for models that cannot")),
			frame.Words(&s.lexicons, "lexicon", "`FILE` of a lexicon, as parse reads it, that requests can name: by the name of the file "+
				"without its ending, or NAME=FILE; may be given several times"),
			frame.Word(&s.TokenFile, "token-file", "`FILE` of tokens, one a line; each request must carry one of them"),
			frame.Words(&s.hosts, "host", "`NAME` by which requests may address the server, besides that of --addr; may be given several times"),
			frame.Choice(&s.logs, "log-format", "the format of the log is", "`FORMAT` of the log: text, json", "text", "json"),
			frame.QuietFlag(&s.quiet),
			frame.Number(&s.Limits.Body, 1, "max-body", "`BYTES` of a request at most"),
			frame.Number(&s.Limits.Words, 1, "max-words", "`N` words in a sentence at most"),
			frame.Usually("all processors", frame.Number(&s.Limits.Workers, 1, "threads", "answer `N` requests at the same time", "workers")),
			frame.Number(&s.Limits.Queue, 1, "queue", "`N` more may arrive or wait meanwhile; others are turned away"),
			someTime(&s.Limits.Deadline, "deadline", "`TIME` in which a request is answered"),
			someTime(&s.Limits.Header, "header-time", "`TIME` in which the header of a request must arrive"),
			someTime(&s.Limits.Read, "read-time", "`TIME` in which all of a request must arrive"),
			someTime(&s.Limits.Idle, "idle-time", "`TIME` after which a connection without requests is closed"),
			someTime(&s.Limits.Drain, "drain-time", "`TIME` in which, at the end, accepted requests must be answered"),
			frame.Number(&s.Limits.HeaderBytes, 1, "max-header", "`BYTES` of the header of a request at most"),
		},
		Action: s.run,
	}
}

// someTime declares a flag for a time of more than 0.
func someTime(to *time.Duration, name, usage string) *urfave.DurationFlag {
	return &urfave.DurationFlag{Name: name, Value: *to, Destination: to, Usage: usage, Action: func(_ *urfave.Context, d time.Duration) error {
		if d > 0 {
			return nil
		}
		return fmt.Errorf("%w: --%s %v: a time must be more than 0", frame.ErrUsage, name, d)
	}}
}

func (s *serving) run(c *urfave.Context) error {
	host, _, err := net.SplitHostPort(s.addr)
	if err != nil {
		return fmt.Errorf("%w: --addr: %w", frame.ErrUsage, err)
	}
	ip := net.ParseIP(host)
	loopback := host == "localhost" || ip != nil && ip.IsLoopback()
	if !loopback && s.TokenFile == "" {
		return fmt.Errorf("%w: --addr %s is not of this machine only: it needs --token-file, so that not everybody can use it", frame.ErrUsage, s.addr)
	}
	if s.Models, s.Unnamed, err = s.sources(); err != nil {
		return err
	}
	for _, given := range s.lexicons.Value() {
		s.Lexicons = append(s.Lexicons, serve.LexiconOf(given))
	}
	if s.Hosts = s.hosts.Value(); loopback && !s.pipe {
		s.Hosts = append(s.Hosts, "localhost", "127.0.0.1", "::1", host)
	}
	how := &slog.HandlerOptions{}
	if s.quiet {
		how.Level = slog.LevelWarn
	}
	var log slog.Handler = slog.NewTextHandler(s.env.Stderr, how)
	if s.logs == "json" {
		log = slog.NewJSONHandler(s.env.Stderr, how)
	}
	s.Log = slog.New(log)
	server, err := serve.New(s.Options)
	switch {
	case frame.IsAny(err, serve.ErrOptions, serve.ErrTokens):
		return fmt.Errorf("%w: %w", frame.ErrUsage, err)
	case errors.Is(err, serve.ErrLexicon):
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", frame.ErrModel, err)
	}
	ctx, stop := frame.Stoppable(c.Context)
	defer stop()
	if s.pipe {
		_, err = frame.UnlessInterrupted(ctx, func() (struct{}, error) { return struct{}{}, server.Pipe(s.env.Stdin, s.env.Stdout) })
		return err
	}
	l, err := serve.Listen(s.addr)
	if err != nil {
		return err
	}
	hangups, end := serve.Hangups()
	defer end()
	go func() {
		for range hangups {
			_ = server.Reload() // which logs what it could not load
		}
	}()
	return server.Run(ctx, l)
}

// based returns a model with what it lacks to read raw text: by --base or, of constituents and graphs, by the usual one.
func (s *serving) based(p *engine.Parser) (*engine.Parser, error) {
	lacks, from := p.Lacks(true), frame.GraphSource{Base: s.base}
	if len(lacks) == 0 {
		return p, nil
	}
	based, err := from.Completed(s.env, p, lacks)
	if err != nil && s.base == "" {
		return p, nil // which reads words with tags or heads only
	}
	return based, err
}

// sources returns the models that the flags name or else all that there are, the English one, which reads raw text
// whatever else is served, last; and which of them answer where a request names none.
func (s *serving) sources() (all []serve.Source, unnamed []string, err error) {
	for _, given := range slices.Concat(s.models.Value(), s.langs.Value()) {
		name, model, named := strings.Cut(given, "=")
		if !named {
			model = given
		}
		found, err := s.env.Places().Resolve(model)
		if err != nil {
			return nil, nil, err
		}
		if !named {
			name = found.Name
		}
		all = append(all, s.source(name, found))
	}
	if len(all) > 0 {
		unnamed = []string{all[0].Name}
	} else if all, unnamed, err = s.usual(); err != nil {
		return nil, nil, err
	}
	if !slices.ContainsFunc(all, func(source serve.Source) bool { return source.Name == english.Name }) {
		all = append(all, s.source(english.Name, places.Found{}))
	}
	return all, unnamed, nil
}

// usual returns the models that answer where none is named, and after them, unless only those are served, all others.
func (s *serving) usual() (all []serve.Source, unnamed []string, err error) {
	at := s.env.Places()
	models, err := at.Unnamed(structure.OfForm(textfile.CoNLL))
	if err != nil {
		return nil, nil, err
	}
	for _, builds := range structure.All() {
		if latest, err := at.Latest(builds); err != nil {
			return nil, nil, err
		} else if builds.Form != textfile.CoNLL {
			models = append(models, latest...)
		}
	}
	for _, found := range models {
		if unnamed = append(unnamed, found.Name); found.File != "" {
			all = append(all, s.source(found.Name, found))
		}
	}
	kept, err := at.Models()
	if err != nil || s.only {
		return all, unnamed, err
	}
	for _, k := range kept {
		if k.Field == "" && k.Name != english.Name && !slices.ContainsFunc(all, func(source serve.Source) bool { return source.Name == k.Name }) {
			all = append(all, s.source(k.Name, places.Found{Name: k.Name, File: k.File}))
		}
	}
	return all, unnamed, nil
}

// source returns a model that was found as one to serve.
func (s *serving) source(name string, found places.Found) serve.Source {
	if found.File == "" {
		return serve.Source{Name: name, Title: english.Title, Load: func() (*engine.Parser, error) { return s.env.Open(found, "") }}
	}
	return serve.Source{Name: name, Load: func() (*engine.Parser, error) {
		p, err := s.env.Open(found, "")
		if err != nil {
			return nil, err
		}
		return s.based(p)
	}}
}

// means returns which of some names of models another name means, "" for none.
func means(name string, of []string) string {
	meant, err := places.Canonical(name, of)
	if err != nil {
		return ""
	}
	return meant
}
