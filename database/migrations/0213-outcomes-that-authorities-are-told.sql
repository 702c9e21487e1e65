-- An authority is told what a set of tests says in the place of what its last test says. See docs/decisions/0116-testing-algorithms.md.
-- The version before goes on: it makes items of no such outcome, and writes none into the column.
alter table notifications
  add column outcome text check (outcome in ('positive', 'negative', 'inconclusive')),
  add check (outcome is null or set_version > 0);
comment on column notifications.outcome is 'What is told in the place of the result of the test: what its set says, if the test itself says something else. A removal has none of its own: it takes back what it refers to.';
