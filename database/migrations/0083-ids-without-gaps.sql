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

-- What is generated of words is generated anew.
update tenant_directory set name = name;
