-- For each tenant, in a transaction of its own. The words that subjects are found by from now on, beside those of the folding
-- before, which processes of the version before ask for. Only texts that the folding before read otherwise have new ones: a few of a
-- hundred names.

-- As the program folded and took words apart before.
create or replace function pg_temp.formerly_folded(line text) returns text language sql immutable as
  $$ select lower(regexp_replace(normalize(line, NFD), '[\u0300-\u036f]', '', 'g')) $$;
-- As it does now (contract/subjects/search-words.ts): what follows the sign in an email begins no word.
create or replace function pg_temp.starts_of(marked text) returns setof text language sql immutable as $$
  select distinct replace(substr(marked, n), '''', '') from generate_series(1, char_length(marked)) as n
  where strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n, 1)) = 0
    and (n = 1 or strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n - 1, 1)) > 0)
    and strpos(substr(marked, 1, n - 1), '@') = 0 $$;

create temporary table if not exists read_otherwise (subject_id uuid not null, line text not null) on commit delete rows;
insert into read_otherwise
select subject_id, search_marked(line)
from (
  select subject_id, line from subject_identities,
    unnest(array[concat_ws(' ', first_name, last_name), email, local_id, custom_id_1, custom_id_2]) as line
  union all
  select subject_id, line from merged_subjects, unnest(array[email, local_id, custom_id_1, custom_id_2]) as line
  offset 0
) as lines
where line !~ '^[A-Za-z0-9 .,@_+()/-]*$'
  and (search_marked(line) <> pg_temp.formerly_folded(line) or line ~ '[!"#$%&''*:;<=>?[\\\]^{|}~]');
analyze read_otherwise;
insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
select g.tenant_id, word, g.subject_id, g.group_id, g.organisation_id
from read_otherwise r
join subject_groups g on g.subject_id = r.subject_id,
  pg_temp.starts_of(r.line) as word
on conflict do nothing;
-- Their words are asked for themselves until the subject is changed.
update subject_words set whole = null
where whole is not null and subject_id in (select subject_id from read_otherwise);
update subject_groups g
set name_key = replace(search_marked(coalesce(
  nullif(concat_ws(' ', i.last_name, i.first_name), ''), i.email, nullif(concat_ws(' ', i.custom_id_1, i.custom_id_2), ''), '')), '''', '')
from subject_identities i
where i.tenant_id = g.tenant_id and i.subject_id = g.subject_id
  and g.subject_id in (select subject_id from read_otherwise);
