"""Java: names are known after what declares them; types, methods and values of one name are told apart."""

from __future__ import annotations

from tree_sitter import Node

from indexer.languages.scoping import Overloading, Scoping, Shape

_TYPES = frozenset(["class", "generic", "import"])
_METHODS = frozenset(["method", "component", "import"])
_VALUES = frozenset(["field", "component", "parameter", "variable"])
_OUTSIDE = "string_literal text_block character_literal class_literal template_expression"
_PLAIN = frozenset(["integral_type", "floating_point_type", "boolean_type"])
_LITERALS = {
    "string_literal": "String",
    "text_block": "String",
    "character_literal": "char",
    "class_literal": "Class",
    "true": "boolean",
    "false": "boolean",
    "null_literal": "null",
    "instanceof_expression": "boolean",
    "lambda_expression": "->",
}
_TESTS = frozenset(["==", "!=", "<", ">", "<=", ">=", "&&", "||", "!"])


def _type_of(node: Node) -> str:
    """The type of a literal or of a test, and the word for a plain type."""
    kind = node.type
    if kind in _PLAIN:
        return (node.text or b"").decode()
    if kind.endswith("integer_literal"):
        return "long" if (node.text or b"")[-1:] in b"lL" else "int"
    if kind.endswith("floating_point_literal"):
        return "float" if (node.text or b"")[-1:] in b"fF" else "double"
    if kind in ("binary_expression", "unary_expression"):
        sign = node.child_by_field_name("operator")
        return "boolean" if sign is not None and sign.type in _TESTS else ""
    return _LITERALS.get(kind, "")


def _above() -> dict[str, tuple[str, ...]]:
    """What is above types of the library that many functions take."""
    chains = """
        Object
        String CharSequence Comparable Serializable
        StringBuilder CharSequence Comparable Serializable Appendable
        StringBuffer CharSequence Comparable Serializable Appendable
        CharSequence
        Class Type AnnotatedElement GenericDeclaration Serializable
        Boolean Comparable Serializable
        Character Comparable Serializable
        Byte Number Comparable Serializable
        Short Number Comparable Serializable
        Integer Number Comparable Serializable
        Long Number Comparable Serializable
        Float Number Comparable Serializable
        Double Number Comparable Serializable
        BigDecimal Number Comparable Serializable
        BigInteger Number Comparable Serializable
        AtomicInteger Number Serializable
        AtomicLong Number Serializable
        Number Serializable
        Date Comparable Serializable Cloneable
        Calendar Comparable Serializable Cloneable
        Locale Serializable Cloneable
        Pattern Serializable
        File Comparable Serializable
        URL Serializable
        Iterator
        Iterable
        Collection Iterable
        List Collection Iterable SequencedCollection
        Set Collection Iterable
        Map
        Entry
        ArrayList List AbstractList Collection AbstractCollection Iterable RandomAccess Serializable Cloneable
        HashMap Map AbstractMap Serializable Cloneable
        HashSet Set AbstractSet Collection AbstractCollection Iterable Serializable Cloneable
        LinkedHashMap HashMap Map AbstractMap Serializable Cloneable
        TreeMap SortedMap NavigableMap Map AbstractMap Serializable Cloneable
        Reader Readable Closeable AutoCloseable
        Writer Appendable Closeable AutoCloseable Flushable
        InputStream Closeable AutoCloseable
        OutputStream Closeable AutoCloseable Flushable
    """
    rows = [row.split() for row in chains.split("\n") if row.strip()]
    return {row[0]: tuple(row[1:]) for row in rows}


def _results() -> dict[str, str]:
    """What calls of members give that the library's types have."""
    given = {
        "String": "toString trim substring toLowerCase toUpperCase concat replace replaceAll replaceFirst strip "
        "getMessage getLocalizedMessage getName getSimpleName getTypeName getCanonicalName String.join String.format "
        "repeat intern readLine nextToken getPath getAbsolutePath readUTF group",
        "int": "length size hashCode indexOf lastIndexOf intValue compareTo compare parseInt ordinal codePointAt "
        "Math.round AtomicInteger.get AtomicInteger.incrementAndGet AtomicInteger.getAndIncrement remaining bitCount "
        "numberOfTrailingZeros numberOfLeadingZeros getModifiers read identityHashCode charCount toCodePoint "
        "floatToIntBits floatToRawIntBits bitLength",
        "long": "longValue parseLong currentTimeMillis nanoTime doubleToLongBits doubleToRawLongBits AtomicLong.get "
        "getTime toNanos toMillis AtomicLongArray.get",
        "double": "doubleValue parseDouble longBitsToDouble",
        "float": "floatValue parseFloat intBitsToFloat",
        "short": "shortValue",
        "byte": "byteValue",
        "char": "charAt charValue forDigit",
        "boolean": "isEmpty equals equalsIgnoreCase contains containsKey containsAll hasNext startsWith endsWith "
        "isInstance isAssignableFrom isArray isInterface isPrimitive booleanValue matches isInfinite isNaN "
        "isLetter isDigit isWhitespace",
        "char[]": "toCharArray toChars",
        "byte[]": "getBytes toByteArray digest",
        "String[]": "split",
        "Class": "getClass getSuperclass getComponentType getDeclaringClass",
        "Set": "entrySet keySet",
        "Iterator": "iterator",
        "BigInteger": "toBigInteger unscaledValue",
        "": "valueOf getInstance append compile",
    }
    return {member: kind for kind, members in given.items() for member in members.split()}


_OVERLOADING = Overloading(
    type_of=_type_of,
    types=frozenset(["type_identifier", "identifier"]),
    widening={
        "byte": ("short", "int", "long", "float", "double"),
        "short": ("int", "long", "float", "double"),
        "char": ("int", "long", "float", "double"),
        "int": ("long", "float", "double"),
        "long": ("float", "double"),
        "float": ("double",),
        "double": (),
    },
    least="int",
    boxes={
        "boolean": "Boolean",
        "byte": "Byte",
        "char": "Character",
        "double": "Double",
        "float": "Float",
        "int": "Integer",
        "long": "Long",
        "short": "Short",
    },
    above=_above(),
    top="Object",
    text="String",
    nothing="null",
    function="->",
    results=_results(),
)

SCOPING = Scoping(
    identifiers=frozenset(["identifier", "type_identifier"]),
    shapes={
        "field_access": Shape("member", ("object", "field")),
        "scoped_identifier": Shape("member", ("scope", "name")),
        "scoped_type_identifier": Shape("member", (0, -1)),
        "method_reference": Shape("member", (0, 1)),
        "method_invocation": Shape("invoke", ("object", "name")),
        "annotation": Shape("call", ("name",)),
        "object_creation_expression": Shape("instance", ("type",)),
        "cast_expression": Shape("instance", ("type",)),
        "parenthesized_expression": Shape("same", (0,)),
        "assignment_expression": Shape("same", ("left",)),
        "ternary_expression": Shape("either", ("consequence", "alternative")),
        "array_access": Shape("item", ("array",)),
        "array_type": Shape("many", ("element",)),
        "array_creation_expression": Shape("array", ("type",)),
        "binary_expression": Shape("sum", ("left", "right")),
        "unary_expression": Shape("sum", ("operand",)),
        "update_expression": Shape("same", (0,)),
        "generic_type": Shape("item", (0,)),
        "type_arguments": Shape("same", (-1,)),
        "wildcard": Shape("same", (-1,)),
        "annotated_type": Shape("same", (-1,)),
        "formal_parameter": Shape("same", ("type",)),
        "spread_parameter": Shape("same", (-2,)),
        "this": Shape("this"),
        "super": Shape("super"),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    ordered=frozenset(["function", "block"]),
    class_is_seen=True,
    package="path",
    class_is_module=True,
    sorts={
        "type_identifier": _TYPES,
        "identifier": _VALUES | _TYPES,
        "method_invocation": _METHODS,
        "method_reference": _METHODS,
        "break_statement": frozenset(["label"]),
        "continue_statement": frozenset(["label"]),
    },
    labels={"switch_label": ("switch_expression", "condition")},
    keywords={"element_value_pair": "key"},
    overloading=_OVERLOADING,
    unordered=frozenset(["generic"]),
    containers=frozenset(
        [
            "ArrayDeque",
            "ArrayList",
            "AtomicReference",
            "BiFunction",
            "Callable",
            "Collection",
            "CompletableFuture",
            "ConcurrentHashMap",
            "ConcurrentMap",
            "CopyOnWriteArrayList",
            "Deque",
            "Entry",
            "EnumMap",
            "Function",
            "Future",
            "HashMap",
            "HashSet",
            "Iterable",
            "Iterator",
            "LinkedHashMap",
            "LinkedHashSet",
            "LinkedList",
            "List",
            "ListIterator",
            "Map",
            "NavigableMap",
            "Optional",
            "PriorityQueue",
            "Queue",
            "Reference",
            "Set",
            "SoftReference",
            "SortedMap",
            "SortedSet",
            "Stack",
            "Stream",
            "Supplier",
            "ThreadLocal",
            "TreeMap",
            "TreeSet",
            "Vector",
            "WeakHashMap",
            "WeakReference",
        ]
    ),
    containers_are_outside=True,
    givers=frozenset(
        [
            "apply",
            "call",
            "computeIfAbsent",
            "element",
            "first",
            "firstElement",
            "get",
            "getAndSet",
            "getFirst",
            "getLast",
            "getOrDefault",
            "getValue",
            "join",
            "last",
            "lastElement",
            "next",
            "orElse",
            "orElseGet",
            "orElseThrow",
            "peek",
            "peekFirst",
            "peekLast",
            "poll",
            "pollFirst",
            "pollLast",
            "pop",
            "previous",
            "put",
            "putIfAbsent",
            "remove",
            "removeFirst",
            "removeLast",
            "set",
            "take",
        ]
    ),
    builtins=frozenset(
        [
            "AbstractMethodError",
            "Appendable",
            "ArithmeticException",
            "ArrayIndexOutOfBoundsException",
            "ArrayStoreException",
            "AssertionError",
            "AutoCloseable",
            "Boolean",
            "BootstrapMethodError",
            "Byte",
            "CharSequence",
            "Character",
            "Class",
            "ClassCastException",
            "ClassCircularityError",
            "ClassFormatError",
            "ClassLoader",
            "ClassNotFoundException",
            "ClassValue",
            "CloneNotSupportedException",
            "Cloneable",
            "Comparable",
            "Compiler",
            "Deprecated",
            "Double",
            "Enum",
            "EnumConstantNotPresentException",
            "Error",
            "Exception",
            "ExceptionInInitializerError",
            "Float",
            "FunctionalInterface",
            "IllegalAccessError",
            "IllegalAccessException",
            "IllegalArgumentException",
            "IllegalCallerException",
            "IllegalMonitorStateException",
            "IllegalStateException",
            "IllegalThreadStateException",
            "IncompatibleClassChangeError",
            "IndexOutOfBoundsException",
            "InheritableThreadLocal",
            "InstantiationError",
            "InstantiationException",
            "Integer",
            "InternalError",
            "InterruptedException",
            "Iterable",
            "LayerInstantiationException",
            "LinkageError",
            "Long",
            "Math",
            "Module",
            "ModuleLayer",
            "NegativeArraySizeException",
            "NoClassDefFoundError",
            "NoSuchFieldError",
            "NoSuchFieldException",
            "NoSuchMethodError",
            "NoSuchMethodException",
            "NullPointerException",
            "Number",
            "NumberFormatException",
            "Object",
            "OutOfMemoryError",
            "Override",
            "Package",
            "Process",
            "ProcessBuilder",
            "ProcessHandle",
            "Readable",
            "Record",
            "ReflectiveOperationException",
            "Runnable",
            "Runtime",
            "RuntimeException",
            "RuntimePermission",
            "SafeVarargs",
            "SecurityException",
            "SecurityManager",
            "Short",
            "StackOverflowError",
            "StackTraceElement",
            "StackWalker",
            "StrictMath",
            "String",
            "StringBuffer",
            "StringBuilder",
            "StringIndexOutOfBoundsException",
            "SuppressWarnings",
            "System",
            "Thread",
            "ThreadDeath",
            "ThreadGroup",
            "ThreadLocal",
            "Throwable",
            "TypeNotPresentException",
            "UnknownError",
            "UnsatisfiedLinkError",
            "UnsupportedClassVersionError",
            "UnsupportedOperationException",
            "VerifyError",
            "VirtualMachineError",
            "Void",
            "clone",
            "equals",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "var",
            "wait",
        ]
    ),
    outside_members=frozenset(
        [
            "add",
            "addAll",
            "addSuppressed",
            "append",
            "arrayType",
            "asSubclass",
            "cast",
            "charAt",
            "chars",
            "clone",
            "codePointAt",
            "codePointBefore",
            "codePointCount",
            "codePoints",
            "compareTo",
            "compareToIgnoreCase",
            "componentType",
            "concat",
            "contains",
            "containsKey",
            "contentEquals",
            "copyValueOf",
            "describeConstable",
            "descriptorString",
            "desiredAssertionStatus",
            "endsWith",
            "entrySet",
            "equals",
            "equalsIgnoreCase",
            "fillInStackTrace",
            "forName",
            "format",
            "formatted",
            "getAnnotatedInterfaces",
            "getAnnotatedSuperclass",
            "getAnnotation",
            "getAnnotations",
            "getAnnotationsByType",
            "getBytes",
            "getCanonicalName",
            "getCause",
            "getChars",
            "getClass",
            "getClassLoader",
            "getClasses",
            "getComponentType",
            "getConstructor",
            "getConstructors",
            "getDeclaredAnnotation",
            "getDeclaredAnnotations",
            "getDeclaredAnnotationsByType",
            "getDeclaredClasses",
            "getDeclaredConstructor",
            "getDeclaredConstructors",
            "getDeclaredField",
            "getDeclaredFields",
            "getDeclaredMethod",
            "getDeclaredMethods",
            "getDeclaringClass",
            "getEnclosingClass",
            "getEnclosingConstructor",
            "getEnclosingMethod",
            "getEnumConstants",
            "getField",
            "getFields",
            "getGenericInterfaces",
            "getGenericSuperclass",
            "getInterfaces",
            "getLocalizedMessage",
            "getMessage",
            "getMethod",
            "getMethods",
            "getModifiers",
            "getModule",
            "getName",
            "getNestHost",
            "getNestMembers",
            "getPackage",
            "getPackageName",
            "getPermittedSubclasses",
            "getProtectionDomain",
            "getRecordComponents",
            "getResource",
            "getResourceAsStream",
            "getSigners",
            "getSimpleName",
            "getStackTrace",
            "getSuperclass",
            "getSuppressed",
            "getTypeName",
            "getTypeParameters",
            "hasNext",
            "hashCode",
            "indent",
            "indexOf",
            "initCause",
            "intern",
            "isAnnotation",
            "isAnnotationPresent",
            "isAnonymousClass",
            "isArray",
            "isAssignableFrom",
            "isBlank",
            "isEmpty",
            "isEnum",
            "isHidden",
            "isInstance",
            "isInterface",
            "isLocalClass",
            "isMemberClass",
            "isNestmateOf",
            "isPrimitive",
            "isRecord",
            "isSealed",
            "isSynthetic",
            "iterator",
            "join",
            "keySet",
            "lastIndexOf",
            "length",
            "lines",
            "matches",
            "name",
            "newInstance",
            "notify",
            "notifyAll",
            "offsetByCodePoints",
            "ordinal",
            "printStackTrace",
            "printf",
            "println",
            "put",
            "putAll",
            "regionMatches",
            "repeat",
            "replace",
            "replaceAll",
            "replaceFirst",
            "resolveConstantDesc",
            "setStackTrace",
            "size",
            "split",
            "startsWith",
            "strip",
            "stripIndent",
            "stripLeading",
            "stripTrailing",
            "subSequence",
            "substring",
            "toCharArray",
            "toGenericString",
            "toLowerCase",
            "toString",
            "toUpperCase",
            "transform",
            "translateEscapes",
            "trim",
            "valueOf",
            "values",
            "wait",
        ]
    ),
)
