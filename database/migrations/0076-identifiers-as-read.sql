-- For each tenant, in a transaction of its own. IDs of subjects that differ only in what nobody sees, such as the kind of a space or a
-- hyphen, are the same ID from now on. What is stored is read as the program reads what is typed (readIdentifier,
-- contract/rules/written-characters.ts).
create or replace function pg_temp.signs(first int, last int) returns text language sql immutable as
  $$ select string_agg(chr(n), '' order by n) from generate_series(first, last) as n $$;
create or replace function pg_temp.read(value text) returns text language sql immutable as $$
  select nullif(normalize(btrim(regexp_replace(
    translate(
      regexp_replace(
        regexp_replace(value, '[\u0009-\u000d\u0085\u00a0\u115f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]', ' ', 'g'),
        '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff]',
        '', 'g'),
      pg_temp.signs(65281, 65374) || pg_temp.signs(1632, 1641) || pg_temp.signs(1776, 1785)
        || pg_temp.signs(8208, 8213) || chr(8722) || chr(65112) || chr(65123),
      pg_temp.signs(33, 126) || '0123456789' || '0123456789' || '---------'),
    ' {2,}', ' ', 'g')), NFC), '') $$;

create temporary table read_ids on commit drop as
select tenant_id, subject_id, group_id, pg_temp.read(local_id) as local_id,
  pg_temp.read(custom_id_1) as custom_id_1, pg_temp.read(custom_id_2) as custom_id_2
from subject_identities
-- Most are read as they are.
where concat_ws(' ', local_id, custom_id_1, custom_id_2) !~ '^([!-~]+( [!-~]+)*)?$'
  and (local_id, custom_id_1, custom_id_2) is distinct from
    (pg_temp.read(local_id), pg_temp.read(custom_id_1), pg_temp.read(custom_id_2));
create temporary table read_former_ids on commit drop as
select tenant_id, id, subject_id, pg_temp.read(local_id) as local_id,
  pg_temp.read(custom_id_1) as custom_id_1, pg_temp.read(custom_id_2) as custom_id_2
from merged_subjects
where concat_ws(' ', local_id, custom_id_1, custom_id_2) !~ '^([!-~]+( [!-~]+)*)?$'
  and (local_id, custom_id_1, custom_id_2) is distinct from
    (pg_temp.read(local_id), pg_temp.read(custom_id_1), pg_temp.read(custom_id_2));

update merged_subjects as m
set local_id = r.local_id, custom_id_1 = r.custom_id_1, custom_id_2 = r.custom_id_2
from read_former_ids as r
where m.tenant_id = r.tenant_id and m.id = r.id;
update subject_merges as m
set identity = m.identity || jsonb_build_object(
  'localId', pg_temp.read(m.identity ->> 'localId'),
  'customId1', pg_temp.read(m.identity ->> 'customId1'),
  'customId2', pg_temp.read(m.identity ->> 'customId2'))
from read_former_ids as r
where m.tenant_id = r.tenant_id and m.merged_subject_id = r.id and m.identity is not null;

update subject_identities as i set local_id = r.local_id
from read_ids as r
where i.tenant_id = r.tenant_id and i.subject_id = r.subject_id and i.local_id is distinct from r.local_id;
-- A group has one subject of these two IDs: of several, the one that has them already, or else the one that was added first. The
-- others keep what they have, so that none is lost, and are shown as possible duplicates.
update subject_identities as i set custom_id_1 = r.custom_id_1, custom_id_2 = r.custom_id_2
from (
  select distinct on (tenant_id, group_id, lower(custom_id_1), lower(custom_id_2)) *
  from read_ids
  where custom_id_1 is not null and custom_id_2 is not null
  order by tenant_id, group_id, lower(custom_id_1), lower(custom_id_2), subject_id
) as r
where i.tenant_id = r.tenant_id and i.subject_id = r.subject_id
  and (i.custom_id_1, i.custom_id_2) is distinct from (r.custom_id_1, r.custom_id_2)
  and not exists (
    select from subject_identities as other
    where other.tenant_id = r.tenant_id and other.group_id = r.group_id and other.subject_id <> r.subject_id
      and other.custom_id_1_key = lower(r.custom_id_1) and other.custom_id_2_key = lower(r.custom_id_2));

-- Each of them is found by its IDs as they are read, those that kept theirs, too. As the program takes words apart
-- (contract/subjects/search-words.ts); what the words before found is found by them still.
create or replace function pg_temp.starts_of(marked text) returns setof text language sql immutable as $$
  select distinct replace(substr(marked, n), '''', '') from generate_series(1, char_length(marked)) as n
  where strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n, 1)) = 0
    and (n = 1 or strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n - 1, 1)) > 0) $$;
create temporary table read_lines on commit drop as
select tenant_id, subject_id, search_marked(line) as line
from (
  select tenant_id, subject_id, local_id, custom_id_1, custom_id_2 from read_ids
  union all
  select tenant_id, subject_id, local_id, custom_id_1, custom_id_2 from read_former_ids
) as changed, unnest(array[local_id, custom_id_1, custom_id_2]) as line
where line <> '';
insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
select g.tenant_id, word, g.subject_id, g.group_id, g.organisation_id
from read_lines as l
join subject_groups as g on g.tenant_id = l.tenant_id and g.subject_id = l.subject_id,
  pg_temp.starts_of(l.line) as word
on conflict do nothing;
-- Their words are asked for themselves until the subject is changed.
update subject_words as w set whole = null
from read_lines as l
where w.tenant_id = l.tenant_id and w.subject_id = l.subject_id and w.whole is not null;
update subject_groups as g
set name_key = replace(search_marked(concat_ws(' ', i.custom_id_1, i.custom_id_2)), '''', '')
from read_ids as r join subject_identities as i on i.tenant_id = r.tenant_id and i.subject_id = r.subject_id
where g.tenant_id = r.tenant_id and g.subject_id = r.subject_id
  and coalesce(i.first_name, i.last_name, i.email) is null and i.custom_id_1 is not null;
