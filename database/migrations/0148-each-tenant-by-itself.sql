-- Sealing, folding and verifying reach each tenant by itself, where tenants are spread over servers of which one may be away.
-- See docs/decisions/0103-tenants-over-several-servers.md.
-- The version before goes on: it wakes webhooks once more after it has sealed, which changes nothing.

-- It wakes the webhooks, too: a second role may not change rows of a tenant in one transaction with the owner.
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
  end if;
  return sealed;
end $$;

-- A tenant that cannot be looked at is visited nevertheless, and fails by itself then, where it is counted.
create or replace function tenants_to_verify(out id uuid, out verified_at timestamptz) returns setof record
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- So many idle tenants are looked at in each round, of which there are 144 a day.
  most_idle constant int := 200;
  chosen uuid[];
  tenant uuid;
  is_due boolean;
begin
  perform enter_tenant(null);
  -- Whoever is chosen is not sealed before this has ended, so that no seal is forgotten.
  chosen := array(select take_turns('verify-audit', most_idle));
  update tenant_turns t set has_changed = false
  where t.tenant_id = any (chosen) and t.round = 'verify-audit' and t.has_changed;
  foreach tenant in array chosen loop
    begin
      perform enter_tenant(tenant);
      select tenant, v.verified_at into id, verified_at
      from (select 1) as one
      left join audit_verifications v on v.tenant_id = tenant
      left join lateral (
        select e.position, e.hash from audit_events e
        where e.tenant_id = tenant and e.position is not null order by e.position desc limit 1
      ) as head on true
      where v.broken_position is null
        and (coalesce(v.position, 0) <> coalesce(head.position, 0) or v.hash is distinct from head.hash
          or v.again_position is not null or v.again_at < now() - interval '6 days');
      is_due := found;
    exception when others then
      id := tenant;
      verified_at := null;
      is_due := true;
    end;
    if is_due then
      update tenant_turns t set has_changed = true where t.tenant_id = tenant and t.round = 'verify-audit';
      return next;
    end if;
  end loop;
  perform enter_tenant(null);
end $$;
