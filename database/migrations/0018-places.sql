-- Organisations and groups can be created and changed: names that tell them apart, addresses in the US, and a search by the
-- start of any word, as users have it (see user_words).

alter table organisations add column state text check (state ~ '^[A-Z]{2}$');
comment on column organisations.state is 'Of an address in the US, by its postal code.';

-- Names that were given twice before they had to differ.
alter table organisations no force row level security;
alter table groups no force row level security;
update organisations o set name = left(o.name, 60) || ' (' || o.id || ')'
where exists (select from organisations e where e.tenant_id = o.tenant_id and e.name_key = o.name_key and e.id < o.id);
update groups g set name = left(g.name, 60) || ' (' || g.id || ')'
where exists (
  select from groups e
  where e.tenant_id = g.tenant_id and e.organisation_id = g.organisation_id and e.name_key = g.name_key and e.id < g.id
);
create unique index organisations_by_unique_name on organisations (tenant_id, name_key);
create unique index groups_by_unique_name on groups (tenant_id, organisation_id, name_key);

create table organisation_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  organisation_id uuid not null,
  primary key (tenant_id, word, organisation_id),
  foreign key (tenant_id, organisation_id) references organisations (tenant_id, id)
);
comment on column organisation_words.word is 'A name or a location in small letters, from the start of one of its words to its end.';
call isolate_by_tenant('organisation_words');
create index organisation_words_of_organisation on organisation_words (tenant_id, organisation_id);

create table group_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  group_id uuid not null,
  primary key (tenant_id, word, group_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
comment on column group_words.word is 'A name or a location in small letters, from the start of one of its words to its end.';
call isolate_by_tenant('group_words');
create index group_words_of_group on group_words (tenant_id, group_id);

grant select, insert, delete on organisation_words, group_words to {{server}};
grant select on organisation_words, group_words to {{reader}};

create function keep_organisation_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from organisation_words where tenant_id = new.tenant_id and organisation_id = new.id;
  end if;
  insert into organisation_words (tenant_id, word, organisation_id)
  select new.tenant_id, word, new.id
  from (select words_of(new.name) union select words_of(coalesce(new.location, ''))) as w (word);
  return null;
end $$;
create trigger organisation_words after insert or update of name, location on organisations
  for each row execute function keep_organisation_words();

create function keep_group_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from group_words where tenant_id = new.tenant_id and group_id = new.id;
  end if;
  insert into group_words (tenant_id, word, group_id)
  select new.tenant_id, word, new.id
  from (select words_of(new.name) union select words_of(coalesce(new.location, ''))) as w (word);
  return null;
end $$;
create trigger group_words after insert or update of name, location on groups
  for each row execute function keep_group_words();

alter table organisation_words no force row level security;
alter table group_words no force row level security;
insert into organisation_words (tenant_id, word, organisation_id)
select tenant_id, word, id
from organisations, lateral (select words_of(name) union select words_of(coalesce(location, ''))) as w (word);
insert into group_words (tenant_id, word, group_id)
select tenant_id, word, id
from groups, lateral (select words_of(name) union select words_of(coalesce(location, ''))) as w (word);
alter table organisation_words force row level security;
alter table group_words force row level security;
alter table organisations force row level security;
alter table groups force row level security;
