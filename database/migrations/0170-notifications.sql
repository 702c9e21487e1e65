-- Rules about what is told to authorities, and one item for each record version that a rule asks for. See docs/decisions/0110-notification-rules.md.
-- The version before goes on: it knows none of these tables, and sealing wakes whoever follows the chain.

create table notification_rules (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  primary key (tenant_id, id)
);
call isolate_by_tenant('notification_rules');
comment on column notification_rules.version is 'The newest of its versions in notification_rule_versions.';
comment on column notification_rules.told_at is 'When mails about its deadlines were last queued.';
grant select, insert, update (version, told_at) on notification_rules to {{server}};

create table notification_rule_versions (
  tenant_id uuid not null,
  rule_id uuid not null,
  version int not null,
  since timestamptz not null,
  on_since timestamptz,
  made_by uuid not null,
  name text not null check (char_length(name) <= 100),
  authority text not null check (char_length(authority) <= 100),
  contact text check (char_length(contact) <= 500),
  organisation_ids uuid[] not null,
  group_ids uuid[] not null,
  analytes jsonb not null,
  results text[] not null check (cardinality(results) > 0),
  within_hours int not null check (within_hours between 1 and 8760),
  needed text[] not null,
  format text not null check (format in ('hl7', 'csv', 'printed')),
  way text not null check (way in ('download', 'mail', 'sftp')),
  template jsonb,
  primary key (tenant_id, rule_id, version),
  foreign key (tenant_id, rule_id) references notification_rules (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id)
);
call isolate_by_tenant('notification_rule_versions');
comment on column notification_rule_versions.since is 'From when it is in force, until the next version is.';
comment on column notification_rule_versions.on_since is 'Since when the rule has been on without a break; null while it is off.';
comment on column notification_rule_versions.organisation_ids is 'Its organisations; with no group either, the rule is for the whole tenant.';
comment on column notification_rule_versions.analytes is '[{"name", "loinc", "snomed"}]; an empty list is every analyte.';
comment on column notification_rule_versions.template is '{"id", "text", "url", "readOn"}: the template that it was made from, and what that follows.';
grant select, insert on notification_rule_versions to {{server}};

create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_version int not null,
  test_record_id uuid not null,
  record_version int not null,
  organisation_id uuid not null,
  group_id uuid not null,
  kind text not null check (kind in ('first', 'correction', 'removal')),
  refers_to uuid,
  state text not null default 'open' check (state in ('open', 'superseded', 'sent', 'acknowledged', 'rejected')),
  closed_because text check (closed_because in ('corrected', 'voided', 'erased')),
  version_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  warn_at timestamptz(3) not null,
  warned_at timestamptz(3),
  overdue_told_at timestamptz(3),
  report_id uuid,
  sent_at timestamptz(3),
  sent_by uuid,
  answered_at timestamptz(3),
  answered_by uuid,
  answer_reason text check (char_length(answer_reason) <= 255),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, rule_id, test_record_id, record_version),
  foreign key (tenant_id, rule_id, rule_version) references notification_rule_versions (tenant_id, rule_id, version),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, refers_to) references notifications (tenant_id, id),
  foreign key (tenant_id, sent_by) references users (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id),
  check ((kind = 'first') = (refers_to is null)),
  check ((state = 'superseded') = (closed_because is not null)),
  check (state not in ('sent', 'acknowledged') or sent_at is not null),
  check ((answered_at is null) = (answered_by is null))
);
call isolate_by_tenant('notifications');
comment on table notifications is 'What is to be told of a record version, by ids alone. Whether it is incomplete or ready is computed.';
comment on column notifications.refers_to is 'The item that was told and that this one corrects or removes.';
comment on column notifications.version_at is 'The time of the record version.';
comment on column notifications.warn_at is 'When a quarter of the time until due_at is left.';
comment on column notifications.report_id is 'The report that it was sent with; null if somebody told the authority by another way.';
create index notifications_by_due on notifications (tenant_id, due_at, id);
create index notifications_open on notifications (tenant_id, due_at, id) where state in ('open', 'rejected');
create index notifications_of_record on notifications (tenant_id, test_record_id, id);
create index notifications_of_rule on notifications (tenant_id, rule_id, state);
grant select, insert,
  update (state, closed_because, warned_at, overdue_told_at, report_id, sent_at, sent_by, answered_at, answered_by, answer_reason, version)
  on notifications to {{server}};

create table notification_follows (
  tenant_id uuid not null references tenants (id),
  position bigint not null check (position >= 0),
  has_more boolean not null default true,
  look_at timestamptz(3),
  primary key (tenant_id)
);
call isolate_by_tenant('notification_follows');
comment on table notification_follows is 'How far a tenant with rules has followed its audit chain.';
comment on column notification_follows.has_more is 'False once nothing sealed is left; sealing sets it.';
comment on column notification_follows.look_at is 'When the next mail about a deadline may be due; null if none is.';
grant select, insert, update (position, has_more, look_at) on notification_follows to {{server}};

create policy due on notification_follows for select to current_role using (current_tenant() is null);
create function tenants_to_notify() returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select f.tenant_id from notification_follows f where f.has_more or f.look_at <= now();
end $$;
comment on function tenants_to_notify() is 'Tenants with sealed events that their rules have not looked at, or with deadlines to tell of. Called outside any tenant.';
revoke execute on function tenants_to_notify() from public;
grant execute on function tenants_to_notify() to {{server}};

create or replace function seal_audit_events(most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
  newest_position bigint;
  newest_hash bytea;
  event record;
  sealed int := 0;
begin
  -- One at a time in each tenant; who comes second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('audit ' || tenant, 0)) then
    return 0;
  end if;
  perform require_tenant(tenant);
  -- Until the seal is committed nobody may believe that they have seen it.
  perform from tenant_turns t where t.tenant_id = tenant order by t.round for no key update;
  select e.position, e.hash into newest_position, newest_hash
  from audit_events e where e.tenant_id = tenant and e.position is not null order by e.position desc limit 1;
  for event in
    select e.id, e.occurred_at, e.actor_id, e.action, e.outcome, e.resource_type, e.resource_id, e.details, e.request_id
    from audit_events e where e.tenant_id = tenant and e.position is null order by e.id limit most
  loop
    newest_position := coalesce(newest_position, 0) + 1;
    newest_hash := audit_hash(newest_hash, newest_position, tenant, event.id, event.occurred_at, event.actor_id, event.action,
      event.outcome, event.resource_type, event.resource_id, event.details, event.request_id);
    update audit_events set position = newest_position, hash = newest_hash where tenant_id = tenant and id = event.id;
    if not found then
      raise exception 'The event % could not be sealed', event.id;
    end if;
    sealed := sealed + 1;
  end loop;
  if sealed > 0 then
    update tenant_turns t set has_changed = true, is_visited = false
    where t.tenant_id = tenant and (t.is_visited or not t.has_changed);
    -- Also those that are awake: whoever is about to let one sleep holds its row, so this waits and wakes it again.
    update webhooks w set has_more = true where w.tenant_id = tenant and w.state = 'active';
    update notification_follows f set has_more = true where f.tenant_id = tenant;
  end if;
  return sealed;
end $$;
