-- Of two words that each begin many, the rows of one are read and must tell whether the subject has the other, too: asking the
-- table for each of them took thirty times as long. With all that a subject is found by in the index, it is read there.
alter table subject_words add column whole text collate "C";
comment on column subject_words.whole is
  'All that the subject is found by, each start of a word after a space; null where that is too long for an index.';

-- As the program folds and takes words apart (contract/subjects/search-words.ts).
create function pg_temp.spaced(line text) returns text language sql immutable as $$
  select regexp_replace(split_part(line, '@', 1), '(^|[ \t.,_+''()/-])(?=[^ \t.,_+''()/-])', '\1 ', 'g')
    || coalesce(regexp_replace(substring(line from '@.*$'), '\s', '', 'g'), '') $$;
create function pg_temp.folded(line text) returns text language sql immutable as
  $$ select lower(regexp_replace(normalize(line, NFD), '[\u0300-\u036f]', '', 'g')) $$;

alter table subject_identities no force row level security;
alter table merged_subjects no force row level security;
alter table subject_words no force row level security;
update subject_words as w set whole = case when octet_length(found.whole) <= 1000 then found.whole end
from (
  select tenant_id, subject_id, string_agg(pg_temp.spaced(line), ' ') as whole
  from (
    select tenant_id, subject_id, pg_temp.folded(line) as line
    from subject_identities,
      unnest(array[concat_ws(' ', first_name, last_name), email, local_id, custom_id_1, custom_id_2]) as line
    union
    select tenant_id, subject_id, pg_temp.folded(line)
    from merged_subjects, unnest(array[email, local_id, custom_id_1, custom_id_2]) as line
  ) as lines
  where line <> ''
  group by tenant_id, subject_id
) as found
where found.tenant_id = w.tenant_id and found.subject_id = w.subject_id;
alter table subject_identities force row level security;
alter table merged_subjects force row level security;
alter table subject_words force row level security;
drop function pg_temp.spaced(text);
drop function pg_temp.folded(text);

alter table subject_words drop constraint subject_words_pkey,
  add primary key (tenant_id, word, subject_id, group_id) include (organisation_id, whole);

-- Those that words lead to are put in their order from this alone.
alter table subject_words drop constraint subject_words_tenant_id_subject_id_group_id_fkey;
alter table subject_groups drop constraint subject_groups_pkey,
  add primary key (tenant_id, subject_id, group_id)
    include (organisation_id, name_key, is_home, is_first_of_organisation);
alter table subject_words add foreign key (tenant_id, subject_id, group_id)
  references subject_groups (tenant_id, subject_id, group_id) on delete cascade;
