-- Undoing a merge gives back what was recorded meanwhile of whoever was merged, too, and a person whom an import has found may be
-- handed to it when the import that made them is undone.
-- The version before goes on: it adds no tests to a merge, and gives back those that were added as those that moved.
comment on column subject_merges.test_record_ids is
  'The tests that moved, and those that were recorded since by the id of whoever was merged, or by rows of files that name them alone.';
comment on table import_matches is
  'People whom this import has found and another one is responsible for, while they have an identity and the other one can be undone.';
comment on column import_matches.made_by is
  'The import that has made the person, or was handed them when the one that had made them was undone; undoing it erases them.';
