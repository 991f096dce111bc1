# What names of a folder mean, as Ruby itself knows: its parser for variables, and for constants and methods what the
# classes say of themselves when all files have been loaded. Calls on other objects than self and constants are left out:
# only a run tells what they are.
#
#   ruby --disable=gems resolution_ruby.rb FOLDER
#
# It reads paths and answers each with rows, then an empty one. A row has the offset of a name and where it is defined: a
# file and an offset, or "-" and 0 for outside.

FOLDER = File.realpath(ARGV[0])
FILES = Dir.glob("#{FOLDER}/**/*.rb").sort
OUT = $stdout.dup
$stdout.reopen(File::NULL)
$stderr.reopen(File::NULL)
$LOAD_PATH.unshift(*Dir.glob("#{FOLDER}/{,*/,*/*/,*/*/*/}lib").select { |each| File.directory?(each) }, FOLDER)
at_exit { exit!(0) }

# Some files wait for input, end the program or change what all others see; each gets a second.
def load_all
  require "timeout"
  FILES.each do |file|
    next if file.match?(%r{/(test|spec|bin|exe|examples?|templates?|debug)/|/(un|debug|profile|setup|mkmf|tracer?)\.rb\z})
    begin
      Timeout.timeout(3) { require file }
    rescue Exception
      next
    end
  end
end

class Text
  attr_reader :data

  def initialize(path)
    @data = File.binread(path)
    @starts = [0]
    at = -1
    @starts << at + 1 while (at = @data.index("\n", at + 1))
  end

  def offset(line, column)
    start = @starts[line - 1]
    start && start + column
  end

  def row(line)
    return nil unless @starts[line - 1]
    @data[@starts[line - 1]...(@starts[line] || @data.bytesize)]
  end

  def start(node) = offset(node.first_lineno, node.first_column)
  def end(node) = offset(node.last_lineno, node.last_column)
end

TEXTS = Hash.new { |known, path| known[path] = Text.new(path) }

# The offset of a name on the row that defines it.
def named_at(path, line, name)
  row = TEXTS[path].row(line) or return nil
  if name.match?(/\A[A-Z]/) && (found = /(?<![\w@$"':])(#{name})(?!\w)/n.match(row))
    return TEXTS[path].offset(line, found.begin(1))
  end
  word = Regexp.escape(name.to_s)
  plain = Regexp.escape(name.to_s.chomp("="))
  [/\bdef\s+(?:[\w:]+\.)?(#{word})(?![\w?!])/n, /[:"'](#{plain})(?![\w?!])/n, /(?<![\w@$])(#{word})(?![\w?!])/n].each do |form|
    found = form.match(row)
    return TEXTS[path].offset(line, found.begin(1)) if found
  end
  nil
end

def place(location, name)
  return [] if location.nil?
  return ["-", 0] if location.empty? || !location[0].start_with?(FOLDER + "/")
  at = named_at(location[0], location[1], name)
  at ? [location[0], at] : []
end

# Where files open each class: which of them Ruby came to first is a matter of who required whom.
OPENINGS = Hash.new { |known, name| known[name] = [] }

def note_openings(node, path, around = [])
  return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
  if %i[CLASS MODULE].include?(node.type)
    name = node.children[0]
    at = TEXTS[path].end(name)
    word = name.children[-1].to_s
    full = [*around, TEXTS[path].data[TEXTS[path].start(name)...at].delete_prefix("::")].join("::")
    OPENINGS[full] << [path, at - word.bytesize] if at
    note_openings(node.children[-1], path, [full])
  elsif %i[SCOPE BLOCK BEGIN].include?(node.type)
    node.children.each { |each| note_openings(each, path, around) }
  end
end

Context = Struct.new(:nesting, :singleton, :method, :scopes, :fields)
Variables = Struct.new(:names, :start, :assigned, :block)

class Reading
  def initialize(path)
    @path = path
    @text = TEXTS[path]
    @found = {}
  end

  def run
    root = RubyVM::AbstractSyntaxTree.parse_file(@path)
    visit(root, Context.new([Object], true, nil, [], {}))
    OUT.write(@found.map { |at, places| [at, *places].join("\t") + "\n" }.join)
  rescue SyntaxError, ArgumentError, EncodingError
    nil
  end

  private

  def tell(at, answer)
    @found[at] = answer if at && answer && !answer.empty?
  end

  def visit(node, context)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
    case node.type
    when :CLASS, :MODULE then return open_class(node, context)
    when :SCLASS
      inner = context.dup
      inner.singleton = true
      inner.method = nil
      return node.children[1..].each { |each| visit(each, each.is_a?(RubyVM::AbstractSyntaxTree::Node) ? with_singleton(inner) : inner) }
    when :DEFN then return define(node, node.children[0], node.children[1], context, context.method_singleton?)
    when :DEFS
      visit(node.children[0], context)
      return define(node, node.children[1], node.children[2], context, true)
    when :ITER, :LAMBDA, :FOR then return iterate(node, context)
    when :SCOPE then return scoped(node, context, false)
    when :CONST then tell(@text.start(node), constant(context, node.children[0]))
    when :COLON2 then colon(node, context)
    when :COLON3
      at = @text.data.index(/#{node.children[0]}/n, @text.start(node))
      tell(at, located(Object, node.children[0], false))
    when :LVAR, :DVAR then tell(@text.start(node), variable(context, node.children[0]))
    when :IVAR then tell(@text.start(node), field(context, node.children[0]))
    when :VCALL, :FCALL then tell(@text.start(node), of_self(context, node.children[0]))
    when :CALL, :QCALL, :ATTRASGN then call(node, context)
    when :ZSUPER, :SUPER then tell(@text.start(node), above(context))
    end
    node.children.each { |each| visit(each, context) }
  end

  def with_singleton(context) = context.dup.tap { |inner| inner.fields = context.fields.merge(sclass: true) }

  def open_class(node, context)
    path, *rest = node.children
    name = path.children[-1]
    holder = path.type == :COLON3 ? Object : path.children[0] ? value(path.children[0], context) : context.nesting.last
    visit(path.children[0], context) if path.type == :COLON2
    visit(rest[0], context) if node.type == :CLASS
    opened = holder.is_a?(Module) && holder.const_defined?(name, false) && !holder.autoload?(name) ? holder.const_get(name, false) : nil
    opened = nil unless opened.is_a?(Module)
    fields = {}
    assigned(rest[-1], fields)
    inner = Context.new([*context.nesting, opened], true, nil, [], fields)
    visit(rest[-1], inner)
  rescue StandardError, LoadError
    nil
  end

  # Where the body of a class first sets each of its fields.
  def assigned(node, fields)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
    return if %i[CLASS MODULE].include?(node.type)
    fields[node.children[0]] ||= @text.start(node) if node.type == :IASGN
    node.children.each { |each| assigned(each, fields) }
  end

  def define(node, name, body, context, singleton)
    inner = Context.new(context.nesting, singleton, name, [], context.fields)
    scoped(body, inner, false, node)
  end

  def iterate(node, context)
    node.children.each_with_index do |each, at|
      if each.is_a?(RubyVM::AbstractSyntaxTree::Node) && each.type == :SCOPE
        scoped(each, context, true)
      else
        visit(each, context)
      end
    end
  end

  def scoped(node, context, block, around = node)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
    names, parameters, body = node.children
    variables = Variables.new(names.compact, @text.start(around), {}, block)
    first = body.is_a?(RubyVM::AbstractSyntaxTree::Node) && body.first_lineno.positive? ? @text.start(body) : @text.end(around)
    head = @text.data[variables.start...[first, variables.start].max] || ""
    head = head.sub(/\Adef\s+(?:[\w:]+\.)?[^\s(;]+/n) { |word| " " * word.bytesize } if around != node
    count_parameters(parameters, names).each do |name|
      found = /(?<![\w@$:.])#{Regexp.escape(name.to_s)}(?![\w?!])/n.match(head)
      variables.assigned[name] = variables.start + found.begin(0) if found
    end
    set_in(body, variables, block)
    inner = context.dup
    inner.scopes = block ? [*context.scopes, variables] : [variables]
    visit(parameters, inner)
    visit(body, inner)
  end

  def count_parameters(node, names) = node.is_a?(RubyVM::AbstractSyntaxTree::Node) ? names.compact : []

  # Where variables are first set, in the order of the text.
  def set_in(node, variables, block)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
    return if %i[CLASS MODULE SCLASS DEFN DEFS].include?(node.type)
    if %i[LASGN DASGN DASGN_CURR].include?(node.type) && variables.names.include?(node.children[0])
      at = @text.start(node)
      known = variables.assigned[node.children[0]]
      variables.assigned[node.children[0]] = at if at && (known.nil? || at < known)
    end
    node.children.each { |each| set_in(each, variables, block) }
  end

  def variable(context, name)
    found = context.scopes.reverse.find { |each| each.names.include?(name) }
    at = found && found.assigned[name]
    at && @text.data[at, name.to_s.bytesize] == name.to_s.b ? [@path, at] : []
  end

  def field(context, name)
    at = context.fields[name]
    at ? [@path, at] : []
  end

  def located(holder, name, inherit = true)
    return [] unless holder.const_defined?(name, inherit)
    first = place(holder.const_source_location(name, inherit), name)
    return first if first.empty? || first[0] == "-" || holder.autoload?(name)
    known = holder.const_get(name, inherit)
    known.is_a?(Module) && known.name ? [*first, *OPENINGS[known.name.b].flatten] : first
  end

  def constant(context, name)
    return [] if context.nesting.include?(nil)
    context.nesting.drop(1).reverse_each { |each| return located(each, name, false) if each.const_defined?(name, false) }
    located(context.nesting.last, name)
  rescue NameError, LoadError
    []
  end

  def value(node, context)
    return nil unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
    case node.type
    when :SELF then context.singleton && context.method ? context.nesting.last : nil
    when :CONST
      return nil if context.nesting.include?(nil)
      around = context.nesting.drop(1).reverse.find { |each| each.const_defined?(node.children[0], false) }
      (around || context.nesting.last).const_get(node.children[0])
    when :COLON2
      holder = value(node.children[0], context)
      holder.is_a?(Module) ? holder.const_get(node.children[1]) : nil
    when :COLON3 then Object.const_get(node.children[0])
    end
  rescue Exception
    nil
  end

  def colon(node, context)
    return unless node.children[0]
    holder = value(node.children[0], context)
    at = after(node.children[0], /\A\s*::\s*(#{node.children[1]})(?!\w)/n)
    tell(at, located(holder, node.children[1])) if holder.is_a?(Module)
  rescue NameError, LoadError
    nil
  end

  def after(node, form)
    start = @text.end(node) or return nil
    found = form.match(@text.data[start, 300] || "")
    found && start + found.begin(1)
  end

  def of_self(context, name)
    holder = context.nesting.last
    return [] if holder.nil?
    return method_place(holder.instance_method(name), name) if context.method && !context.singleton
    return method_place(Object.instance_method(name), name) if holder == Object
    return made_by(holder) if name == :new && holder.is_a?(Class)
    method_place(holder.method(name), name)
  rescue NameError
    []
  end

  def method_place(found, name)
    return [] if found.name != found.original_name || found.owner.ancestors.include?(Struct)
    found.source_location ? place(found.source_location, name) : ["-", 0]
  end

  def call(node, context)
    receiver, name = node.children
    return unless receiver.is_a?(RubyVM::AbstractSyntaxTree::Node)
    at = after(receiver, /\A\s*&?(?:\.|::)\s*(#{Regexp.escape(name.to_s.chomp("="))})(?![\w])/n)
    return unless at
    return tell(at, of_self(context, name)) if receiver.type == :SELF
    holder = value(receiver, context)
    return unless holder.is_a?(Module)
    tell(at, name == :new && holder.is_a?(Class) ? made_by(holder) : method_place(holder.method(name), name))
  rescue NameError
    nil
  end

  # `new` is the constructor, unless the class has one of its own.
  def made_by(holder)
    return method_place(holder.method(:new), :new) if holder.method(:new).source_location
    method_place(holder.instance_method(:initialize), :initialize)
  end

  def above(context)
    holder = context.nesting.last
    return [] if holder.nil? || context.method.nil?
    found = context.singleton ? holder.method(context.method) : holder.instance_method(context.method)
    return [] unless found.owner == (context.singleton ? holder.singleton_class : holder)
    up = found.super_method
    up ? method_place(up, context.method) : []
  rescue NameError
    []
  end
end

class Context
  # A function in `class << self` is one of the class.
  def method_singleton? = !!fields[:sclass]
end

load_all
FILES.each { |file| note_openings(RubyVM::AbstractSyntaxTree.parse_file(file), file) rescue nil }
Thread.list.each { |each| each.kill unless each == Thread.current }
while (path = $stdin.gets)
  Reading.new(path.chomp).run
  OUT.puts
  OUT.flush
end
