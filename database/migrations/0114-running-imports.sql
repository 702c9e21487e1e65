-- Making people and tests of imported rows. See docs/decisions/0088-running-imports.md.
-- The version before goes on: checks are only replaced by wider ones.
alter table imports
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in (
    'waiting', 'reading', 'matching', 'read', 'refused', 'cancelled', 'running', 'done', 'undoing', 'undone'
  )) not valid,
  add column acting_by uuid,
  add column origin_id uuid,
  add column place int not null default 0,
  add column preview jsonb,
  add column run jsonb,
  add column undo jsonb,
  add column ended_at timestamptz,
  add foreign key (tenant_id, acting_by) references users (tenant_id, id) not valid;
alter table imports validate constraint imports_state_check;
comment on column imports.acting_by is 'In whose name rows are matched, run or undone: who asked for it last.';
comment on column imports.ended_at is 'The end of the last run; from then on it can be undone for a week.';
comment on column imports.origin_id is 'The origin of the records of the present run; another user who goes on has another one.';
comment on column imports.place is 'The line up to which rows are matched or run, kept in the transaction that does so.';

alter table import_rows
  add column match_problems jsonb not null default '[]',
  add column person text check (person in ('made', 'matched')),
  drop constraint import_rows_outcome_check,
  add constraint import_rows_outcome_check check (outcome in ('right', 'wrong', 'skipped', 'made')) not valid,
  drop constraint import_rows_skipped_check,
  add constraint import_rows_skipped_check check (skipped in ('noResult', 'removed', 'repeated', 'known')) not valid;
alter table import_rows validate constraint import_rows_outcome_check, validate constraint import_rows_skipped_check;
comment on column import_rows.match_problems is 'What is wrong with the row here, besides what is wrong with its cells.';
create index import_rows_of_test on import_rows (tenant_id, import_id, test_key) where test_key is not null;

-- The keys of tests and people are hashes with this secret, so that nobody can try names without it.
create table import_secrets (
  tenant_id uuid primary key references tenants (id),
  secret text not null check (char_length(secret) >= 32)
);
call isolate_by_tenant('import_secrets');
grant select, insert on import_secrets to {{server}};

create table imported_tests (
  tenant_id uuid not null,
  key text collate "C" not null,
  import_id uuid not null,
  record_id uuid not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, record_id) references test_records (tenant_id, id)
);
call isolate_by_tenant('imported_tests');
comment on table imported_tests is 'Tests that came from files, so that overlapping files make each once.';
comment on column imported_tests.key is 'A hash of contract/imports/keys.ts with the tenant''s secret.';
create index imported_tests_of_import on imported_tests (tenant_id, import_id, record_id);
grant select, insert, delete on imported_tests to {{server}};

create table imported_people (
  tenant_id uuid not null,
  key text collate "C" not null,
  import_id uuid not null,
  subject_id uuid not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, subject_id) references subject_identities (tenant_id, subject_id) on delete cascade
);
call isolate_by_tenant('imported_people');
comment on table imported_people is 'People whom imports have made, while they have the identity that they were made with.';
comment on column imported_people.key is 'A hash of the group, the names and the date of birth with the tenant''s secret.';
create index imported_people_of_import on imported_people (tenant_id, import_id, subject_id);
create index imported_people_of_subject on imported_people (tenant_id, subject_id);
grant select, insert, delete on imported_people to {{server}};

-- What the columns of a file were assigned to, and which kits and groups its words are, to be proposed for the next file.
create table import_mappings (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('columns', 'kit', 'group')),
  named text not null check (char_length(named) between 1 and 200),
  organisation_id uuid,
  meant jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, organisation_id, kind, named)
);
call isolate_by_tenant('import_mappings');
comment on column import_mappings.named is 'A hash of the headers, or of the words of the file.';
grant select, insert, update, delete on import_mappings to {{server}};
grant select on import_secrets, imported_tests, imported_people, import_mappings to {{reader}};
