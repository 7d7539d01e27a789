package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/parser"
	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/places"
	"parser/parser/internal/serve"
)

type serving struct {
	env                  *Env
	addr, logs, tokens   string
	base                 string // of models that do not read raw text; "" for the usual one
	models, langs, hosts urfave.StringSlice
	quiet, pipe          bool
	limits               serve.Limits
}

func serveCommand(e *Env) *urfave.Command {
	s := &serving{env: e, limits: serve.DefaultLimits()}
	return &urfave.Command{
		Description: `Serves a page in which sentences are typed and trees looked at, and the same for programs:
POST /v1/parse, as /openapi.json describes it, and /process as UDPipe's web service has it.
The models are those of --model and --lang, or else all that were trained, the latest first;
and last the English one that the program brings along, unless another is called english. The
first is for requests that name none.

It answers this machine only. Elsewhere than on the loopback address it needs --token-file,
and something in front of it that does TLS. SIGTERM ends it when what was accepted is
answered; SIGHUP reloads the models. Logs go to the standard error, and hold
nothing of what is parsed.`,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "addr", Value: "127.0.0.1:8080", Destination: &s.addr, Usage: "`ADDRESS` to listen at, HOST:PORT"},
			&urfave.BoolFlag{Name: "pipe", Destination: &s.pipe, Usage: "answer a program by pipes instead: lines of JSON, such as {\"path\": \"/v1/parse\", \"body\": {\"data\": \"It is late.\"}}, from the standard input until it ends, each with a line on the standard output"},
			&urfave.StringSliceFlag{Name: "model", Destination: &s.models, Usage: "model to serve, as `NAME=FILE` or FILE; may be given several times"},
			&urfave.StringSliceFlag{Name: "lang", Destination: &s.langs, Usage: "`NAME` of the language to serve the model of; may be given several times"},
			&urfave.StringFlag{Name: "base", Destination: &s.base, DefaultText: "of dependencies none; of constituents and graphs, the parser of the language", Usage: "model `FILE`, or name of the language of one, that finds words, tags and trees in texts for models that cannot"},
			&urfave.StringFlag{Name: "token-file", Destination: &s.tokens, Usage: "`FILE` of tokens, one a line; each request must bear one of them"},
			&urfave.StringSliceFlag{Name: "host", Destination: &s.hosts, Usage: "`NAME` that requests may call the server by, beside that of --addr; may be given several times"},
			&urfave.StringFlag{Name: "log-format", Value: "text", Destination: &s.logs, Usage: "`FORMAT` of the log: text, json", Action: frame.OneOf("the format of the log is", "text", "json")},
			frame.QuietFlag(&s.quiet),
			&urfave.IntFlag{Name: "max-body", Value: s.limits.Body, Destination: &s.limits.Body, Usage: "`BYTES` of a request at most", Action: frame.AtLeast(1, "max-body")},
			&urfave.IntFlag{Name: "max-words", Value: s.limits.Words, Destination: &s.limits.Words, Usage: "`N` words in a sentence at most", Action: frame.AtLeast(1, "max-words")},
			&urfave.IntFlag{Name: "threads", Aliases: []string{"workers"}, Value: s.limits.Workers, DefaultText: "all processors", Destination: &s.limits.Workers, Usage: "answer `N` requests at the same time", Action: frame.AtLeast(1, "threads")},
			&urfave.IntFlag{Name: "queue", Value: s.limits.Queue, Destination: &s.limits.Queue, Usage: "`N` more may arrive or wait meanwhile; others are turned away", Action: frame.AtLeast(1, "queue")},
			&urfave.DurationFlag{Name: "deadline", Value: s.limits.Deadline, Destination: &s.limits.Deadline, Usage: "`TIME` in which a request is answered", Action: someTime("deadline")},
			&urfave.DurationFlag{Name: "header-time", Value: s.limits.Header, Destination: &s.limits.Header, Usage: "`TIME` in which the header of a request must arrive", Action: someTime("header-time")},
			&urfave.DurationFlag{Name: "read-time", Value: s.limits.Read, Destination: &s.limits.Read, Usage: "`TIME` in which all of a request must arrive", Action: someTime("read-time")},
			&urfave.DurationFlag{Name: "idle-time", Value: s.limits.Idle, Destination: &s.limits.Idle, Usage: "`TIME` after which a connection without requests is closed", Action: someTime("idle-time")},
			&urfave.DurationFlag{Name: "drain-time", Value: s.limits.Drain, Destination: &s.limits.Drain, Usage: "`TIME` in which, at the end, accepted requests must be answered", Action: someTime("drain-time")},
			&urfave.IntFlag{Name: "max-header", Value: s.limits.HeaderBytes, Destination: &s.limits.HeaderBytes, Usage: "`BYTES` of the header of a request at most", Action: frame.AtLeast(1, "max-header")},
		},
		Action: s.run,
	}
}

// someTime is the action of a flag for times.
func someTime(name string) func(*urfave.Context, time.Duration) error {
	return func(_ *urfave.Context, d time.Duration) error {
		if d > 0 {
			return nil
		}
		return fmt.Errorf("%w: --%s %v: a time must be more than 0", frame.ErrUsage, name, d)
	}
}

func (s *serving) run(c *urfave.Context) error {
	if err := frame.NoArguments(c); err != nil {
		return err
	}
	for _, network := range []string{"addr", "token-file", "host"} {
		if s.pipe && c.IsSet(network) {
			return fmt.Errorf("%w: --pipe and --%s exclude each other", frame.ErrUsage, network)
		}
	}
	host, _, err := net.SplitHostPort(s.addr)
	if err != nil {
		return fmt.Errorf("%w: --addr: %w", frame.ErrUsage, err)
	}
	ip := net.ParseIP(host)
	loopback := host == "localhost" || ip != nil && ip.IsLoopback()
	if !loopback && s.tokens == "" {
		return fmt.Errorf("%w: --addr %s is not of this machine only: it needs --token-file, so that not everybody can use it", frame.ErrUsage, s.addr)
	}
	sources, err := s.sources()
	if err != nil {
		return err
	}
	hosts := s.hosts.Value()
	if loopback && !s.pipe {
		hosts = append(hosts, "localhost", "127.0.0.1", "::1", host)
	}
	how := &slog.HandlerOptions{}
	if s.quiet {
		how.Level = slog.LevelWarn
	}
	var log slog.Handler = slog.NewTextHandler(s.env.Stderr, how)
	if s.logs == "json" {
		log = slog.NewJSONHandler(s.env.Stderr, how)
	}
	server, err := serve.New(serve.Options{Models: sources, Limits: s.limits, TokenFile: s.tokens, Hosts: hosts, Log: slog.New(log)})
	switch {
	case frame.IsAny(err, serve.ErrOptions, serve.ErrTokens):
		return fmt.Errorf("%w: %w", frame.ErrUsage, err)
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
func (s *serving) based(p *parser.Parser) (*parser.Parser, error) {
	builds := p.Structure()
	switch lacks := p.Segmenter() == nil || p.NeedsTags(); {
	case s.base != "" && lacks && !builds.Tagger:
		return (&frame.Grounds{Base: s.base}).Cutting(s.env, p)
	case !builds.WritesTags && !builds.NeedsHeads:
		return p, nil
	}
	if based, err := new(frame.Grounds).Cutting(s.env, p); err == nil {
		return based, nil
	}
	return p, nil // which reads words with tags or heads only
}

// sources returns the models that the flags name, else those that were trained, the latest first; and last, unless it
// is among them, the English one, which reads raw text whatever else is served.
func (s *serving) sources() (all []serve.Source, err error) {
	file := func(name, file string) serve.Source {
		return serve.Source{Name: name, Load: func() (*parser.Parser, error) {
			p, err := parser.Load(file)
			if err != nil {
				return nil, err
			}
			return s.based(p)
		}}
	}
	own := serve.Source{Name: english.Name, Title: english.Title, Load: english.Load}
	for _, given := range s.models.Value() {
		name, path, named := strings.Cut(given, "=")
		if !named {
			path = given
			name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		}
		all = append(all, file(name, path))
	}
	for _, lang := range s.langs.Value() {
		path, err := s.env.Places().TrainedModel("", lang)
		switch {
		case err == nil:
			all = append(all, file(lang, path))
		case frame.IsEnglish(lang, err):
			all = append(all, own)
		default:
			return nil, err
		}
	}
	if len(all) == 0 {
		kept, err := s.env.Places().Models()
		if err != nil && !errors.Is(err, places.ErrNowhere) { // which is where no model can have been kept
			return nil, err
		}
		for _, k := range kept {
			if at := len(all); !k.Tagger {
				if k.Latest {
					at = 0
				}
				all = slices.Insert(all, at, file(k.Name, k.File))
			}
		}
	}
	if !slices.ContainsFunc(all, func(source serve.Source) bool { return source.Name == own.Name }) {
		all = append(all, own)
	}
	return all, nil
}
