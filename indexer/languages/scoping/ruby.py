"""Ruby: variables are of their method and its blocks; a name that nothing binds is asked of the object itself.

Classes are open: constants and methods go by full names, wherever a class is opened. What modules take in, what is
above and what `Foo.new` makes is known; what methods give is not, so most calls on other objects go by their names.
"""

from __future__ import annotations

from indexer.languages.scoping import Scoping, Shape

_OUTSIDE = (
    "string chained_string integer float rational complex regex simple_symbol delimited_symbol hash nil true false"
    " range subshell string_array symbol_array character"
)
_METHODS = frozenset(["method"])
_BUILTINS = """
Array Complex Float Hash Integer Rational String __callee__ __dir__ __method__ abort alias_method at_exit attr
attr_accessor attr_reader attr_writer autoload binding block_given? caller caller_locations catch class class_eval
class_exec class_variable_get class_variable_set clone const_get const_missing const_set define_method
define_singleton_method display dup enum_for eval exec exit exit! extend fail fork format freeze frozen? gets
global_variables hash include include? inspect instance_eval instance_exec instance_of? instance_variable_defined?
instance_variable_get instance_variable_set instance_variables is_a? itself kind_of? lambda load local_variables
loop method methods module_eval module_function new nil? object_id open p pp prepend print printf private
private_class_method private_constant proc protected public public_class_method public_send putc puts raise rand
readline readlines refine remove_const remove_method require require_relative respond_to? select send
set_trace_func singleton_class sleep spawn sprintf srand syscall system tap test then throw to_enum to_s trap
undef_method untrace_var using warn yield_self
"""
# Classes of the language: a program that opens one defines no other.
_CORE = """
ARGF ARGV ArgumentError Array BasicObject Binding Class ClosedQueueError Comparable Complex ConditionVariable Data
Dir ENV EOFError Encoding EncodingError Enumerable Enumerator Errno Exception FalseClass Fiber FiberError File
FileTest Float FloatDomainError FrozenError GC Hash IO IOError IndexError Integer Interrupt Kernel KeyError
LoadError LocalJumpError Marshal MatchData Math Method Module Mutex NameError NilClass NoMatchingPatternError
NoMemoryError NoMethodError NotImplementedError Numeric Object ObjectSpace Proc Process Queue RUBY_ENGINE
RUBY_PLATFORM RUBY_VERSION Ractor Random Range RangeError Rational Refinement Regexp RegexpError RubyVM STDERR
STDIN STDOUT ScriptError SecurityError Signal SignalException SizedQueue StandardError StopIteration String Struct
Symbol SyntaxError SystemCallError SystemExit SystemStackError Thread ThreadError ThreadGroup Time TracePoint
TrueClass TypeError UnboundMethod UncaughtThrowError Warning ZeroDivisionError
"""
# What strings, arrays, hashes, files and their like have.
_MEMBERS = """
abs all? any? append arity assoc b backtrace between? bytes bytesize bytesplice call capitalize captures ceil
center chars chomp chop chr clear close closed? codepoints collect compact compact! compare_by_identity concat
const_defined? const_get count cover? cycle default default= delete delete! delete_at delete_if delete_prefix
delete_suffix denominator detect dig div divmod downcase downcase! drop drop_while each each_byte each_char
each_cons each_entry each_index each_key each_line each_pair each_slice each_value each_with_index each_with_object
empty? encode encode! encoding end_with? entries eof? eql? equal? even? exception filter filter_map find find_all
find_index first flat_map flatten flatten! floor flush force_encoding frozen? full_message getbyte getc group_by
gsub gsub! has_key? has_value? hex index insert instance_method instance_methods intern invert join keep_if key
key? keys last lazy length lines ljust lstrip lstrip! map map! match match? max max_by member? members merge merge!
message method_defined? min min_by minmax modulo name named_captures names negative? next next! none? odd? one? ord
pack partition permutation pop pos positive? post_match pre_match pred prepend product push quo rassoc read
readbyte readchar readlines reduce reject reject! replace reverse reverse! reverse_each rewind rindex rjust rotate
round rstrip rstrip! sample scan scrub seek select! shift shuffle size slice slice! sort sort! sort_by sort_by!
source split squeeze start_with? step store strftime string strip strip! sub sub! succ sum superclass swapcase sync
sync= synchronize take take_while tally times to_a to_ary to_f to_h to_hash to_i to_int to_path to_proc to_r to_str
to_sym tr transform_keys transform_values transpose truncate tty? union uniq uniq! unpack unpack1 unshift upcase
upcase! update upto valid_encoding? value? values values_at write zero? zip
"""

SCOPING = Scoping(
    identifiers=frozenset(
        ["identifier", "constant", "instance_variable", "class_variable", "global_variable", "super"]
    ),
    shapes={
        "call": Shape("invoke", ("receiver", "method")),
        "scope_resolution": Shape("member", ("scope", "name")),
        "element_reference": Shape("item", (0,)),
        "parenthesized_statements": Shape("same", (-1,)),
        "assignment": Shape("same", ("right",)),
        "operator_assignment": Shape("either", ("left", "right")),
        "binary": Shape("either", ("left", "right")),
        "conditional": Shape("either", ("consequence", "alternative")),
        "array": Shape("list", (0,)),
        "right_assignment_list": Shape("several"),
        "self": Shape("this"),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    lists=frozenset(["left_assignment_list", "destructured_left_assignment", "rest_assignment"]),
    declarators=frozenset(["setter"]),
    prefixes={"simple_symbol": 1, "hash_key_symbol": 0},
    keywords={"pair": "key"},
    sorts={"constant": frozenset(["class", "constant"]), "call": _METHODS},
    nested=frozenset(["constant"]),
    reopened=True,
    class_space=".",
    fields="@",
    asks_self=True,
    creates="new",
    constructors=("initialize",),
    super_calls=frozenset(["super"]),
    functions=frozenset(["method", "singleton_method"]),
    closed=frozenset(["parameter", "variable"]),
    blocks_share=True,
    first_binds=True,
    module_separator="::",
    spaces={"setter": "="},
    assigned_space="=",
    assigning=frozenset(["assignment", "operator_assignment", "left_assignment_list"]),
    builtins=frozenset(_BUILTINS.split() + _CORE.split()),
    outside_members=frozenset(_BUILTINS.split() + _MEMBERS.split()),
)
