"""From trees to records: structure items, then symbols, folds and selections."""
