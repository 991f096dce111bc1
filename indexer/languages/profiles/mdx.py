"""MDX."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    links="indexer.graph.links:markdown_links",
    imports="indexer.graph.imports.ecmascript:EcmascriptResolver",
    layout=Layout(scanner="indexer.blocks.commonmark:scan_mdx"),
)
