"""Which languages there are, and which one a file is written in. No grammar is loaded here."""

from indexer.languages.detect import detect
from indexer.languages.registry import Adapter, Language, by_editor_id, by_name, languages

__all__ = ["Adapter", "Language", "by_editor_id", "by_name", "detect", "languages"]
