-- Rows of a file that stand above its headers make nothing. See docs/decisions/0126-the-row-of-headers.md.
-- The version before goes on: it writes no such row, and cannot list those of a file that the newer version has read.
alter table import_rows
  drop constraint import_rows_skipped_check,
  add constraint import_rows_skipped_check check (skipped in ('noResult', 'removed', 'repeated', 'known', 'heading')) not valid;
alter table import_rows validate constraint import_rows_skipped_check;
