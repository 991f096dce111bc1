# What Ruby itself says about Ruby files: reads file names from standard input, one a line, and prints one JSON
# object a line with the heredocs (from Ripper's tokens), how many blocks of each type there are (from Ripper's
# parser) and where definitions begin and end (from the syntax tree). A file that Ruby rejects has "ok": false.

require "json"
require "ripper"

class Judge < Ripper
  attr_reader :heredocs, :blocks

  def initialize(source)
    super
    @heredocs = []
    @open = []
    @blocks = Hash.new(0)
  end

  # A heredoc's text is read as soon as its opener is, so its tokens follow the opener and nest.
  SCANNER_EVENTS.each do |event|
    define_method(:"on_#{event}") do |token|
      if @open.any? && @open.last[:first].nil? && event != :heredoc_beg
        @open.last[:first] = lineno
      end
      case event
      when :heredoc_beg
        heredoc = { line: lineno, column: column, opener: token, first: nil }
        @heredocs << heredoc
        @open << heredoc
      when :heredoc_end
        @open.pop[:terminator] = lineno
      end
      token
    end
  end

  TYPES = {
    def: "def", defs: "def", class: "class", sclass: "class", module: "module", begin: "begin", if: "if",
    unless: "unless", elsif: "elsif", else: "else", while: "while", until: "until", for: "for", case: "case",
    when: "when", in: "in", do_block: "do", brace_block: "brace", lambda: "lambda", rescue: "rescue",
    ensure: "ensure", BEGIN: "BEGIN", END: "END"
  }.freeze

  PARSER_EVENT_TABLE.each do |event, arity|
    define_method(:"on_#{event}") do |*values|
      type = TYPES[event]
      # `in ^(expression)` is a `begin` to the parser.
      @blocks[type] += 1 if type && !(event == :begin && values.first != :bodystmt)
      # The `else` of a `begin` has no event of its own.
      @blocks["else"] += 1 if event == :bodystmt && values[2]
      # `value in pattern` and `value => pattern` are a `case` to the parser.
      if event == :case && values.last == :one_line
        @blocks["case"] -= 1
        @blocks["in"] -= 1
      end
      event == :in && values[1].nil? && values[2].nil? ? :one_line : event
    end
  end
end

def definitions(source)
  found = []
  nodes = [RubyVM::AbstractSyntaxTree.parse(source)]
  until nodes.empty?
    node = nodes.pop
    case node.type
    when :DEFN, :DEFS then found << ["def", node.first_lineno, node.last_lineno]
    when :CLASS, :SCLASS then found << ["class", node.first_lineno, node.last_lineno]
    when :MODULE then found << ["module", node.first_lineno, node.last_lineno]
    end
    nodes.concat(node.children.grep(RubyVM::AbstractSyntaxTree::Node))
  end
  found.sort
rescue SyntaxError, ArgumentError, EncodingError
  nil
end

def judge(file)
  source = File.read(file, encoding: "UTF-8").delete_prefix("\uFEFF")
  return { file: file, ok: false } if Ripper.sexp_raw(source).nil?

  judge = Judge.new(source)
  judge.parse
  { file: file, ok: true, heredocs: judge.heredocs, blocks: judge.blocks, definitions: definitions(source) }
rescue ArgumentError, EncodingError, SystemCallError
  { file: file, ok: false }
end

$VERBOSE = nil
$stdout.sync = true
$stdin.each_line(chomp: true) { |file| puts JSON.generate(judge(file)) }
