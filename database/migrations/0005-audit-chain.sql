-- The audit trail as a chain: each event is sealed with a hash of itself and of the event before it, so that a change or a
-- gap shows. Sealing is apart from writing, so that changes of one tenant need not wait for one another.

alter table audit_events add column position bigint, add column hash bytea;
comment on column audit_events.position is 'Its place in the chain of its tenant, from 1 without gaps; null until it is sealed.';
comment on column audit_events.hash is 'audit_hash of the event and of the hash before it.';
create unique index audit_events_by_position on audit_events (tenant_id, position) where position is not null;
create index audit_events_to_seal on audit_events (tenant_id, id) where position is null;

create function audit_hash(previous bytea, event audit_events) returns bytea
  language sql stable parallel safe
  return sha256(coalesce(previous, '') || convert_to(jsonb_build_array(
    event.position, event.tenant_id, event.id, (extract(epoch from event.occurred_at) * 1000000)::bigint, event.actor_id,
    event.action, event.outcome, event.resource_type, event.resource_id, event.details, event.request_id
  )::text, 'UTF8'));
comment on function audit_hash(bytea, audit_events) is 'SHA-256 over the previous hash and every column of the event, as JSON.';

create function seal_audit_events(most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
  newest audit_events;
  event audit_events;
  sealed int := 0;
begin
  -- One at a time in each tenant; who comes second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('audit ' || tenant, 0)) then
    return 0;
  end if;
  select * into newest from audit_events where tenant_id = tenant and position is not null order by position desc limit 1;
  for event in select * from audit_events where tenant_id = tenant and position is null order by id limit most loop
    event.position := coalesce(newest.position, 0) + 1;
    event.hash := audit_hash(newest.hash, event);
    update audit_events set position = event.position, hash = event.hash where tenant_id = tenant and id = event.id;
    newest := event;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
comment on function seal_audit_events(int) is 'Appends the oldest events of the current tenant that are not sealed to its chain, at most so many; answers how many.';

-- The server adds events and has them sealed. It can neither write a seal of its own nor say when an event was.
revoke insert on audit_events from {{server}};
grant insert (tenant_id, id, actor_id, action, outcome, resource_type, resource_id, details, request_id)
  on audit_events to {{server}};
revoke execute on function seal_audit_events(int) from public;
grant execute on function seal_audit_events(int) to {{server}};
