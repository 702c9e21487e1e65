-- Users are found by the start of any word of their name or email. Row-level security lets an index serve a condition only
-- where nothing in it could leak another tenant's row: comparing text may, LIKE and trigrams may not. So each start has a row.
create table user_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  user_id uuid not null,
  primary key (tenant_id, word, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
comment on column user_words.word is 'A name or an email in small letters, from the start of one of its words to its end.';
call isolate_by_tenant('user_words');
create index user_words_of_user on user_words (tenant_id, user_id);
grant select, insert, delete on user_words to {{server}};
grant select on user_words to {{reader}};

-- The signs that end a word, listed because what counts as a letter depends on the locale of the database.
create function words_of(line text) returns setof text
  language sql immutable
  begin atomic
    select distinct substr(lower(line), n)
    from generate_series(1, char_length(line)) as n
    where strpos(E' \t.,@-_+''()/', substr(line, n, 1)) = 0
      and (n = 1 or strpos(E' \t.,@-_+''()/', substr(line, n - 1, 1)) > 0);
  end;

create function keep_user_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from user_words where tenant_id = new.tenant_id and user_id = new.id;
  end if;
  insert into user_words (tenant_id, word, user_id)
  select new.tenant_id, word, new.id from (select words_of(new.full_name) union select words_of(new.email)) as w (word);
  return null;
end $$;
create trigger user_words after insert or update of full_name, email on users
  for each row execute function keep_user_words();

alter table users no force row level security;
alter table user_words no force row level security;
insert into user_words (tenant_id, word, user_id)
select tenant_id, word, id from users, lateral (select words_of(full_name) union select words_of(email)) as w (word);
alter table users force row level security;
alter table user_words force row level security;
