-- Undoing an import erased people whom a later import had found: a row that finds somebody uses nothing of them.
-- The version before goes on: it keeps no matches, and undoes what it has made as before.
create table import_matches (
  tenant_id uuid not null,
  import_id uuid not null,
  subject_id uuid not null,
  made_by uuid not null,
  primary key (tenant_id, import_id, subject_id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, made_by) references imports (tenant_id, id) on delete cascade
);
call isolate_by_tenant('import_matches');
comment on table import_matches is 'People whom another import has made and this one has found, while they have an identity and the other can be undone.';
comment on column import_matches.made_by is 'The import that has made the person.';
create index import_matches_of_subject on import_matches (tenant_id, subject_id);
create index import_matches_of_maker on import_matches (tenant_id, made_by);
grant select, insert, delete on import_matches to {{server}};
grant select on import_matches to {{reader}};

create function delete_matches_without_identity() returns trigger language plpgsql as $$
begin
  delete from import_matches c
  where c.tenant_id = old.tenant_id and c.subject_id = old.subject_id and not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id
  );
  return null;
end $$;
create constraint trigger matches_without_identity after delete on subject_identities
  deferrable initially deferred for each row execute function delete_matches_without_identity();
