// What each name of a folder's Terraform files is, by HashiCorp's own parser of the language: rows of file, offset, and
// file and offset of its definition, "-" for what no file defines. The parser tells where names and loops are; which
// block an address leads to is told here, as Terraform's documentation of references says it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

type place struct {
	file string
	at   int
}

type file struct {
	path string
	text []byte
	body *hclsyntax.Body
}

type module map[string]place // by kind and address

type word struct {
	name string
	at   int
}

var (
	folders = map[string][]*file{}
	modules = map[string]module{}
	meta    = map[string]bool{"source": true, "version": true, "count": true, "for_each": true, "depends_on": true,
		"providers": true, "provider": true, "lifecycle": true}
	own = map[string]bool{"each": true, "count": true, "self": true, "path": true, "terraform": true}
)

func main() {
	root, _ := filepath.Abs(os.Args[1])
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || filepath.Ext(path) != ".tf" {
			return nil
		}
		text, _ := os.ReadFile(path)
		parsed, problems := hclsyntax.ParseConfig(text, path, hcl.Pos{Line: 1, Column: 1})
		if !problems.HasErrors() {
			folder := filepath.Dir(path)
			folders[folder] = append(folders[folder], &file{path, text, parsed.Body.(*hclsyntax.Body)})
		}
		return nil
	})
	for folder, files := range folders {
		modules[folder] = module{}
		for _, each := range files {
			declare(modules[folder], each, each.body)
		}
	}
	for folder, files := range folders {
		for _, each := range files {
			(&reader{each, folder, nil}).body(each.body, "", nil)
		}
	}
}

// declare notes the blocks that addresses can lead to, at their last labels.
func declare(known module, in *file, body *hclsyntax.Body) {
	for _, block := range body.Blocks {
		if block.Type == "locals" {
			for name, attribute := range block.Body.Attributes {
				known["local "+name] = place{in.path, attribute.NameRange.Start.Byte}
			}
		}
		if len(block.Labels) > 0 {
			ranges := block.LabelRanges[len(block.Labels)-1]
			at := ranges.Start.Byte
			if in.text[at] == '"' {
				at++
			}
			known[block.Type+" "+strings.Join(block.Labels, ".")] = place{in.path, at}
		}
		declare(known, in, block.Body)
	}
}

type reader struct {
	in     *file
	folder string
	loops  []map[string]int // names that loops around give, and where
}

func (r *reader) tell(at int, found place, known bool) {
	if known {
		fmt.Printf("%s\t%d\t%s\t%d\n", r.in.path, at, found.file, found.at)
	} else {
		fmt.Printf("%s\t%d\t-\t0\n", r.in.path, at)
	}
}

// source is the folder of a module, if it is one of these.
func source(folder string, block *hclsyntax.Block) module {
	attribute := block.Body.Attributes["source"]
	if attribute == nil {
		return nil
	}
	value, problems := attribute.Expr.Value(nil)
	if problems.HasErrors() || !strings.HasPrefix(value.AsString(), ".") {
		return nil
	}
	return modules[filepath.Join(folder, value.AsString())]
}

func (r *reader) body(body *hclsyntax.Body, kind string, block *hclsyntax.Block) {
	for name, attribute := range body.Attributes {
		if kind == "module" && !meta[name] {
			found, known := source(r.folder, block)["variable "+name]
			r.tell(attribute.NameRange.Start.Byte, found, known)
		}
		if kind == "" {
			continue
		}
		if name == "provider" || name == "providers" || name == "configuration_aliases" ||
			(kind == "dynamic" && name == "iterator") {
			continue
		}
		r.expression(attribute.Expr)
	}
	for _, inner := range body.Blocks {
		if inner.Type == "dynamic" && len(inner.Labels) == 1 {
			name, at := inner.Labels[0], inner.LabelRanges[0].Start.Byte+1
			if iterator := inner.Body.Attributes["iterator"]; iterator != nil {
				at = iterator.Expr.Range().Start.Byte
				name = string(r.in.text[at:iterator.Expr.Range().End.Byte])
			}
			r.loops = append(r.loops, map[string]int{name: at})
			r.body(inner.Body, inner.Type, inner)
			r.loops = r.loops[:len(r.loops)-1]
		} else {
			r.body(inner.Body, inner.Type, inner)
		}
	}
}

func (r *reader) expression(expression hclsyntax.Expression) {
	hclsyntax.Walk(expression, r)
}

func (r *reader) Enter(node hclsyntax.Node) hcl.Diagnostics {
	switch node := node.(type) {
	case *hclsyntax.ForExpr:
		names := map[string]int{}
		for _, name := range []string{node.KeyVar, node.ValVar} {
			if name != "" {
				head := r.in.text[node.OpenRange.Start.Byte:node.CollExpr.Range().Start.Byte]
				all := regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).FindAllIndex(head, -1)
				names[name] = node.OpenRange.Start.Byte + all[len(all)-1][0]
			}
		}
		r.loops = append(r.loops, names)
	case *hclsyntax.FunctionCallExpr:
		r.tell(node.NameRange.Start.Byte, place{}, false)
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr, *hclsyntax.SplatExpr:
		r.chain(words(node.(hclsyntax.Expression)))
	}
	return nil
}

func (r *reader) Exit(node hclsyntax.Node) hcl.Diagnostics {
	if _, is := node.(*hclsyntax.ForExpr); is {
		r.loops = r.loops[:len(r.loops)-1]
	}
	return nil
}

// words are the names of an address; none if it does not begin with a name.
func words(expression hclsyntax.Expression) []word {
	switch one := expression.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return append([]word{{one.Traversal.RootName(), one.Traversal.SourceRange().Start.Byte}}, steps(one.Traversal[1:])...)
	case *hclsyntax.RelativeTraversalExpr:
		if before := words(one.Source); before != nil {
			return append(before, steps(one.Traversal)...)
		}
	case *hclsyntax.IndexExpr:
		return words(one.Collection)
	case *hclsyntax.SplatExpr:
		before := words(one.Source)
		if each, is := one.Each.(*hclsyntax.RelativeTraversalExpr); is && before != nil {
			return append(before, steps(each.Traversal)...)
		}
		return before
	}
	return nil
}

func steps(traversal hcl.Traversal) []word {
	found := []word{}
	for _, step := range traversal {
		if named, is := step.(hcl.TraverseAttr); is {
			found = append(found, word{named.Name, named.SrcRange.End.Byte - len(named.Name)})
		}
	}
	return found
}

func (r *reader) chain(chain []word) {
	if len(chain) == 0 {
		return
	}
	first := chain[0]
	for at := len(r.loops) - 1; at >= 0; at-- {
		if where, known := r.loops[at][first.name]; known {
			r.tell(first.at, place{r.in.path, where}, true)
			for _, rest := range chain[1:] {
				r.tell(rest.at, place{}, false)
			}
			return
		}
	}
	needed, space := 2, "resource "
	rest := chain
	switch first.name {
	case "var", "local", "module":
		needed, rest = 1, chain[1:]
		space = map[string]string{"var": "variable ", "local": "local ", "module": "module "}[first.name]
	case "data", "ephemeral":
		rest, space = chain[1:], first.name+" "
	}
	for number, one := range chain {
		before := number + 1 - (len(chain) - len(rest))
		if own[first.name] || before < needed {
			r.tell(one.at, place{}, false)
			continue
		}
		names := []string{}
		for _, each := range rest[:needed] {
			names = append(names, each.name)
		}
		address := space + strings.Join(names, ".")
		found, known := modules[r.folder][address]
		switch {
		case before == needed && (known || first.name == "var" || first.name == "local" || first.name == "module"):
			if known {
				r.tell(one.at, found, true)
			}
		case before == 2 && first.name == "module":
			for _, each := range folders[r.folder] {
				for _, block := range each.body.Blocks {
					if block.Type == "module" && block.Labels[0] == names[0] {
						output, known := source(r.folder, block)["output "+one.name]
						r.tell(one.at, output, known)
					}
				}
			}
		default:
			r.tell(one.at, place{}, false)
		}
	}
}
