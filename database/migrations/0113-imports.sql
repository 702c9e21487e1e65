-- Files of people and results that are read and shown before anything is made of them. See docs/decisions/0087-imports.md.
create table imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  organisation_id uuid,
  file_name text not null check (char_length(file_name) between 1 and 255),
  byte_size int not null check (byte_size >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'read', 'refused', 'cancelled')),
  zone text not null check (char_length(zone) <= 64),
  answers jsonb,
  head jsonb,
  summary jsonb,
  problem jsonb,
  reading_id uuid,
  rows_read int not null default 0,
  uploaded_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  foreign key (tenant_id, uploaded_by) references users (tenant_id, id),
  check ((state = 'refused') = (problem is not null)),
  check (state <> 'read' or (answers is not null and head is not null and summary is not null))
);
call isolate_by_tenant('imports');
comment on column imports.organisation_id is 'The organisation whose administrator sent the file; null of one for the whole tenant.';
comment on column imports.zone is 'The zone of the clock of who sent the file.';
comment on column imports.answers is 'What the file does not say about itself: contract/imports/answers.ts. Null until its beginning is read.';
comment on column imports.head is 'Layout, headers, and what each column is read as.';
comment on column imports.reading_id is 'The reading that may write rows; another one that was thought dead may not.';
create index imports_by_age on imports (tenant_id, created_at desc, id desc);
create index imports_of_organisation on imports (tenant_id, organisation_id, created_at desc, id desc);
grant select, insert, update, delete on imports to {{server}};

create table import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  line int not null check (line > 0),
  cells jsonb not null,
  content jsonb not null,
  problems jsonb not null,
  outcome text not null check (outcome in ('right', 'wrong', 'skipped')),
  skipped text check (skipped in ('noResult', 'removed', 'repeated')),
  repeats int,
  person_key text,
  test_key text,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references imports (tenant_id, id),
  check ((outcome = 'skipped') = (skipped is not null))
);
call isolate_by_tenant('import_rows');
comment on table import_rows is 'The rows of a file until what is right of them is made, at most for a week.';
comment on column import_rows.line is 'The row in the file, counted from 1 with the headers.';
comment on column import_rows.cells is 'The cells as they are written; null for a formula.';
comment on column import_rows.content is 'Person, test and results as they are understood: contract/imports/imported-row.ts.';
comment on column import_rows.test_key is 'The hash by which the rows of one test are known: contract/imports/keys.ts.';
create index import_rows_of_outcome on import_rows (tenant_id, import_id, outcome, line);
grant select, insert, update, delete on import_rows to {{server}};
