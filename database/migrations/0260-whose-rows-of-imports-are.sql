-- Erasing somebody found their rows in files by email, names and date of birth, so that a row that was matched by a local ID stayed once
-- they were named otherwise here.
-- The version before goes on: it leaves the column empty, and finds rows as it did.
alter table import_rows add column subject_id uuid;
comment on column import_rows.subject_id is 'The person here whom the row tells of, for their erasure: whoever it was matched with, or made.';
