-- The audit trail as a list of many millions of events, narrowed by who, what, to what, how it ended and when, in any
-- combination. See docs/decisions/0038-audit-lists.md.

-- Before PostgreSQL 16 a table whose row a function takes cannot be written anew: the function is made again as it was.
drop function audit_hash(bytea, audit_events);

alter table audit_events add column kind text collate "C" not null
  generated always as (action || ' ' || coalesce(resource_type, '-') || ' ' || outcome) stored;
comment on column audit_events.kind is
  'Action, resource type and outcome as one word of a few hundred: what is narrowed by some of them is the events of the kinds that fit.';

create function audit_hash(previous bytea, event audit_events) returns bytea
  language sql stable parallel safe
  return sha256(coalesce(previous, '') || convert_to(jsonb_build_array(
    event.position, event.tenant_id, event.id, (extract(epoch from event.occurred_at) * 1000000)::bigint, event.actor_id,
    event.action, event.outcome, event.resource_type, event.resource_id, event.details, event.request_id
  )::text, 'UTF8'));
comment on function audit_hash(bytea, audit_events) is 'SHA-256 over the previous hash and every column of the event but its kind, as JSON.';

drop index audit_events_of_resource;
create index audit_events_of_resource on audit_events (tenant_id, resource_id, occurred_at, id) where resource_id is not null;
create index audit_events_by_time on audit_events (tenant_id, occurred_at, id);
create index audit_events_by_kind on audit_events (tenant_id, kind, occurred_at, id);
create index audit_events_by_actor on audit_events (tenant_id, actor_id, kind, occurred_at, id) where actor_id is not null;

-- Events are counted in the indexes alone, as long as the table's visibility map is fresh.
alter table audit_events set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
