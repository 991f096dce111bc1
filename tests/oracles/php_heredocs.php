<?php

// Prints where PHP itself sees the heredocs of files: one JSON object a line, for each file named on a line of
// standard input. `error` is set where PHP does not accept the file; then nothing is known about its heredocs.

declare(strict_types=1);

/** @return list<array{line: int, label: string, end: int}> the lines of openers and terminators, in order of openers */
function heredocs(string $code): array
{
    $found = [];
    $open = [];
    foreach (PhpToken::tokenize($code, TOKEN_PARSE) as $token) {
        if ($token->id === T_START_HEREDOC) {
            $open[] = count($found);
            $found[] = ['line' => $token->line, 'label' => '', 'end' => 0];
        } elseif ($token->id === T_END_HEREDOC) {
            $index = array_pop($open);
            $found[$index]['label'] = trim($token->text);
            $found[$index]['end'] = $token->line;
        }
    }
    return $found;
}

while (($file = fgets(STDIN)) !== false) {
    $file = rtrim($file, "\n");
    $answer = ['file' => $file, 'error' => null, 'heredocs' => []];
    try {
        $answer['heredocs'] = heredocs((string) file_get_contents($file));
    } catch (CompileError $error) {
        $answer['error'] = $error->getMessage();
    }
    echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
