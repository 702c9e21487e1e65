-- What the rows of imported files take counts as what a tenant stores. See docs/decisions/0127-turns-and-room-of-imports.md.
-- The version before goes on: its files have rows that count as nothing.
alter table imports
  add column rows_bytes bigint not null default 0 check (rows_bytes >= 0),
  add column rows_removed int not null default 0 check (rows_removed >= 0);
comment on column imports.rows_bytes is 'About how many bytes its rows took when they were read.';
comment on column imports.rows_removed is 'How many of its rows were removed because nothing more is made of them.';
