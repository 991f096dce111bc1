<?php
// Prints the definitions that PHP's own tokens show in the files named on standard input, one JSON object a file:
// {"path", "definitions": [[name, row of the name, 0, last row, kind]]}. Files with syntax errors are left out.

const KINDS = [
    T_FUNCTION => 'function', T_CLASS => 'class', T_INTERFACE => 'interface', T_TRAIT => 'trait', T_ENUM => 'enum',
];

/** The row of the brace or the semicolon that ends the definition whose name is at $at. */
function last_row(array $tokens, int $at): int
{
    $depth = 0;
    for (; $at < count($tokens); $at++) {
        if ($tokens[$at]->text === '{' || $tokens[$at]->is([T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
            $depth++;
        } elseif ($tokens[$at]->text === '}' && --$depth === 0) {
            return $tokens[$at]->line;
        } elseif ($tokens[$at]->text === ';' && $depth === 0) {
            return $tokens[$at]->line;
        }
    }
    return 0;
}

/** The constants of the declaration whose keyword is at $at: each name stands before an equals sign. */
function constants(array $tokens, int $at): array
{
    $found = [];
    $depth = 0;
    for ($at++; $depth >= 0 && isset($tokens[$at]); $at++) {
        $text = $tokens[$at]->text;
        if ($depth === 0 && $text === ';') {
            break;
        }
        $depth += in_array($text, ['(', '[', '{'], true) <=> in_array($text, [')', ']', '}'], true);
        if ($depth === 0 && $text === '=') {
            $found[] = [$tokens[$at - 1]->text, $tokens[$at - 1]->line, 0, 0, 'constant'];
        }
    }
    return $found;
}

function definitions(array $tokens): array
{
    $found = [];
    foreach ($tokens as $at => $token) {
        $before = $tokens[$at - 1] ?? null;
        if ($before?->is([T_DOUBLE_COLON, T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_USE, T_NEW])) {
            continue;
        }
        if ($token->id === T_CONST) {
            array_push($found, ...constants($tokens, $at));
        }
        if (!isset(KINDS[$token->id])) {
            continue;
        }
        $name = $tokens[$at + 1]->text === '&' ? $at + 2 : $at + 1;
        $called = $token->id !== T_FUNCTION || $tokens[$name + 1]->text === '(';
        if ($called && preg_match('/^[a-z_\x80-\xff]/i', $tokens[$name]->text) && $tokens[$name]->id !== T_EXTENDS) {
            $found[] = [$tokens[$name]->text, $tokens[$name]->line, 0, last_row($tokens, $name), KINDS[$token->id]];
        }
    }
    return $found;
}

error_reporting(0);
ini_set('memory_limit', '2G');
while (($path = fgets(STDIN)) !== false) {
    $path = rtrim($path, "\n");
    try {
        $tokens = PhpToken::tokenize(file_get_contents($path), TOKEN_PARSE);
    } catch (Throwable $error) {
        continue;
    }
    $tokens = array_values(array_filter($tokens, fn ($token) => !$token->isIgnorable()));
    echo json_encode(['path' => $path, 'definitions' => definitions($tokens)], JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
