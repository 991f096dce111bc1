; Pascal, Delphi and Free Pascal. A method is declared in its class and defined below as `TClass.Method`; both are shown.

(unit (moduleName) @name (interface)? @body) @definition.module
(program (moduleName) @name) @definition.module
(library (moduleName) @name) @definition.module

(defProc header: (declProc (kConstructor) name: (_) @name) local: (_)? @body body: (_) @body) @definition.constructor
(defProc header: (declProc name: (_) @name) local: (_)? @body body: (_) @body) @definition.function
(declProc (kConstructor) name: (_) @name) @definition.constructor
(declProc name: (_) @name) @definition.function

(declType name: [(identifier) @name (genericTpl entity: (_) @name)] type: (declClass (kRecord)) @body) @definition.struct
(declType name: [(identifier) @name (genericTpl entity: (_) @name)] type: (declClass) @body) @definition.class
(declType name: [(identifier) @name (genericTpl entity: (_) @name)] type: (declIntf) @body) @definition.interface
(declType name: [(identifier) @name (genericTpl entity: (_) @name)] type: (declHelper) @body) @definition.class
(declType name: (identifier) @name type: (type (declEnum) @body)) @definition.enum
(declType name: [(identifier) @name (genericTpl entity: (_) @name)]) @definition.type
(declEnumValue name: (_) @name) @definition.enum_member
(declField name: (identifier) @name) @definition.field
(declProp name: (_) @name) @definition.property

(defProc) @scope.local
[(declClass) (declIntf) (declHelper)] @scope.class
(declConst name: (identifier) @name) @binding.constant
(declVar name: (identifier) @name) @binding.variable

[
  (interface) (implementation) (initialization) (finalization) (defProc) (declClass) (declIntf) (declHelper)
  (declSection) (declEnum) (declTypes) (declConsts) (declVars) (declUses) (declArgs) (block) (if) (ifElse) (for)
  (foreach) (while) (repeat) (case) (caseCase) (try) (exceptionHandler) (with) (asm) (exprArgs) (arrInitializer)
  (recInitializer) (exprBrackets) (lambda)
] @fold
(comment) @comment
(declUses) @import

[(if) (ifElse)] @block.if
[(for) (foreach) (while) (repeat)] @block.loop
(case) @block.switch
(caseCase) @block.case
(try) @block.try
(exceptionHandler) @block.catch
(with) @block.with
(block) @block.block
(lambda) @block.lambda

(exprCall entity: [(identifier) @name (exprDot rhs: (identifier) @name)]) @reference.call
(statement [(identifier) @name (exprDot rhs: (identifier) @name) (inherited (identifier) @name)]) @reference.call
(declUses (moduleName) @name) @reference.import
(declClass parent: (typeref [(identifier) @name (typerefDot rhs: (identifier) @name)])) @reference.extends
(declIntf parent: (typeref [(identifier) @name (typerefDot rhs: (identifier) @name)])) @reference.extends
(typeref [(identifier) @name (typerefDot rhs: (identifier) @name)]) @reference.type
