-- Words are kept as one text of columns from here on (annotate/alignments/word_columns.py). Documents of earlier
-- versions are read as they are, and change their form when they are next written: no row is touched here, and an
-- earlier PanGEA, which could not read the new ones, refuses the store by its version.
SELECT 1;
