# Prints the definitions that Ruby's own parser sees in the files named on standard input, one JSON object a file:
# {"path", "definitions": [[name, row of the name, first row, last row, kind]]}. Files with syntax errors are left out.
require "json"

TREE = RubyVM::AbstractSyntaxTree

def path(node)
  case node.type
  when :COLON2 then [node.children[0] && path(node.children[0]), node.children[1]].compact.join("::")
  when :COLON3 then "::#{node.children[0]}"
  when :CONST then node.children[0].to_s
  else "?"
  end
end

def visit(node, found)
  return unless node.is_a?(TREE::Node)

  first, last = node.first_lineno, node.last_lineno
  case node.type
  when :DEFN then found << [node.children[0].to_s, first, first, last, "def"]
  when :DEFS then found << [node.children[1].to_s, first, first, last, "def"]
  when :CLASS then found << [path(node.children[0]), first, first, last, "class"]
  when :MODULE then found << [path(node.children[0]), first, first, last, "module"]
  when :CDECL
    found << [node.children[0].to_s, first, 0, 0, "constant"] if node.children[0].is_a?(Symbol)
  end
  node.children.flatten(1).each { |child| visit(child, found) }
end

$stderr.reopen(File::NULL)
$stdin.each_line(chomp: true) do |file|
  found = []
  visit(TREE.parse_file(file), found)
  puts JSON.generate("path" => file, "definitions" => found)
rescue SyntaxError, ArgumentError, EncodingError
  next
end
