// Prints the functions that go/ast sees in the files named on standard input, one JSON object a file:
// {"path", "functions": [[name, row of the name, parameters, complexity]]}. Files with syntax errors are left out.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

// decisions counts the places at which a function may go one way or another.
func decisions(function ast.Node) int {
	count := 0
	ast.Inspect(function, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			count++
		case *ast.CaseClause:
			if node.List != nil {
				count++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				count++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				count++
			}
		}
		return true
	})
	return count
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
		functions := [][]any{}
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				row := files.PositionFor(function.Name.Pos(), false).Line
				parameters := function.Type.Params.NumFields()
				functions = append(functions, []any{function.Name.Name, row, parameters, decisions(function) + 1})
			}
		}
		output.Encode(map[string]any{"path": input.Text(), "functions": functions})
	}
}
