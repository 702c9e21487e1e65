-- Patient invites, users who have left, and messages to people who have no account.

alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('active', 'suspended', 'deleted'));
comment on column users.status is 'Of deleted, the row stays for the records that point to it and says nothing of the person.';
create index users_by_name on users (tenant_id, (lower(full_name) collate "C"), id);
create index users_of_organisation on users (tenant_id, organisation_id);
create index user_groups_of_group on user_groups (tenant_id, group_id);

create table invites (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  email text not null check (char_length(email) <= 254),
  email_key text collate "C" generated always as (lower(email)) stored,
  mobile text check (mobile ~ '^\+[0-9]{7,15}$'),
  lang text not null check (lang in ('en', 'es')),
  state text not null default 'pending' check (state in ('pending', 'redeemed', 'expired', 'revoked')),
  invited_by uuid not null,
  user_id uuid,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  redeemed_at timestamptz,
  revoked_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, invited_by) references users (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call isolate_by_tenant('invites');
create unique index invites_open_of_email on invites (tenant_id, email_key) where state = 'pending';
create index invites_by_sent on invites (tenant_id, sent_at desc, id desc);
create index invites_by_email on invites (tenant_id, email_key, id);
create index invites_by_expiry on invites (tenant_id, expires_at, id);
create index invites_of_group on invites (tenant_id, group_id, sent_at desc, id desc);
comment on column invites.mobile is 'As E.164: +447400123456.';
comment on column invites.state is 'A pending one whose time is over counts as expired, and is marked so when its email is invited again.';
comment on column invites.sent_at is 'To the millisecond, as the cursors of lists hold it.';
comment on column invites.user_id is 'The account that it became.';

-- Each message of an invite carries a code of its own, made when it is sent: what the invite itself holds opens nothing.
create table invite_codes (
  tenant_id uuid not null,
  code_hash bytea not null,
  invite_id uuid not null,
  channel text not null check (channel in ('email', 'text')),
  last_four text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, code_hash),
  unique (tenant_id, invite_id, channel),
  foreign key (tenant_id, invite_id) references invites (tenant_id, id) on delete cascade
);
call isolate_by_tenant('invite_codes');
comment on column invite_codes.code_hash is 'SHA-256 of the 24 characters; they themselves are nowhere.';

-- A message goes to a user, to whoever an invite is for, or to somebody whose account was deleted.
alter table messages alter column user_id drop not null;
alter table messages add column invite_id uuid;
alter table messages add foreign key (tenant_id, invite_id) references invites (tenant_id, id) on delete cascade;
create index messages_of_invite on messages (tenant_id, invite_id) where invite_id is not null;

grant select, insert, update, delete on invites, invite_codes to {{server}};
