-- One schema, on one PostgreSQL and on several, over which an extension spreads tenants. See docs/decisions/0096-one-schema-for-several-servers.md.
-- The version before goes on: what it calls is still there and answers as before. It may insert any column of audit_events that it
-- likes now, but a trigger decides what stands in those that it could not insert.

-- A command, because such an extension tells the servers of a transaction of SET LOCAL, but not of the settings that a function makes.
create or replace function enter_tenant(tenant uuid) returns void
  language plpgsql as $$
begin
  execute format('set local "lateral".tenant_id = %L', coalesce(tenant::text, ''));
end $$;

-- A policy's function in SQL becomes a part of the statement, where a table may not be read that is on another server.
create or replace function is_operators_tenant() returns boolean
  language plpgsql stable parallel safe as $$
begin
  return exists (select from tenants where id = current_tenant() and is_operator);
end $$;

-- It enters one tenant after the other as the role that has changed rows of this transaction, because another role would not see them.
alter function tenant_figures(uuid[]) security invoker;

-- The row type of a table is another one on each server, so events are hashed by their columns.
create function audit_hash(
  previous bytea, "position" bigint, tenant_id uuid, id uuid, occurred_at timestamptz, actor_id uuid, action text, outcome text,
  resource_type text, resource_id uuid, details jsonb, request_id text
) returns bytea
  language sql stable parallel safe
  return sha256(coalesce(previous, '') || convert_to(jsonb_build_array(
    "position", tenant_id, id, (extract(epoch from occurred_at) * 1000000)::bigint, actor_id,
    action, outcome, resource_type, resource_id, details, request_id
  )::text, 'UTF8'));
comment on function audit_hash(bytea, bigint, uuid, uuid, timestamptz, uuid, text, text, text, uuid, jsonb, text) is
  'SHA-256 over the previous hash and every column of the event, as JSON.';
create or replace function audit_hash(previous bytea, event audit_events) returns bytea
  language sql stable parallel safe
  return audit_hash(previous, event.position, event.tenant_id, event.id, event.occurred_at, event.actor_id, event.action, event.outcome,
    event.resource_type, event.resource_id, event.details, event.request_id);

-- What goes over a tenant's rows as the owner first looks whether it sees any. Were the tenant entered on another server than that of its
-- rows, everything would seem empty and in order.
create function require_tenant(tenant uuid) returns void
  language plpgsql stable as $$
begin
  if not exists (select from tenants t where t.id = tenant) then
    raise exception 'The tenant % was entered, but nothing of it can be seen', tenant;
  end if;
end $$;
revoke execute on function require_tenant(uuid) from public;

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
  end if;
  return sealed;
end $$;

create or replace function verify_audit_range(
  after bigint, after_hash bytea, most int,
  out last_position bigint, out last_hash bytea, out broken bigint
) language plpgsql stable set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
begin
  select max(c.position),
         coalesce(
           min(c.position) filter (where c.is_broken),
           -- So many places are empty, though something stands beyond them.
           case when max(c.position) is null then (
             select min(e.position) from audit_events e where e.tenant_id = tenant and e.position > after + most
           ) end
         )
  into last_position, broken
  from (
    select e.position,
           e.position <> coalesce(lag(e.position) over chain, after) + 1
             or e.hash is distinct from audit_hash(coalesce(lag(e.hash) over chain, after_hash),
               e.position, e.tenant_id, e.id, e.occurred_at, e.actor_id, e.action,
                e.outcome, e.resource_type, e.resource_id, e.details, e.request_id) as is_broken
    from audit_events e
    where e.tenant_id = tenant and e.position > after and e.position <= after + most
    window chain as (order by e.position)
  ) as c;
  last_position := coalesce(last_position, after);
  select e.hash into last_hash from audit_events e where e.tenant_id = tenant and e.position = last_position;
  last_hash := coalesce(last_hash, after_hash);
end $$;

do $$
begin
  -- The rest of the function stays as it is.
  execute replace(
    pg_get_functiondef('verify_audit_events(int)'::regprocedure),
    '  -- Before anything is read: what is sealed',
    '  perform require_tenant(tenant);' || chr(10) || '  -- Before anything is read: what is sealed'
  );
end $$;

-- Whoever serves requests can neither write a seal of its own nor say when an event was: a trigger says so instead of a grant of columns,
-- because an extension that spreads tenants writes every column out that has a default.
create function write_audit_event() returns trigger
  language plpgsql as $$
begin
  if new.position is not null or new.hash is not null then
    raise exception 'Only sealing says where an event stands' using errcode = '42501';
  end if;
  new.occurred_at := now();
  return new;
end $$;
do $$
begin
  -- The owner, or a superuser, restores events as they were.
  execute format(
    'create trigger audit_event_as_written before insert on audit_events for each row
     when (not pg_has_role(current_user, %L, ''member'')) execute function write_audit_event()',
    current_user
  );
end $$;
grant insert on audit_events to {{server}};

-- In PL/pgSQL, because a function in SQL becomes a part of the statement that calls it, which then belongs to no one server.
create or replace function wrong_record_counts(of_tenant uuid)
  returns table (counted_id uuid, facet text, period text, at timestamptz, assay_id uuid, key text, result text, counted int, recorded int)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with both_sides as (
      select 'counted' as side, d.organisation_id, d.group_id, d.assay_id, d.at, d.lot, d.reading, d.result, d.analyte_results, d.change
      from record_deltas d where d.tenant_id = of_tenant
      union all
      select 'recorded', r.organisation_id, r.group_id, r.assay_id, quarter_of(r.performed_at), r.lot, r.reading, r.result,
        r.analyte_results, count(*)::int
      from test_records r where r.tenant_id = of_tenant and r.state <> 'voided'
      group by 2, 3, 4, 5, 6, 7, 8, 9
    ), alike as (
      -- Few differ within an hour, as in folding.
      select b.side, b.organisation_id, b.group_id, date_bin('1 hour', b.at, timestamptz '2000-01-01 00:00:00+00') as hour,
        b.assay_id, b.lot, b.reading, b.result, b.analyte_results, sum(b.change) as change
      from both_sides b
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), said as (
      select b.side, p.id as counted_id, 'all' as facet, 'quarter' as period, b.at, any_assay() as assay_id, '' as key, b.result, b.change
      from both_sides b
      cross join lateral (values (of_tenant), (b.organisation_id), (b.group_id), (b.assay_id)) as p (id)
      union all
      select a.side, c.counted_id, c.facet, c.period, c.at, c.assay_id, c.key, c.result, a.change
      from alike a
      cross join lateral counts_of(a.hour, of_tenant, a.organisation_id, a.group_id,
        a.assay_id, a.lot, a.reading, a.result, a.analyte_results) as c
      union all
      select 'counted', q.counted_id, 'all', 'quarter', q.at, any_assay(), '', n.result, n.change
      from record_quarters q
      cross join lateral (values ('positive', q.positive), ('negative', q.negative), ('inconclusive', q.inconclusive),
        ('invalid', q.invalid)) as n (result, change)
      where q.tenant_id = of_tenant
      union all
      select 'counted', y.counted_id, y.facet, y.period, y.at, y.assay_id, y.key, n.result, n.change
      from record_facets y
      cross join lateral (values ('positive', y.positive), ('negative', y.negative), ('inconclusive', y.inconclusive),
        ('invalid', y.invalid)) as n (result, change)
      where y.tenant_id = of_tenant
    )
    select s.counted_id, s.facet, s.period, s.at, s.assay_id, s.key, s.result,
      coalesce(sum(s.change) filter (where s.side = 'counted'), 0)::int,
      coalesce(sum(s.change) filter (where s.side = 'recorded'), 0)::int
    from said s
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(case s.side when 'counted' then s.change else -s.change end) <> 0;
end $$;
