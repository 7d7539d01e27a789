package lint_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// project is what the compiler knows of all packages.
type project struct {
	public map[string]*types.Package // packages that users see, by path
	used   map[string]bool           // names that another package or an example uses
	traits map[string]int            // questions outside structure about what is built, by file
	err    error
}

// checked returns the project, read and checked once.
func checked(t *testing.T) *project {
	if testing.Short() {
		t.Skip("it compiles and checks all packages")
	}
	p := checkedOnce()
	require.NoError(t, p.err)
	return p
}

var checkedOnce = sync.OnceValue(func() *project {
	p := &project{public: map[string]*types.Package{}, used: map[string]bool{}, traits: map[string]int{}}
	p.err = p.check()
	return p
})

// listed is a package as the go command describes it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, XTestGoFiles   []string
	Module                  *struct{ Main bool }
}

func (p *project) check() error {
	out, err := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,XTestGoFiles,Module", "./...").Output()
	if err != nil {
		return err
	}
	exports, own := map[string]string{}, []listed(nil)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if exports[l.ImportPath] = l.Export; l.Module != nil && l.Module.Main {
			own = append(own, l)
		}
	}
	set := token.NewFileSet()
	gc := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, l := range own {
		checked, err := p.uses(set, gc, l.ImportPath, l.Dir, l.GoFiles)
		if err != nil {
			return err
		}
		if !strings.Contains(l.ImportPath, "/internal/") && !strings.Contains(l.ImportPath+"/", "/testdata/") {
			p.public[l.ImportPath] = checked
		}
		examples := slices.DeleteFunc(l.XTestGoFiles, func(name string) bool { return !strings.HasPrefix(name, "example") })
		if _, err := p.uses(set, gc, l.ImportPath+"_test", l.Dir, examples); err != nil {
			return err
		}
	}
	return nil
}

// uses checks the files of a package, and notes what they use of others.
func (p *project) uses(set *token.FileSet, from types.Importer, path, dir string, names []string) (*types.Package, error) {
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	checked, _ := (&types.Config{Importer: from, Error: func(error) {}}).Check(path, set, files, info) // examples may use what tests define
	for at, o := range info.Uses {
		if o.Pkg() == nil || o.Pkg().Path() == path {
			continue
		}
		p.used[nameOf(o)] = true
		if isTrait(o) && !strings.HasSuffix(path, "_test") {
			p.traits[filepath.Base(dir)+"/"+filepath.Base(set.Position(at.Pos()).Filename)]++
		}
	}
	return checked, nil
}

// isTrait reports whether an object is a field of structures that says what kind they are.
func isTrait(o types.Object) bool {
	const structure = "/parser/internal/structure"
	if !strings.HasSuffix(o.Pkg().Path(), structure) {
		return false
	}
	v, field := o.(*types.Var)
	if _, method := o.(*types.Func); !method && (!field || !v.IsField()) {
		return false
	}
	return slices.Contains([]string{"Holds", "Tagger", "WritesTags", "NeedsHeads", "Agrees", "Heads"}, o.Name())
}
