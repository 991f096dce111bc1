"""JavaScript: blocks have names of their own; functions and `var` are known in all of the function around."""

from __future__ import annotations

import re

from indexer.languages.scoping import Expecting, Scoping, Shape

_OUTSIDE = "string template_string number regex true false null undefined unary_expression update_expression"
# What the language has, browsers and Node.js, as far as code names it often.
_BUILTINS = """
AggregateError Array ArrayBuffer AsyncFunction AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator
Atomics Awaited BigInt BigInt64Array BigUint64Array Boolean Capitalize ClassDecorator ConstructorParameters DataView
Date Error EvalError Exclude Extract FinalizationRegistry Float32Array Float64Array Function Generator
GeneratorFunction Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable IterableIterator Iterator JSON
JSX Lowercase Map Math MethodDecorator NaN NoInfer NonNullable Number Object Omit OmitThisParameter ParameterDecorator
Parameters Partial Pick Promise PromiseConstructor PromiseFulfilledResult PromiseLike PromiseRejectedResult
PromiseSettledResult PropertyDecorator PropertyDescriptor PropertyKey Proxy ProxyHandler RangeError Readonly
ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp RegExpExecArray RegExpMatchArray Required
ReturnType Set SharedArrayBuffer String Symbol SyntaxError TemplateStringsArray ThisParameterType ThisType TypeError
TypedPropertyDescriptor URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakKey
WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis
isFinite isNaN parseFloat parseInt unescape undefined

AbortController AbortSignal Attr Audio Blob BroadcastChannel BufferSource CDATASection CSS CSSRule CSSStyleDeclaration
CSSStyleSheet CanvasRenderingContext2D CharacterData Comment CryptoKey CustomElementRegistry CustomEvent DOMException
DOMParser DOMRect DOMRectReadOnly DOMStringMap DOMTokenList DataTransfer Document DocumentFragment DocumentType
DragEvent Element ElementInternals ErrorEvent Event EventInit EventListener EventListenerObject
EventListenerOrEventListenerObject EventSource EventTarget File FileList FileReader FocusEvent FormData
GlobalEventHandlers HTMLCollection Headers HeadersInit History IDBDatabase Image ImageBitmap ImageData InputEvent
IntersectionObserver IntersectionObserverEntry KeyboardEvent Location MathMLElement MediaQueryList MediaStream
MessageChannel MessageEvent MessagePort MouseEvent MutationObserver MutationRecord NamedNodeMap Navigator Node
NodeFilter NodeJS NodeList NodeListOf Notification Option ParentNode Performance PerformanceObserver PointerEvent
PopStateEvent ProgressEvent PromiseRejectionEvent Range ReadableStream ReadableStreamDefaultController
ReadableStreamDefaultReader Request RequestInfo RequestInit ResizeObserver ResizeObserverEntry Response ResponseInit
Selection ShadowRoot Storage StorageEvent StyleSheet SubmitEvent SubtleCrypto Text TextDecoder TextDecoderStream
TextEncoder TouchEvent TransformStream TransitionEvent TreeWalker UIEvent URL URLSearchParams WebAssembly
WebGLRenderingContext WebSocket WheelEvent Window Worker WritableStream WritableStreamDefaultWriter XMLHttpRequest
XMLSerializer XPathResult addEventListener alert atob btoa caches cancelAnimationFrame cancelIdleCallback
clearInterval clearTimeout confirm console crypto customElements devicePixelRatio dispatchEvent document fetch frames
getComputedStyle getSelection history indexedDB innerHeight innerWidth localStorage location matchMedia navigator
performance postMessage prompt queueMicrotask removeEventListener reportError requestAnimationFrame
requestIdleCallback screen scrollTo self sessionStorage setInterval setTimeout structuredClone trustedTypes window

Buffer BufferEncoding __dirname __filename clearImmediate exports global module process require setImmediate

afterAll afterEach beforeAll beforeEach describe expect expectTypeOf it jest suite test vi vitest
"""
# What strings, arrays, maps, promises, elements of a page and their like have.
_MEMBERS = """
add addEventListener append appendChild apply assign at attributes bind body byteLength call catch charAt charCodeAt
childElementCount childNodes children classList className clear clearTimeout cloneNode codePointAt concat constructor
contains copyWithin create createComment createElement createElementNS createTextNode currentTarget dataset debug
defineProperties defineProperty delete description dispatchEvent done endsWith entries error every exec fill filter
finally find findIndex findLast findLastIndex firstChild firstElementChild flat flatMap flags floor focus forEach
freeze from fromCharCode fromEntries getAttribute getBoundingClientRect getElementById getOwnPropertyDescriptor
getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf getTime global groups has
hasAttribute hasOwn hasOwnProperty head ignoreCase includes indexOf info innerHTML innerText insertBefore is isArray
isExtensible isFinite isFrozen isInteger isNaN isPrototypeOf join keys lastChild lastIndex lastIndexOf
lastElementChild length localeCompare log map match matchAll max min nextElementSibling nextSibling nodeName nodeType
nodeValue normalize now outerHTML ownKeys ownerDocument padEnd padStart parentElement parentNode parse pop pow
preventDefault preventExtensions previousSibling propertyIsEnumerable prototype push querySelector querySelectorAll
race raw reduce reduceRight reject removeAttribute removeChild removeEventListener repeat replace replaceAll
replaceChild resolve reverse round search setAttribute setPrototypeOf shift size slice some sort splice split stack
startsWith stopPropagation stringify substr substring sqrt tagName target test textContent then toFixed toISOString
toJSON toLocaleLowerCase toLocaleString toLocaleUpperCase toLowerCase toString toUpperCase trim trimEnd trimLeft
trimRight trimStart trunc unshift valueOf values warn mock mockClear mockImplementation mockReset mockResolvedValue
mockRestore mockReturnValue not rejects resolves spyOn toBe toBeCalled toBeCalledTimes toBeCalledWith toBeCloseTo
toBeDefined toBeFalsy toBeGreaterThan toBeInstanceOf toBeLessThan toBeNull toBeTruthy toBeUndefined toContain toEqual
toHaveBeenCalled toHaveBeenCalledTimes toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenWarned toHaveLength
toHaveProperty toMatch toMatchInlineSnapshot toMatchObject toMatchSnapshot toStrictEqual toThrow toThrowError
"""

SCOPING = Scoping(
    identifiers=frozenset(
        [
            "identifier",
            "property_identifier",
            "private_property_identifier",
            "shorthand_property_identifier",
            "shorthand_property_identifier_pattern",
            "statement_identifier",
        ]
    ),
    members=frozenset(["property_identifier", "private_property_identifier"]),
    shapes={
        "member_expression": Shape("member", ("object", "property")),
        "call_expression": Shape("call", ("function",)),
        "new_expression": Shape("call", ("constructor",)),
        "await_expression": Shape("same", (0,)),
        "parenthesized_expression": Shape("same", (0,)),
        "assignment_expression": Shape("same", ("right",)),
        "binary_expression": Shape("either", ("left", "right")),
        "ternary_expression": Shape("either", ("consequence", "alternative")),
        "subscript_expression": Shape("item", ("object",)),
        "array": Shape("list", (0,)),
        "object": Shape("scope"),
        "class": Shape("scope"),
        "arrow_function": Shape("function", ("body",)),
        "this": Shape("this"),
        "super": Shape("super"),
        **{kind: Shape("outside") for kind in _OUTSIDE.split()},
    },
    lists=frozenset(["object_pattern", "array_pattern", "rest_pattern"]),
    elements=frozenset(["array_pattern"]),
    keyed=frozenset(["object_pattern"]),
    pairs={"pair_pattern": ("key", "value")},
    defaults={"assignment_pattern": "left", "object_assignment_pattern": "left"},
    expecting=Expecting(
        literals=frozenset(["object"]),
        keys={"pair": "key", "method_definition": "name"},
        same=frozenset(["parenthesized_expression", "ternary_expression", "binary_expression"]),
        typed={
            "variable_declarator": "type",
            "required_parameter": "type",
            "optional_parameter": "type",
            "public_field_definition": "type",
            "as_expression": 1,
            "satisfies_expression": 1,
        },
        assigned={"assignment_expression": "left"},
        lists=frozenset(["array"]),
        arguments=frozenset(["arguments"]),
        returns=frozenset(["return_statement", "arrow_function"]),
    ),
    shorthands=frozenset(["shorthand_property_identifier", "shorthand_property_identifier_pattern"]),
    class_sees_itself=False,
    module_separator="/",
    constructors=("constructor",),
    outside_names=dict.fromkeys(
        ["jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element"], re.compile(r"[a-z][a-z0-9-]*")
    ),
    builtins=frozenset(_BUILTINS.split()),
    builtin_pattern=re.compile(r"(HTML|SVG|WebGL|CSS|IDB|RTC)\w+"),
    outside_members=frozenset(_MEMBERS.split()),
    marks="indexer.extract.page_scripts:marks",
    marked="script",
)
