-- What a file says otherwise of people who are known here, and what of it was taken over. See
-- docs/decisions/0125-what-a-file-says-of-known-people.md.
-- The version before goes on: it takes nothing over, and undoes what it has made itself.
alter table import_rows
  add column differences jsonb,
  add column taken text[] not null default '{}';
comment on column import_rows.differences is 'What the row says otherwise than is stored of its person: contract/imports/differences.ts.';
comment on column import_rows.taken is 'The fields of differences that are chosen to be taken from the file; once the row was made, those that were.';

create table import_changes (
  tenant_id uuid not null,
  import_id uuid not null,
  subject_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  primary key (tenant_id, import_id, subject_id),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, subject_id) references subject_identities (tenant_id, subject_id) on delete cascade
);
call isolate_by_tenant('import_changes');
comment on table import_changes is 'Details of people that an import has taken from its file, while they have the identity that they had then.';
comment on column import_changes.before is 'The details that were stored before, by their kinds.';
comment on column import_changes.after is 'The details that the file has.';
create index import_changes_of_subject on import_changes (tenant_id, subject_id);
grant select, insert, update, delete on import_changes to {{server}};
grant select on import_changes to {{reader}};
