"""A folder with an index of its own."""

from __future__ import annotations

import os
import time
from pathlib import Path

from indexer.index.indexer import Indexer, Summary
from indexer.index.workers import Pool
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import search
from indexer.settings import Settings
from indexer.store.reader import Store
from indexer.store.writer import Writer


class Indexed:
    """A root with an index of its own."""

    def __init__(self, root: Path, folder: Path, settings: Settings | None = None) -> None:
        self.root = root
        self.folder = folder
        self.settings = settings or Settings(workers=1)

    def update(self, *paths: str) -> Summary:
        writer = Writer.open(self.folder, self.root)
        assert writer is not None
        pool = Pool(1)
        try:
            indexer = Indexer(self.root, self.settings, writer, pool)
            return indexer.update_paths(paths) if paths else indexer.update()
        finally:
            pool.stop()
            writer.close()

    def hits(self, query: str) -> list[str]:
        reader = SafeReader()
        try:
            with Store(self.folder).snapshot() as snapshot:
                answer = search(query, [Corpus(self.root, snapshot, reader)], Limits(hits=None))
        finally:
            reader.stop()
        assert answer.problems == []
        return [f"{hit.path}:{hit.found.row + 1}" for hit in answer.hits]

    def contents(self) -> list[object]:
        """All that the index says, without the numbers it gives things."""
        made: list[object] = []
        with Store(self.folder).snapshot() as snapshot:
            for row in snapshot.table.rows:
                packed = snapshot.packed_references(row.id)
                record = (row.path, row.language, row.size, row.hash, row.lines, row.stage, row.skipped)
                made.append((record, snapshot.symbols(row.id), packed, snapshot.packed_blocks(row.id)))
            paths = {row.id: row.path for row in snapshot.table.rows}
            defined = {
                (name, paths[file])
                for table in snapshot.name_tables
                for row, name in enumerate(table.names())
                for file, *_ in table.definers(row)
                if file in paths
            }
            made.append(sorted(defined))
        return made


def age(path: Path) -> None:
    """Makes a file old enough for its time stamp to be trusted."""
    then = time.time() - 100
    os.utime(path, (then, then))
