-- For each tenant, in a transaction of its own. What is stored is found without dashes and spaces, too.
create or replace function pg_temp.compared(id text) returns text language sql immutable as
  $$ select translate(replace(search_marked(id), '''', ''), ' -', '') $$;
-- As the program takes words apart (contract/subjects/search-words.ts).
create or replace function pg_temp.starts_of(marked text) returns setof text language sql immutable as $$
  select distinct replace(substr(marked, n), '''', '') from generate_series(1, char_length(marked)) as n
  where strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n, 1)) = 0
    and (n = 1 or strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n - 1, 1)) > 0)
    and strpos(substr(marked, 1, n - 1), '@') = 0 $$;
insert into user_words (tenant_id, word, user_id)
select tenant_id, translate(word, ' -', ''), user_id from user_words
where word ~ '[0-9]' and word ~ '[ -]'
on conflict do nothing;
insert into organisation_words (tenant_id, word, organisation_id)
select tenant_id, translate(word, ' -', ''), organisation_id from organisation_words
where word ~ '[0-9]' and word ~ '[ -]'
on conflict do nothing;
insert into group_words (tenant_id, word, group_id)
select tenant_id, translate(word, ' -', ''), group_id from group_words
where word ~ '[0-9]' and word ~ '[ -]'
on conflict do nothing;
insert into assay_words (tenant_id, word, assay_id)
select tenant_id, translate(word, ' -', ''), assay_id from assay_words
where word ~ '[0-9]' and word ~ '[ -]'
on conflict do nothing;
insert into invite_words (tenant_id, word, invite_id)
select tenant_id, translate(word, ' -', ''), invite_id from invite_words
where word ~ '[0-9]' and word ~ '[ -]'
on conflict do nothing;
insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id, whole)
select tenant_id, translate(word, ' -', ''), subject_id, group_id, organisation_id, whole from subject_words
where word ~ '[0-9]' and word ~ '[ -]'
on conflict do nothing;
-- As the program compares IDs: each, two custom IDs as one, and all from each of their words and from their first digit.
insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
select g.tenant_id, word, g.subject_id, g.group_id, g.organisation_id
from (
  select subject_id, pg_temp.compared(id) as compared
  from (
    select subject_id, local_id, custom_id_1, custom_id_2 from subject_identities
    union all
    select subject_id, local_id, custom_id_1, custom_id_2 from merged_subjects
  ) as known, unnest(array[local_id, custom_id_1, custom_id_2, custom_id_1 || custom_id_2]) as id
  where id is not null
  offset 0
) as ids
join subject_groups as g on g.subject_id = ids.subject_id,
  lateral (
    select compared union select pg_temp.starts_of(compared) union select substring(compared from '[^0-9]([0-9].*)$')
  ) as own (word)
where word <> ''
on conflict do nothing;
-- Of IDs without a digit that are written with dashes or spaces, and of what has a gap among the letters before its first digit, their
-- words are asked for themselves until the subject is changed.
update subject_words set whole = null
where whole is not null and subject_id in (
  select subject_id
  from (
    select subject_id, local_id, custom_id_1, custom_id_2 from subject_identities
    union all
    select subject_id, local_id, custom_id_1, custom_id_2 from merged_subjects
  ) as known, unnest(array[local_id, custom_id_1, custom_id_2, custom_id_1 || custom_id_2]) as id
  where id !~ '[0-9]' and (id ~ '[^A-Za-z]' or custom_id_2 is not null)
  union
  select subject_id from subject_words where word ~ '^[^0-9]*[ -][^0-9 -][^0-9]*[0-9]');
