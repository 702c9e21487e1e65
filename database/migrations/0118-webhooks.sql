-- Webhooks, which tell a receiver what happened, by the positions of the audit chain. See docs/decisions/0089-webhooks.md.
-- The version before goes on: it knows none of these tables, and events that it seals are found by their positions.
create table webhooks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  url text not null check (char_length(url) between 9 and 500),
  kinds text[] not null check (cardinality(kinds) > 0),
  with_content boolean not null,
  state text not null default 'active' check (state in ('active', 'paused', 'ended', 'revoked')),
  paused_because text check (paused_because in ('failing', 'secret')),
  position bigint not null check (position >= 0),
  has_more boolean not null default true,
  due_at timestamptz(3) not null default now(),
  tries int not null default 0,
  failing_since timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  last_delivered_at timestamptz(3),
  made_by uuid not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  revoked_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  foreign key (tenant_id, revoked_by) references users (tenant_id, id),
  check ((state = 'paused') = (paused_because is not null)),
  check ((state = 'revoked') = (revoked_at is not null)),
  check ((revoked_at is null) = (revoked_by is null)),
  check ((lease is null) = (leased_until is null))
);
call isolate_by_tenant('webhooks');
create index webhooks_due on webhooks (tenant_id, due_at) where state = 'active' and has_more;
comment on column webhooks.position is 'The position in the audit chain up to which everything was delivered, or did not concern it.';
comment on column webhooks.has_more is 'False once nothing sealed is left for it; sealing sets it.';
comment on column webhooks.due_at is 'The time of the next try.';
comment on column webhooks.tries is 'The failed tries of the event that it is at.';
comment on column webhooks.lease is 'The process that sends for it now, until leased_until at the latest.';
grant select, insert,
  update (state, paused_because, position, has_more, due_at, tries, failing_since, lease, leased_until, last_delivered_at, revoked_at, revoked_by)
  on webhooks to {{server}};

create table webhook_secrets (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  ends_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id)
);
call isolate_by_tenant('webhook_secrets');
create index webhook_secrets_of_webhook on webhook_secrets (tenant_id, webhook_id);
create index webhook_secrets_by_end on webhook_secrets (tenant_id, ends_at) where ends_at is not null;
comment on column webhook_secrets.secret is 'Encrypted with a key that is not in the database: server/platform/kept-secrets.ts.';
comment on column webhook_secrets.ends_at is 'When a former secret is used no more; null for the present one.';
grant select, insert, delete, update (ends_at) on webhook_secrets to {{server}};

create table webhook_attempts (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  kind text not null,
  message_id text not null,
  tried_at timestamptz(3) not null,
  is_by_hand boolean not null,
  status int,
  problem text,
  milliseconds int not null,
  body text not null,
  answer text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id),
  check ((status is null) = (problem is not null))
);
call isolate_by_tenant('webhook_attempts');
create index webhook_attempts_of_webhook on webhook_attempts (tenant_id, webhook_id, id);
create index webhook_attempts_by_age on webhook_attempts (tenant_id, tried_at);
comment on table webhook_attempts is 'What was sent in the last seven days, and what was answered.';
grant select, insert, delete, update (tried_at) on webhook_attempts to {{server}};

create policy due on webhooks for select to current_role using (current_tenant() is null);
create function due_webhooks(most int) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select w.tenant_id, w.id from webhooks w
  where w.state = 'active' and w.has_more and w.due_at <= now() and (w.leased_until is null or w.leased_until < now())
  order by w.due_at limit most
$$;
comment on function due_webhooks(int) is 'Webhooks that have something to send now and that no process sends for. Called outside any tenant.';
revoke execute on function due_webhooks(int) from public;
grant execute on function due_webhooks(int) to {{server}};
