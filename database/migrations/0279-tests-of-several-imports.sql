-- Undoing an import voided tests that a later file had brought, too: the later one skipped them as known.
-- The version before goes on: it keeps no such matches, and undoes what an import has made as before.
create table import_test_matches (
  tenant_id uuid not null,
  import_id uuid not null,
  record_id uuid not null,
  made_by uuid not null,
  primary key (tenant_id, import_id, record_id),
  foreign key (tenant_id, record_id) references test_records (tenant_id, id),
  foreign key (tenant_id, made_by) references imports (tenant_id, id) on delete cascade
);
call isolate_by_tenant('import_test_matches');
comment on table import_test_matches is 'Tests that the file of this import brought, too, and another import is responsible for, while the other one can be undone.';
comment on column import_test_matches.made_by is 'The import that has made the test, or was handed it when the one that had made it was undone; undoing it voids the test.';
create index import_test_matches_of_record on import_test_matches (tenant_id, record_id);
create index import_test_matches_of_maker on import_test_matches (tenant_id, made_by);
grant select, insert, delete on import_test_matches to {{server}};
comment on column imported_tests.key is 'A hash of contract/imports/keys.ts with the tenant''s secret; of an import that was undone, the word undone and the ids of the import and of the record.';
