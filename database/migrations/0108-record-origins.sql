-- Where a record comes from: made here, from a file, or by a machine with a token. See docs/decisions/0085-where-records-come-from.md.
-- A plain recording names none of these columns.
create table record_origins (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('import', 'token')),
  name text not null check (char_length(name) between 1 and 255),
  recorded_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id, kind, recorded_by),
  foreign key (tenant_id, recorded_by) references users (tenant_id, id)
);
call isolate_by_tenant('record_origins');
comment on table record_origins is 'The imports and tokens by which records came. Rows stay as long as their records, also after the file or the token is gone.';
comment on column record_origins.id is 'That of the import or of the token.';
comment on column record_origins.name is 'The name of the file, or that of the token.';
comment on column record_origins.recorded_by is 'In whose name its records are recorded: who imported the file, or the account of the token.';
grant select, insert on record_origins to {{server}};

-- The version before goes on: its records are made here, as the defaults say. The next migration validates the constraints, which reads
-- the whole table, without the lock that adding columns takes.
alter table test_records
  add column origin text not null default 'here',
  add column origin_id uuid,
  add column source_recorded_by text,
  add constraint test_records_origin check (
    origin in ('here', 'import', 'token')
    and (origin = 'here') = (origin_id is null)
    and (source_recorded_by is null or (origin = 'import' and char_length(source_recorded_by) between 1 and 200))
  ) not valid,
  add constraint test_records_of_origin foreign key (tenant_id, origin_id, origin, recorded_by)
    references record_origins (tenant_id, id, kind, recorded_by) not valid;
comment on column test_records.origin_id is 'The import or the token; null of a record that was made here.';
comment on column test_records.source_recorded_by is 'Who recorded it according to the file; recorded_by is who imported it.';
