-- Operators enter a tenant's records with a reason and for an hour. Everything of it is kept in that tenant, which reads it, ends it
-- and may have operators ask first.

alter table tenants add column operators_may_enter boolean not null default true;
comment on column tenants.operators_may_enter is 'Whether an operator enters by giving a reason; else an administrator of the tenant lets them, each time.';

create table operator_requests (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  operator_id uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid,
  granted_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, operator_id) references known_operators (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id),
  check (granted_until is null or answered_at is not null)
);
call isolate_by_tenant('operator_requests');
comment on column operator_requests.granted_until is 'Until when the operator may enter; null of one that waits or was refused.';
-- An operator asks once at a time.
create unique index operator_requests_waiting on operator_requests (tenant_id, operator_id) where answered_at is null;

create table operator_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  operator_id uuid not null,
  reason text not null check (char_length(reason) between 10 and 500),
  request_id uuid,
  entered_at timestamptz not null default now(),
  ends_at timestamptz not null,
  left_at timestamptz,
  ended_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, operator_id) references known_operators (tenant_id, id),
  foreign key (tenant_id, request_id) references operator_requests (tenant_id, id),
  foreign key (tenant_id, ended_by) references users (tenant_id, id),
  check (ends_at <= entered_at + interval '60 minutes')
);
call isolate_by_tenant('operator_entries');
comment on column operator_entries.request_id is 'What the tenant granted, where operators ask first.';
comment on column operator_entries.left_at is 'When it ended before its time; ended_by says by whom in the tenant, or that the operator left.';
create index operator_entries_running on operator_entries (tenant_id, operator_id) where left_at is null;

grant select, insert, update on operator_requests, operator_entries to {{server}};

-- The session that entered, which is one of the operator's own tenant, points at its entry. All others have none, and are asked for
-- nothing more when they open a request.
alter table sessions
  add column entered_tenant_id uuid,
  add column entry_id uuid,
  add check ((entered_tenant_id is null) = (entry_id is null));
comment on column sessions.entered_tenant_id is 'The tenant that an operator has entered; what they open there is judged by its operator_entries.';

alter table messages
  add column operator_request_id uuid,
  add column operator_entry_id uuid,
  add foreign key (tenant_id, operator_request_id) references operator_requests (tenant_id, id),
  add foreign key (tenant_id, operator_entry_id) references operator_entries (tenant_id, id);
