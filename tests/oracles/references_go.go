// Prints the references that go/ast sees in the files named on standard input, one JSON object a file:
// {"path", "references": [[kind, name, row]]}. Kinds are call, import and extends (embedded fields and interfaces).
// Files with syntax errors are left out.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

var (
	files *token.FileSet
	found [][]any
)

// add notes a reference by the last name of an expression; what has no name is none.
func add(kind string, node ast.Expr) {
	switch node := node.(type) {
	case *ast.Ident:
		found = append(found, []any{kind, node.Name, files.PositionFor(node.Pos(), false).Line})
	case *ast.SelectorExpr:
		add(kind, node.Sel)
	case *ast.ParenExpr:
		add(kind, node.X)
	case *ast.IndexExpr:
		add(kind, node.X)
	case *ast.IndexListExpr:
		add(kind, node.X)
	}
}

// embedded notes the fields without a name of a struct or an interface. A union of types embeds none.
func embedded(fields *ast.FieldList) {
	for _, field := range fields.List {
		if len(field.Names) > 0 {
			continue
		}
		kind := field.Type
		if star, ok := kind.(*ast.StarExpr); ok {
			kind = star.X
		}
		add("extends", kind)
	}
}

func visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.CallExpr:
		if _, ok := node.Fun.(*ast.ParenExpr); !ok {
			add("call", node.Fun)
		} else if inner, ok := node.Fun.(*ast.ParenExpr).X.(*ast.Ident); ok {
			add("call", inner)
		}
	case *ast.ImportSpec:
		line := files.PositionFor(node.Path.Pos(), false).Line
		found = append(found, []any{"import", strings.Trim(node.Path.Value, "\"`"), line})
	case *ast.StructType:
		embedded(node.Fields)
	case *ast.InterfaceType:
		embedded(node.Methods)
	}
	return true
}

func main() {
	paths := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for paths.Scan() {
		files, found = token.NewFileSet(), nil
		file, err := parser.ParseFile(files, paths.Text(), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		ast.Inspect(file, visit)
		if err := out.Encode(map[string]any{"path": paths.Text(), "references": found}); err != nil {
			panic(err)
		}
	}
}
