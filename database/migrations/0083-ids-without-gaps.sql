-- Dashes and spaces make no other ID: what holds a digit is found with and without them. Processes of the version before go on to find
-- what they found.
create or replace function words_of(line text) returns setof text
  language sql immutable
  begin atomic
    with words (word) as (
      select substr(lower(line), n)
      from generate_series(1, char_length(line)) as n
      where strpos(E' \t.,@-_+''()/', substr(line, n, 1)) = 0
        and (n = 1 or strpos(E' \t.,@-_+''()/', substr(line, n - 1, 1)) > 0)
      union
      select replace(substr(marked, n), '''', '')
      from (select search_marked(line) offset 0) as m (marked), generate_series(1, char_length(marked)) as n
      where strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n, 1)) = 0
        and (n = 1 or strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~', substr(marked, n - 1, 1)) > 0)
    )
    select word from words
    union
    select translate(word, ' -', '') from words where word ~ '[0-9]' and word ~ '[ -]';
  end;

-- What processes of the version before write of subjects meanwhile. This version writes the same by itself.
create function join_subject_word() returns trigger
  language plpgsql as $$
begin
  insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id, whole)
  values (new.tenant_id, translate(new.word, ' -', ''), new.subject_id, new.group_id, new.organisation_id, new.whole)
  on conflict do nothing;
  return null;
end $$;
create trigger join_subject_word after insert on subject_words
  for each row when (new.word ~ '[0-9]' and new.word ~ '[ -]') execute function join_subject_word();

create function pg_temp.compared(id text) returns text language sql immutable as
  $$ select translate(replace(search_marked(id), '''', ''), ' -', '') $$;
do $$
declare
  tenant uuid;
begin
  for tenant in select distinct tenant_id from tenant_addresses loop
    perform enter_tenant(tenant);
    insert into user_words (tenant_id, word, user_id)
    select tenant_id, translate(word, ' -', ''), user_id from user_words
    where tenant_id = tenant and word ~ '[0-9]' and word ~ '[ -]'
    on conflict do nothing;
    insert into organisation_words (tenant_id, word, organisation_id)
    select tenant_id, translate(word, ' -', ''), organisation_id from organisation_words
    where tenant_id = tenant and word ~ '[0-9]' and word ~ '[ -]'
    on conflict do nothing;
    insert into group_words (tenant_id, word, group_id)
    select tenant_id, translate(word, ' -', ''), group_id from group_words
    where tenant_id = tenant and word ~ '[0-9]' and word ~ '[ -]'
    on conflict do nothing;
    insert into assay_words (tenant_id, word, assay_id)
    select tenant_id, translate(word, ' -', ''), assay_id from assay_words
    where tenant_id = tenant and word ~ '[0-9]' and word ~ '[ -]'
    on conflict do nothing;
    insert into invite_words (tenant_id, word, invite_id)
    select tenant_id, translate(word, ' -', ''), invite_id from invite_words
    where tenant_id = tenant and word ~ '[0-9]' and word ~ '[ -]'
    on conflict do nothing;
    insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id, whole)
    select tenant_id, translate(word, ' -', ''), subject_id, group_id, organisation_id, whole from subject_words
    where tenant_id = tenant and word ~ '[0-9]' and word ~ '[ -]'
    on conflict do nothing;
    -- As the program compares IDs (contract/subjects/search-words.ts): each, two custom IDs as one, and all from their first digit.
    insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
    select tenant, word, g.subject_id, g.group_id, g.organisation_id
    from (
      select subject_id, pg_temp.compared(id) as compared
      from (
        select subject_id, local_id, custom_id_1, custom_id_2 from subject_identities where tenant_id = tenant
        union all
        select subject_id, local_id, custom_id_1, custom_id_2 from merged_subjects where tenant_id = tenant
      ) as known, unnest(array[local_id, custom_id_1, custom_id_2, custom_id_1 || custom_id_2]) as id
      where id is not null
      offset 0
    ) as ids
    join subject_groups as g on g.tenant_id = tenant and g.subject_id = ids.subject_id,
      unnest(array[compared, substring(compared from '[^0-9]([0-9].*)$')]) as word
    where word <> ''
    on conflict do nothing;
    -- Of IDs without a digit that are written with dashes or spaces, their words are asked for themselves until the subject is changed.
    update subject_words set whole = null
    where tenant_id = tenant and whole is not null and subject_id in (
      select subject_id
      from (
        select subject_id, local_id, custom_id_1, custom_id_2 from subject_identities where tenant_id = tenant
        union all
        select subject_id, local_id, custom_id_1, custom_id_2 from merged_subjects where tenant_id = tenant
      ) as known, unnest(array[local_id, custom_id_1, custom_id_2, custom_id_1 || custom_id_2]) as id
      where id !~ '[0-9]' and (id ~ '[^A-Za-z]' or custom_id_2 is not null));
  end loop;
  perform enter_tenant(null);
end $$;
drop function pg_temp.compared(text);

-- What is generated of words is generated anew.
update tenant_directory set name = name;
