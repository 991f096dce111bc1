// Prints the definitions that go/ast sees in the files named on standard input, one JSON object a file:
// {"path", "definitions": [[name, row of the name, first row, last row, kind]]}. Files with syntax errors are left out.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

type visitor struct {
	files *token.FileSet
	found [][]any
}

func (v *visitor) add(name *ast.Ident, start, end token.Pos, kind string) {
	v.found = append(v.found, []any{name.Name, v.row(name.Pos()), v.row(start), v.row(end - 1), kind})
}

func (v *visitor) row(at token.Pos) int { return v.files.PositionFor(at, false).Line }

// names adds one definition for each name: the whole node where there is one name, else the name alone.
func (v *visitor) names(names []*ast.Ident, whole ast.Node, kind string) {
	for _, name := range names {
		if len(names) == 1 {
			v.add(name, whole.Pos(), whole.End(), kind)
		} else {
			v.add(name, name.Pos(), name.End(), kind)
		}
	}
}

// declaration adds what a const, var or type declaration names; constants and variables only at package level.
func (v *visitor) declaration(node *ast.GenDecl, local bool) {
	for _, spec := range node.Specs {
		var whole ast.Node = spec
		if len(node.Specs) == 1 {
			whole = node
		}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			v.add(spec.Name, whole.Pos(), whole.End(), "type")
			v.members(spec.Type)
		case *ast.ValueSpec:
			if !local {
				v.names(spec.Names, whole, node.Tok.String())
			}
		}
	}
}

// members adds the fields of a struct, to any depth, and the methods of an interface.
func (v *visitor) members(node ast.Expr) {
	switch node := node.(type) {
	case *ast.StructType:
		for _, field := range node.Fields.List {
			v.names(field.Names, field, "field")
			v.members(field.Type)
		}
	case *ast.InterfaceType:
		for _, method := range node.Methods.List {
			v.names(method.Names, method, "method")
		}
	case *ast.StarExpr:
		v.members(node.X)
	case *ast.ArrayType:
		v.members(node.Elt)
	case *ast.MapType:
		v.members(node.Value)
	}
}

func main() {
	paths := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for paths.Scan() {
		v := &visitor{files: token.NewFileSet()}
		file, err := parser.ParseFile(v.files, paths.Text(), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		v.add(file.Name, file.Package, file.Name.End(), "package")
		for _, declaration := range file.Decls {
			switch node := declaration.(type) {
			case *ast.GenDecl:
				v.declaration(node, false)
			case *ast.FuncDecl:
				v.add(node.Name, node.Pos(), node.End(), "func")
			}
			ast.Inspect(declaration, func(node ast.Node) bool {
				if statement, ok := node.(*ast.DeclStmt); ok {
					v.declaration(statement.Decl.(*ast.GenDecl), true)
				}
				return true
			})
		}
		if err := out.Encode(map[string]any{"path": paths.Text(), "definitions": v.found}); err != nil {
			panic(err)
		}
	}
}
