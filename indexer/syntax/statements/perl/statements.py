"""How a statement begins, and what stands between the word that announces a block and the block."""

from __future__ import annotations

from indexer.syntax.statements.lexer import BEGIN, END
from indexer.syntax.statements.perl.blocks import Blocks
from indexer.syntax.statements.perl.runs import CONDITION
from indexer.syntax.statements.perl.state import (
    AFTER,
    FINISHED,
    HEADER,
    LABELED,
    OPERATOR,
    PICTURE,
    STATEMENT,
    TERM,
    Quote,
)
from indexer.syntax.statements.perl.tokens import (
    ATTRIBUTE,
    BARE_WORD,
    BRACE_OR_END,
    DECLARED_NAME,
    END_MARKS,
    END_OF_CODE,
    FAT_COMMA,
    FORMAT_HEAD,
    HASH_START,
    HEADER_WORD,
    LABEL,
    PACKAGE_NAME,
    PROTOTYPE,
    USED_NAME,
)
from indexer.syntax.statements.perl.words import ARGUMENTS, BRACED, DECLARATORS, HEADERS, QUOTING, STARTING, SUBS


class Statements(Blocks):
    """What the reader of a line knows of statements."""

    __slots__ = ()

    def between_statements(self, char: int) -> bool:
        """The first token of a statement, or what continues the one before it; False where it is read as any other."""
        if self.expect == AFTER and self.after_block(char):
            return True
        return char != 125 and self._statement(char)

    def _statement(self, char: int) -> bool:
        """The first token of a statement, or the one behind its label. Most are read as in any expression."""
        text, pos = self.text, self.pos
        if char == 59:  # ';'
            self.pos += 1
            if self.expect == LABELED:
                self.events.append((END, self.pos, None))
                self.expect = STATEMENT
            return True
        if self.expect == STATEMENT:
            if char in END_MARKS and END_OF_CODE.match(text, pos):
                self.finish(FINISHED)
                return True
            self.events.append((BEGIN, pos, None))
        self.head = ""
        if char == 123:  # '{'
            if HASH_START.match(text, pos):
                self.push(125, OPERATOR)
                self.pos += 1
            else:
                self.open("anonymous", AFTER, "anonymous")
            return True
        self.expect = TERM
        match = BARE_WORD.match(text, pos)
        if not match:
            return False
        word, end = match[0], match.end()
        if word not in QUOTING and word != b"default" and (label := LABEL.match(text, end)):
            self.pos = label.end()
            self.expect = LABELED
            return True
        return word in STARTING and not FAT_COMMA.match(text, end) and self._starting_word(word, end)

    def _starting_word(self, word: bytes, end: int) -> bool:
        """A word that means something else at the start of a statement than elsewhere."""
        text = self.text
        if word in HEADERS and text[end : end + 2] not in (b"::", b"->"):
            self.head = word.decode()
        elif word in BRACED and BRACE_OR_END.match(text, end):
            self.head = BRACED[word]
        elif word == b"package" and (name := PACKAGE_NAME.match(text, end)):
            self.head = "package"
            end = name.end()
        elif word in DECLARATORS and (name := DECLARED_NAME.match(text, end)):
            self.head = word.decode()
            end = name.end()
        elif (word == b"use" or word == b"no") and (name := USED_NAME.match(text, end)):
            self.pos = name.end()
            return True
        elif word == b"format" and FORMAT_HEAD.match(text, end):
            self.finish(PICTURE)
            return True
        else:
            return False
        self.expect = HEADER
        self.pos = end
        return True

    def header(self, char: int) -> bool:
        """Between the word that announces a block and the block; False where there is none after all."""
        text, pos, expect, head = self.text, self.pos, self.expect, self.head
        if char == 123:
            after = AFTER if expect == HEADER else TERM if head in ARGUMENTS else OPERATOR
            self.open(head, after, head if expect == HEADER else "")
        elif char == 40:
            if match := (PROTOTYPE if head in SUBS else CONDITION).match(text, pos):
                self.pos = match.end()
            else:
                self.push(41, expect, head)
                self.head = ""
                self.pos += 1
        elif char == 58:  # ':'
            match = ATTRIBUTE.match(text, pos)
            assert match
            self.pos = match.end()
            if match.lastindex:
                self.quoted(self.pos, Quote(b":", 40, 41, 1, 1, expect))
        elif head == "do" or head == "eval":
            self.expect = TERM
            self.head = ""
            return False
        else:
            match = HEADER_WORD.match(text, pos)
            if match and match[0] == b"qw":
                self.quoted(match.end(), Quote(b"qw", 0, 0, 0, 1, expect))
            else:
                self.pos = match.end() if match else pos + 1
        return True
