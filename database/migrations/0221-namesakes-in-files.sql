-- Whether two people of one name and date of birth in files are one. See docs/decisions/0121-told-apart-by-all-that-is-known.md.
-- The version before goes on: it keeps nothing of what files tell of people, and asks about nobody.
alter table imported_people add column facts jsonb not null default '{}';
comment on column imported_people.facts is 'Hashes, with the tenant''s secret, of what files have told of the person: contract/imports/person-facts.ts.';
comment on column imported_people.key is 'A hash of the group, the names and the date of birth with the tenant''s secret; of several people with the same, the number of each but the first stands behind it.';
grant update (facts) on imported_people to {{server}};

alter table import_rows
  add column person_answer text check (person_answer in ('same', 'another')),
  add column namesake int check (namesake >= 0);
comment on column import_rows.person_answer is 'Whether the person of the row is the one who was asked about, or somebody else.';
comment on column import_rows.namesake is 'Which of the people with the same names and date of birth it is, counted from 0.';
create index import_rows_of_person on import_rows (tenant_id, import_id, person_key) where person_key is not null;
