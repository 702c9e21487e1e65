-- Files that wait while somebody leaves, columns that are known from earlier files, and erasures of people without an account.
-- The version before goes on: it sets neither column, cancels what waits when anybody leaves, and asks for columns again.
alter table imports
  add column columns_are_kept boolean not null default false,
  add column leavers text[] not null default '{}';
comment on column imports.columns_are_kept is 'True if the columns are those that were assigned to an earlier file with these headers.';
comment on column imports.leavers is 'Hashes, with the tenant''s secret, of people who were erased while the file was not read to its end. If it names one of them it is cancelled.';
comment on table erasures is 'People whose accounts were deleted, and people without one whom the undoing of an import erased. Nothing identifies the former any more but this id, which no account has if an older backup was restored; the latter have an id together that nothing else has.';
