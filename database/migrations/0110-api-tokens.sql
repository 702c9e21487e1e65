-- The version before goes on: it writes only people, and the rules for these stay as they were.
-- Tokens of machines, which call the API without a login. Each has an account of its own among the users, which records and
-- events name, and which nobody can log in with.

alter table users drop constraint users_user_type_check;
-- Not validated, because rows that satisfied the former rule satisfy this one, too.
alter table users add constraint users_user_type_check check (
  user_type in ('unlimited', 'tenant', 'organisation', 'group', 'provider', 'clinical', 'patient', 'machine')
) not valid;
alter table users add constraint users_machine_is_nobody check (
  user_type <> 'machine' or (
    email = 'machine-' || id and status = 'active' and organisation_id is null and password_hash is null and pending_email is null
    and mobile is null and date_of_birth is null and country is null and email_verified_at is null and last_login_at is null
    and invited_by is null and terms_accepted_version is null
  )
) not valid;

-- An account of a machine is in no list of people, so nothing is found by its words.
create or replace function keep_user_words() returns trigger
  language plpgsql as $$
begin
  if new.user_type = 'machine' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from user_words where tenant_id = new.tenant_id and user_id = new.id;
  end if;
  insert into user_words (tenant_id, word, user_id)
  select new.tenant_id, word, new.id from (select words_of(new.full_name) union select words_of(new.email)) as w (word);
  return null;
end $$;

create or replace function tenant_figures(tenants uuid[])
  returns table (tenant_id uuid, users int, organisations int, tests int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own uuid := current_tenant();
  asked uuid;
begin
  if not is_operators_tenant() then
    raise exception 'Only the operator asks for the figures of tenants' using errcode = '42501';
  end if;
  foreach asked in array tenants loop
    perform enter_tenant(asked);
    return query select
      asked,
      (select count(*)::int from users u where u.tenant_id = asked and u.status <> 'deleted' and u.user_type <> 'machine'),
      (select count(*)::int from organisations o where o.tenant_id = asked),
      -- More than ten thousand are told as that; the index alone is read.
      (select count(*)::int from (
        select from test_records r
        where r.tenant_id = asked and r.performed_at > now() - interval '30 days' and r.state <> 'voided'
        limit 10001) as counted);
  end loop;
  perform enter_tenant(own);
end $$;

create table api_tokens (
  tenant_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  last_four text not null check (char_length(last_four) = 4),
  permissions text[] not null check (cardinality(permissions) > 0),
  organisation_id uuid,
  group_ids uuid[] check (cardinality(group_ids) > 0),
  expires_at timestamptz(3) not null,
  last_used_on date,
  made_by uuid not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  revoked_by uuid,
  warned_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references users (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  foreign key (tenant_id, revoked_by) references users (tenant_id, id),
  foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  check (group_ids is null or organisation_id is not null),
  check ((revoked_at is null) = (revoked_by is null)),
  check (expires_at <= created_at + interval '366 days')
);
call isolate_by_tenant('api_tokens');
create unique index api_tokens_by_hash on api_tokens (tenant_id, token_hash);
comment on column api_tokens.id is 'The id of its account among the users, whose full name is the name of the token.';
comment on column api_tokens.token_hash is 'SHA-256 of the token; the token itself is nowhere.';
comment on column api_tokens.last_four is 'The end of the token, so that a person who finds one can tell which it is.';
comment on column api_tokens.organisation_id is 'The only organisation that it reaches; null for the whole tenant.';
comment on column api_tokens.group_ids is 'The only groups of that organisation that it reaches; null for all of them.';
comment on column api_tokens.last_used_on is 'By day, in UTC.';
comment on column api_tokens.made_by is 'The administrator without whose rights it does not work.';
comment on column api_tokens.warned_at is 'When the administrators were told that it expires.';
-- What a token may do never changes: a wider one is a new one.
grant select, insert, update (last_used_on, revoked_at, revoked_by, warned_at) on api_tokens to {{server}};
