; Zig. `pub` stands beside the declaration it belongs to. A struct is a value; it is called by the constant that holds it.

("pub" @definition.function . (Decl (FnProto function: (_) @name) (Block)? @body) @definition.function)
(Decl (FnProto function: (_) @name) (Block)? @body) @definition.function

("pub" @definition.struct . (Decl (VarDecl variable_type_function: (_) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (_ "union")) @body)))) @definition.struct)
(Decl (VarDecl variable_type_function: (_) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (_ "union")) @body)))) @definition.struct
("pub" @definition.enum . (Decl (VarDecl variable_type_function: (_) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (_ "enum")) @body)))) @definition.enum)
(Decl (VarDecl variable_type_function: (_) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl (_ "enum")) @body)))) @definition.enum
("pub" @definition.struct . (Decl (VarDecl variable_type_function: (_) @name
  (ErrorUnionExpr (SuffixExpr . (ContainerDecl) @body)))) @definition.struct)
(Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr (SuffixExpr . (ContainerDecl) @body)))) @definition.struct
("pub" @definition.enum . (Decl (VarDecl variable_type_function: (_) @name
  (ErrorUnionExpr (SuffixExpr . (ErrorSetDecl) @body)))) @definition.enum)
(Decl (VarDecl variable_type_function: (_) @name (ErrorUnionExpr (SuffixExpr . (ErrorSetDecl) @body)))) @definition.enum
("pub" @definition.constant . (Decl (VarDecl "const" variable_type_function: (_) @name)) @definition.constant)
(Decl (VarDecl "const" variable_type_function: (_) @name)) @definition.constant
("pub" @definition.variable . (Decl (VarDecl variable_type_function: (_) @name)) @definition.variable)
(Decl (VarDecl variable_type_function: (_) @name)) @definition.variable

; A container inside a function, bound to a local name.
(Statement (VarDecl variable_type_function: (_) @name (ErrorUnionExpr (SuffixExpr . (ContainerDecl) @body)))) @definition.struct

(ContainerField field_member: (_) @name) @definition.field
(ContainerField !field_member . (ErrorUnionExpr (SuffixExpr . variable_type_function: (_) @name .))) @definition.enum_member
(ErrorSetDecl field_constant: (_) @name @definition.enum_member)
(TestDecl (STRINGLITERALSINGLE) @name (Block) @body) @definition.test
(TestDecl . (IDENTIFIER) @name (Block) @body) @definition.test

(Block) @fold
(ContainerDecl) @fold
(ErrorSetDecl) @fold
(InitList) @fold
(FnCallArguments) @fold
(ParamDeclList) @fold
(SwitchExpr) @fold
(SwitchProng) @fold
(LINESTRING) @fold

[(line_comment) (doc_comment) (container_doc_comment)] @comment
(Decl (VarDecl (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER) @_import))) (#eq? @_import "@import")) @import

(IfStatement) @block.if
(IfExpr) @block.if
(WhileStatement) @block.loop
(ForStatement) @block.loop
(WhileExpr) @block.loop
(ForExpr) @block.loop
(SwitchExpr) @block.switch
(SwitchProng) @block.case
(ComptimeDecl) @block.block
(Block (Statement (LabeledStatement (Block)) @block.block))

(SuffixExpr . variable_type_function: (_) @name . (FnCallArguments)) @reference.call
(FieldOrFnCall function_call: (_) @name) @reference.call
(SuffixExpr . (BUILTINIDENTIFIER) @_import (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @name))) (#eq? @_import "@import")) @reference.import
