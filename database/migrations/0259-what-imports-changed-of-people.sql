-- Changing an identity deletes and inserts it, and with it what an import had changed of the person was forgotten: undoing the import
-- neither put that back nor counted it. It now ends as details do, with the identity that is gone at the end of the transaction.
-- The version before goes on: it writes the same rows, and whatever it erases or merges takes them along.
alter table import_changes drop constraint import_changes_tenant_id_subject_id_fkey;
alter table import_changes add foreign key (tenant_id, subject_id) references subjects (tenant_id, id) on delete cascade;
comment on table import_changes is 'Details of people that an import has taken from its file, while they have an identity.';
create function delete_changes_without_identity() returns trigger language plpgsql as $$
begin
  delete from import_changes c
  where c.tenant_id = old.tenant_id and c.subject_id = old.subject_id and not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id
  );
  return null;
end $$;
create constraint trigger changes_without_identity after delete on subject_identities
  deferrable initially deferred for each row execute function delete_changes_without_identity();
