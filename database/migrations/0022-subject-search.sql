-- Where a subject is known, and by which words it is found there. A subject is first known in the group that added it; those
-- of two groups that turn out to be one are known in both. What is here goes with the identity that it comes from.
create table subject_groups (
  tenant_id uuid not null,
  subject_id uuid not null,
  group_id uuid not null,
  organisation_id uuid not null,
  name_key text collate "C" not null,
  is_home boolean not null,
  is_first_of_organisation boolean not null,
  primary key (tenant_id, subject_id, group_id),
  foreign key (tenant_id, subject_id) references subject_identities (tenant_id, subject_id) on delete cascade,
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id)
);
call isolate_by_tenant('subject_groups');
comment on column subject_groups.name_key is 'What the list is ordered by: last name and first name, else the email, else the custom IDs, folded.';
comment on column subject_groups.is_home is 'Of the group that added it: one row of each subject, which stands for it in the tenant.';
comment on column subject_groups.is_first_of_organisation is 'One row of each subject and organisation, which stands for it there.';
-- A page is cut from one of these alone, whoever asks.
create index subject_groups_by_name on subject_groups (tenant_id, name_key, subject_id) where is_home;
create index subject_groups_of_organisation on subject_groups (tenant_id, organisation_id, name_key, subject_id)
  where is_first_of_organisation;
create index subject_groups_of_group on subject_groups (tenant_id, group_id, name_key, subject_id);

-- Under row-level security an index serves a comparison of text, not LIKE or trigrams; so each start of a word has a row.
create table subject_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  subject_id uuid not null,
  group_id uuid not null,
  organisation_id uuid not null,
  primary key (tenant_id, word, subject_id, group_id) include (organisation_id),
  foreign key (tenant_id, subject_id, group_id) references subject_groups (tenant_id, subject_id, group_id) on delete cascade
);
call isolate_by_tenant('subject_words');
comment on column subject_words.word is 'A name, an email or an ID, folded, from the start of one of its words to its end.';
create index subject_words_of_subject on subject_words (tenant_id, subject_id, group_id);

grant select, insert, update, delete on subject_groups, subject_words to {{server}};
grant select on subject_groups, subject_words to {{reader}};

-- Possible duplicates are looked for among those born on the same day.
create index subject_identities_date_of_birth on subject_identities (tenant_id, date_of_birth) where date_of_birth is not null;

-- As the program folds and takes words apart (contract/subjects/search-words.ts).
create function pg_temp.folded(line text) returns text language sql immutable as
  $$ select lower(regexp_replace(normalize(line, NFD), '[\u0300-\u036f]', '', 'g')) $$;
create function pg_temp.starts_of(line text) returns setof text language sql immutable as $$
  select distinct substr(line, n) from generate_series(1, char_length(line)) as n
  where strpos(E' \t.,@-_+''()/', substr(line, n, 1)) = 0
    and (n = 1 or strpos(E' \t.,@-_+''()/', substr(line, n - 1, 1)) > 0)
    and strpos(substr(line, 1, n - 1), '@') = 0 $$;

alter table subjects no force row level security;
alter table subject_identities no force row level security;
alter table subject_groups no force row level security;
alter table subject_words no force row level security;
insert into subject_groups (tenant_id, subject_id, group_id, organisation_id, name_key, is_home, is_first_of_organisation)
select s.tenant_id, s.id, s.group_id, s.organisation_id,
  pg_temp.folded(coalesce(
    nullif(concat_ws(' ', i.last_name, i.first_name), ''), i.email, nullif(concat_ws(' ', i.custom_id_1, i.custom_id_2), ''), '')),
  true, true
from subjects s join subject_identities i on i.tenant_id = s.tenant_id and i.subject_id = s.id;
insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id)
select distinct s.tenant_id, word, s.id, s.group_id, s.organisation_id
from subjects s join subject_identities i on i.tenant_id = s.tenant_id and i.subject_id = s.id,
  unnest(array[concat_ws(' ', i.first_name, i.last_name), i.email, i.local_id, i.custom_id_1, i.custom_id_2]) as line,
  pg_temp.starts_of(pg_temp.folded(line)) as word
where line <> '';
alter table subjects force row level security;
alter table subject_identities force row level security;
alter table subject_groups force row level security;
alter table subject_words force row level security;
drop function pg_temp.folded(text);
drop function pg_temp.starts_of(text);
