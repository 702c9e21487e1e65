-- Getting in and staying in: links that are sent to people, and the messages that carry them.

alter table users
  add column date_of_birth date,
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column mobile text check (mobile ~ '^\+[0-9]{7,15}$');
comment on column users.date_of_birth is 'Of a patient, who also has a country; of nobody else.';
comment on column users.mobile is 'As E.164: +447400123456.';

create table tokens (
  tenant_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('set-up', 'verify-registration', 'verify-email', 'password')),
  email text not null check (char_length(email) <= 254),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('tokens');
create index tokens_of_user on tokens (tenant_id, user_id, purpose);
comment on column tokens.token_hash is 'SHA-256 of what the link holds; the token itself is nowhere.';
comment on column tokens.email is 'Where the link was sent: it proves this address and no other.';

-- The outbox: written in the transaction of the change that it tells of, sent after it. It holds no secret: the token of
-- a link is made when the message is sent.
create table messages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  channel text not null check (channel in ('email', 'text')),
  template text not null,
  recipient text not null check (char_length(recipient) <= 254),
  locale text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent')),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('messages');
create index messages_of_user on messages (tenant_id, user_id);

-- What was sent where there is no mail server to send it: only outside production.
create table development_mail (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call isolate_by_tenant('development_mail');

grant select, insert, update, delete on tokens, messages, development_mail to {{server}};
