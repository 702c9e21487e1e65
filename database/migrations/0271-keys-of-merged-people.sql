-- Whoever was merged into another was found by email, custom IDs and local ID, and not by names, date of birth or NHS number, nor by what
-- files knew of them: the next file made them again. See docs/decisions/0128-whoever-was-merged-is-found.md.
-- The version before goes on: it stores no names and no NHS number of whom it merges, and erases and undoes as before. An import of it
-- that meets somebody who was merged is tried again until this version takes it.
alter table merged_subjects
  add column first_name text check (char_length(first_name) <= 100),
  add column last_name text check (char_length(last_name) <= 100),
  add column nhs_number text check (nhs_number ~ '^\d{10}$'),
  add column name_key text collate "C" generated always as (
    case when last_name <> '' then
      replace(search_marked(last_name || case when first_name <> '' then ' ' || first_name else '' end), '''', '') end
  ) stored;
comment on column merged_subjects.name_key is 'The names as the lists sort them: last name and first name, folded. Null if it was known by none.';

create index merged_subjects_names on merged_subjects (tenant_id, name_key) where name_key is not null;
create index merged_subjects_local_id on merged_subjects (tenant_id, lower(local_id)) where local_id is not null;
create index merged_subjects_date_of_birth on merged_subjects (tenant_id, date_of_birth);
create index merged_subjects_nhs_number on merged_subjects (tenant_id, nhs_number) where nhs_number is not null;

-- What files know of somebody ended with the row of their identity, which merging deletes. It now ends when they are neither known by
-- those names nor a part of somebody else, and so follows a merge and its undoing.
alter table imported_people drop constraint imported_people_tenant_id_subject_id_fkey;
alter table imported_people add foreign key (tenant_id, subject_id) references subjects (tenant_id, id) on delete cascade;
comment on table imported_people is 'People whom imports have made or found, while they have the names and the date of birth of that time, or are merged into somebody.';
create function delete_keys_of_files(tenant uuid, subject uuid) returns void language sql as $$
  delete from imported_people p
  where p.tenant_id = tenant and p.subject_id = subject
    and not exists (select from merged_subjects m where m.tenant_id = tenant and m.id = subject)
$$;
create function delete_keys_without_identity() returns trigger language plpgsql as $$
begin
  if not exists (
    select from subject_identities i
    where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id and i.date_of_birth is not distinct from old.date_of_birth
      and i.last_name is not distinct from old.last_name
      -- A merge gives somebody the first name that they lack, and its undoing takes it away.
      and (i.first_name is null or old.first_name is null or i.first_name = old.first_name)
  ) then
    perform delete_keys_of_files(old.tenant_id, old.subject_id);
  end if;
  return null;
end $$;
create constraint trigger keys_without_identity after delete on subject_identities
  deferrable initially deferred for each row execute function delete_keys_without_identity();
create function delete_keys_without_merge() returns trigger language plpgsql as $$
begin
  if not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.id
  ) then
    perform delete_keys_of_files(old.tenant_id, old.id);
  end if;
  return null;
end $$;
create constraint trigger keys_without_merge after delete on merged_subjects
  deferrable initially deferred for each row execute function delete_keys_without_merge();
