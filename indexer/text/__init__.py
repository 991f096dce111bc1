"""From bytes on disk or in an editor to text with rows: decoding, the line index, positions, edits."""
