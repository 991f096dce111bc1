// Prints where declarations of functions, structs and interfaces, and variables that are functions, begin, where their bodies do and where they end, as
// go/ast sees them in the files named on standard input, one JSON object a file: {"path", "cuts": [[start, body, end]]}
// in bytes. A function without a body has its end for it. Files with syntax errors are left out.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

// first is where a declaration begins: with its keyword, unless it is one of a group.
func first(group *ast.GenDecl, spec ast.Spec) token.Pos {
	if group.Lparen.IsValid() {
		return spec.Pos()
	}
	return group.Pos()
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	for input.Scan() {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, input.Text(), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		cuts := [][]int{}
		cut := func(start, body, end token.Pos) {
			at := func(place token.Pos) int { return files.PositionFor(place, false).Offset }
			cuts = append(cuts, []int{at(start), at(body), at(end)})
		}
		for _, declaration := range file.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok || group.Tok != token.VAR {
				continue
			}
			for _, one := range group.Specs {
				spec := one.(*ast.ValueSpec)
				if len(spec.Names) == 1 && len(spec.Values) == 1 {
					if function, ok := spec.Values[0].(*ast.FuncLit); ok {
						cut(first(group, spec), function.Body.Pos(), spec.End())
					}
				}
			}
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if function, ok := node.(*ast.FuncDecl); ok {
				if function.Body == nil {
					cut(function.Type.Pos(), function.End(), function.End())
				} else {
					cut(function.Type.Pos(), function.Body.Pos(), function.End())
				}
			}
			group, ok := node.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				return true
			}
			for _, one := range group.Specs {
				spec := one.(*ast.TypeSpec)
				switch written := spec.Type.(type) {
				case *ast.StructType:
					cut(first(group, spec), written.Fields.Pos(), spec.End())
				case *ast.InterfaceType:
					cut(first(group, spec), written.Methods.Pos(), spec.End())
					for _, method := range written.Methods.List {
						if _, ok := method.Type.(*ast.FuncType); ok {
							cut(method.Pos(), method.Type.End(), method.Type.End())
						}
					}
				}
			}
			return true
		})
		output.Encode(map[string]any{"path": input.Text(), "cuts": cuts})
	}
}
