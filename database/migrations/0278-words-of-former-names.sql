-- For each tenant, in a transaction of its own. Whoever was merged into another is found in lists by the names that they had, as by
-- their email and IDs. See docs/decisions/0134-found-by-former-names.md.

-- This takes words apart as the program does (contract/subjects/search-words.ts).
create or replace function pg_temp.starts_of(marked text) returns setof text language sql immutable as $$
  select distinct replace(substr(marked, n), '''', '') from generate_series(1, char_length(marked)) as n
  where strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n, 1)) = 0
    and (n = 1 or strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n - 1, 1)) > 0)
    and strpos(substr(marked, 1, n - 1), '@') = 0 $$;

insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
select g.tenant_id, word, g.subject_id, g.group_id, g.organisation_id
from (
  select subject_id, search_marked(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''))) as line
  from merged_subjects
  where first_name <> '' or last_name <> ''
  offset 0
) as names
join subject_groups g on g.subject_id = names.subject_id, pg_temp.starts_of(names.line) as word
where word <> ''
on conflict do nothing;
-- Their words are asked for themselves until the subject is changed.
update subject_words set whole = null
where whole is not null
  and subject_id in (select subject_id from merged_subjects where first_name <> '' or last_name <> '');
