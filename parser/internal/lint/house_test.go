package lint_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// arrows says which rooms a room may import besides itself and what is below it. The longest name that a
// folder begins with decides. "*" is every room but the command line and the program.
var arrows = map[string]string{
	"":                                    "parser/cli testdata",
	"conll":                               "conll/textfile",
	"conll/textfile":                      "",
	"ptb":                                 "conll/textfile",
	"transition":                          "transition/graph",
	"transition/graph":                    "",
	"oracle":                              "transition oracle",
	"oracle/fsa":                          "",
	"model":                               "model",
	"eval":                                "conll ptb parser/amr eval",
	"parser":                              "conll ptb parser/amr parser/text parser/treebank parser/internal/engine",
	"parser/treebank":                     "conll ptb parser/amr",
	"parser/internal/engine":              "conll ptb eval model oracle transition parser/amr parser/internal/decode parser/internal/score parser/internal/structure parser/text parser/vectors parser/internal/atomicfile parser/internal/enhance parser/internal/ensemble parser/internal/features parser/internal/lookup/foreign parser/internal/lookup/han parser/internal/imitation parser/internal/linear parser/internal/lookup parser/internal/neural parser/internal/transformer parser/treebank",
	"parser/amr":                          "conll",
	"parser/text":                         "conll parser/internal/lookup/han parser/internal/lookup parser/internal/lookup/spelling",
	"parser/vectors":                      "conll eval/layout",
	"parser/internal/decode":              "model oracle transition",
	"parser/internal/score":               "conll model transition parser/internal/decode parser/internal/view parser/vectors",
	"parser/internal/structure":           "conll ptb eval model oracle transition parser/amr parser/internal/decode parser/internal/view parser/internal/graphs/align parser/internal/structure/internal/lemma parser/internal/lookup parser/internal/lookup/spelling parser/treebank",
	"parser/draw":                         "parser/internal/draw parser parser/treebank",
	"parser/internal/draw":                "conll eval ptb parser/amr parser/internal/structure parser/internal/draw/meaning parser/treebank",
	"parser/internal/training":            "conll eval model oracle transition parser/internal/engine parser/internal/decode parser/internal/score parser/internal/structure parser/text parser/internal/atomicfile parser/internal/enhance parser/internal/ensemble parser/internal/features parser/internal/imitation parser/internal/linear parser/internal/lookup parser/internal/neural parser/internal/lookup/spelling parser/treebank",
	"parser/train":                        "parser parser/internal/training parser/treebank parser/internal/engine",
	"parser/internal/training/parsertest": "conll eval model oracle transition ptb parser/amr parser/english parser/internal/engine parser/internal/structure parser/internal/training parser/treebank testdata/testkit",
	"parser/english":                      "parser",
	"parser/models/en-amr":                "parser parser/english",
	"parser/cli/internal/serve":           "conll oracle parser/internal/engine parser/internal/draw parser/internal/linear parser/internal/structure parser/text parser/internal/draw/meaning parser/internal/pipe parser/cli/internal/trace parser/treebank",
	"parser/cli/internal/serve/site":      "parser/internal/engine parser/english parser/cli/internal/serve parser/treebank parser/english",
	"parser/cli":                          "*",
	"parser/beam":                         "*",
	"parser/internal":                     "*",
	"parser/internal/graphs/align":        "conll parser/amr",
	"parser/internal/features":            "conll model transition",
	"parser/internal/view":                "conll model transition parser/internal/decode",
	"parser/internal/linear":              "conll model parser/internal/decode parser/internal/score parser/internal/features",
	"parser/internal/enhance":             "conll model parser/internal/lookup",
	"parser/internal/neural":              "conll model parser/internal/decode parser/internal/score parser/vectors parser/internal/view parser/internal/transformer",
	"parser/internal/transformer":         "conll model parser/internal/transformer/internal/safetensors parser/internal/transformer/internal/subword",
	"parser/internal/transformer/internal/safetensors": "conll/textfile",
	"parser/internal/transformer/internal/subword":     "",
	"parser/internal/ensemble":                         "conll model parser/internal/decode parser/internal/score parser/internal/transformer",
	"parser/internal/imitation":                        "conll model parser/internal/decode parser/internal/score",
	"parser/internal/atomicfile":                       "",
	"parser/internal/structure/internal/lemma":         "",
	"parser/internal/lookup/foreign":                   "conll parser/internal/lookup/han parser/internal/lookup parser/internal/score",
	"parser/internal/lookup/han":                       "",
	"parser/internal/lookup":                           "conll parser/internal/lookup/han",
	"parser/cli/internal/manual":                       "conll/textfile",
	"parser/internal/draw/meaning":                     "conll/textfile",
	"parser/internal/lookup/spelling":                  "conll",
	"parser/cli/internal/terminal":                     "",
	"parser/cli/internal/version":                      "",
}

// may reports whether a room may import another one.
func may(room, imported string) bool {
	rule := ""
	for name := range arrows {
		if (name == room || strings.HasPrefix(room, name+"/")) && len(name) >= len(rule) {
			rule = name
		}
	}
	if rule == "" && room != "" {
		return false // which the table does not name
	}
	for _, allowed := range append(strings.Fields(arrows[rule]), rule) {
		below := imported == allowed || strings.HasPrefix(imported, allowed+"/") && allowed != "parser" && allowed != ""
		if below || allowed == "*" && imported != "parser/cli" {
			return true
		}
	}
	return false
}

// sources calls do with every Go file of the house, tests and nested modules included.
func sources(t *testing.T, do func(name string, text []byte)) {
	require.NoError(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			if err == nil && d.IsDir() && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		do(filepath.ToSlash(path), text)
		return err
	}))
}

// TestArrows: no room knows one that it should not.
func TestArrows(t *testing.T) {
	module := modulePath(t)
	rooms := map[string]bool{}
	sources(t, func(name string, text []byte) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, ".ci/") || strings.Contains(name, "testdata/") {
			return
		}
		room := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), ".")
		rooms[room] = true
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range file.Imports {
			imported, inside := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module+"/")
			require.True(t, !inside || may(room, imported), "%s imports %s", name, imported)
		}
	})
	require.Greater(t, len(rooms), 40)
	for name := range arrows {
		require.True(t, rooms[name] || name == "parser/internal", "there is no room %q", name)
	}
}

func modulePath(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	path, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return path
}

// TestWhoAsksForKinds: what is built is asked for in the room of structures. Oracles and decoding, which are below it,
// tell arcs from brackets where their mathematics does.
func TestWhoAsksForKinds(t *testing.T) {
	const mostMentions, mostFiles = 20, 8
	kinds := regexp.MustCompile(`\btransition\.(Dependencies|Constituents|Tags|Graphs)\b`)
	mentions, files := 0, []string(nil)
	sources(t, func(name string, text []byte) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "transition/") || strings.HasPrefix(name, "parser/internal/structure/") {
			return
		}
		if n := len(kinds.FindAll(text, -1)); n > 0 {
			mentions += n
			files = append(files, name)
		}
	})
	require.LessOrEqual(t, mentions, mostMentions, files)
	require.LessOrEqual(t, len(files), mostFiles, files)
	require.Positive(t, mentions)
}

// listed is a package as the go command describes it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, XTestGoFiles   []string
	Standard                bool
}

// TestPublicNames: what users see stays small, and every name of it is of use to somebody: another package, an
// example, or what can be reached from such a name.
func TestPublicNames(t *testing.T) {
	const mostNames, mostMethods, mostIdle = 609, 389, 13
	if testing.Short() {
		t.Skip("it compiles and checks all packages")
	}
	module := modulePath(t)
	out, err := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,XTestGoFiles,Standard", "./...").Output()
	require.NoError(t, err)
	exports, own := map[string]string{}, []listed(nil)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			break
		}
		if exports[p.ImportPath] = p.Export; p.ImportPath == module || strings.HasPrefix(p.ImportPath, module+"/") && !p.Standard {
			own = append(own, p)
		}
	}
	set := token.NewFileSet()
	gc := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	used, public := map[string]bool{}, map[string]*types.Package{}
	check := func(p listed, path string, names []string) *types.Package {
		var files []*ast.File
		for _, name := range names {
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			files = append(files, file)
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		checked, _ := (&types.Config{Importer: gc, Error: func(error) {}}).Check(path, set, files, info)
		for _, o := range info.Uses {
			if o.Pkg() != nil && o.Pkg().Path() != path {
				used[nameOf(o)] = true
			}
		}
		return checked
	}
	for _, p := range own {
		checked := check(p, p.ImportPath, p.GoFiles)
		if !strings.Contains(p.ImportPath, "/internal/") && !strings.Contains(p.ImportPath+"/", "/testdata/") {
			public[p.ImportPath] = checked
		}
		examples := slices.DeleteFunc(p.XTestGoFiles, func(name string) bool { return !strings.HasPrefix(name, "example") })
		check(p, p.ImportPath+"_test", examples)
	}
	reached := 0
	for before := -1; before != len(used); {
		before = len(used)
		for _, p := range public {
			eachName(p, func(o types.Object) {
				if used[nameOf(o)] {
					reach(o, used)
				}
			})
		}
		reached++
	}
	names, methods, idle := 0, 0, []string(nil)
	for _, p := range public {
		eachName(p, func(o types.Object) {
			if isMethod(o) {
				methods++
			} else if names++; !used[nameOf(o)] {
				idle = append(idle, nameOf(o))
			}
		})
	}
	slices.Sort(idle)
	t.Logf("%d names and %d methods in %d public packages, %d names idle", names, methods, len(public), len(idle))
	require.LessOrEqual(t, names, mostNames)
	require.LessOrEqual(t, methods, mostMethods)
	require.LessOrEqual(t, len(idle), mostIdle, "used by no other package and by no example:\n%s", strings.Join(idle, "\n"))
}

// nameOf names a declaration: its package, the type of a method, and itself.
func nameOf(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		if r := f.Origin().Signature().Recv(); r != nil {
			of := r.Type()
			if p, ok := of.(*types.Pointer); ok {
				of = p.Elem()
			}
			if named, ok := of.(*types.Named); ok {
				return fmt.Sprint(o.Pkg().Path(), ".", named.Obj().Name(), ".", o.Name())
			}
		}
	}
	return o.Pkg().Path() + "." + o.Name()
}

func isMethod(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

// eachName calls do with every exported declaration of a package, and every exported method.
func eachName(p *types.Package, do func(types.Object)) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		do(o)
		if named, ok := o.Type().(*types.Named); ok && !isAlias(o) {
			if _, isType := o.(*types.TypeName); isType {
				for m := range named.Methods() {
					if m.Exported() {
						do(m)
					}
				}
			}
		}
	}
}

func isAlias(o types.Object) bool {
	n, ok := o.(*types.TypeName)
	return ok && n.IsAlias()
}

// reach marks what a declaration that is used shows: the types in it and, of a type, its constants.
func reach(o types.Object, used map[string]bool) {
	types.NewMethodSet(o.Type()) // completes lazy types
	var walk func(types.Type, int)
	walk = func(x types.Type, depth int) {
		const enough = 6
		if depth > enough {
			return
		}
		switch x := x.(type) {
		case *types.Named:
			if x.Obj().Pkg() != nil && (depth > 0 || x.Obj() == o) {
				used[nameOf(x.Obj())] = true
			}
			if depth == 0 {
				walk(x.Underlying(), depth+1)
			}
			for a := range x.TypeArgs().Types() {
				walk(a, depth+1)
			}
		case *types.Pointer:
			walk(x.Elem(), depth+1)
		case *types.Slice:
			walk(x.Elem(), depth+1)
		case *types.Array:
			walk(x.Elem(), depth+1)
		case *types.Map:
			walk(x.Key(), depth+1)
			walk(x.Elem(), depth+1)
		case *types.Signature:
			for v := range x.Params().Variables() {
				walk(v.Type(), depth+1)
			}
			for v := range x.Results().Variables() {
				walk(v.Type(), depth+1)
			}
		case *types.Struct:
			for f := range x.Fields() {
				if f.Exported() {
					walk(f.Type(), depth+1)
				}
			}
		case *types.Interface:
			for m := range x.Methods() {
				walk(m.Type(), depth+1)
			}
		}
	}
	walk(o.Type(), 0)
	if _, isType := o.(*types.TypeName); isType {
		for _, name := range o.Pkg().Scope().Names() {
			if c, ok := o.Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), o.Type()) {
				used[nameOf(c)] = true
			}
		}
	}
}
