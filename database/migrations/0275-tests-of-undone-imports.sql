-- The tests that an import had made are listed with it after it was undone, as voided ones.
-- The version before goes on: it forgets these keys when an import is undone, and lists nothing of it.
comment on column imported_tests.key is
  'A hash of contract/imports/keys.ts with the tenant''s secret; of an import that was undone, the word undone and the id of the record.';
