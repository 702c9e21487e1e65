-- What comes round by itself costs what has changed since, not how many tenants there are.
-- See docs/decisions/0062-rounds-by-what-changed.md.

-- Which tenants have something to fold or to seal is read from an index, outside any tenant, by the two functions below alone.
create policy to_fold on record_deltas for select to current_role using (current_tenant() is null);
create policy to_seal on audit_events for select to current_role using (position is null and current_tenant() is null);

-- From each tenant in the index straight to the next one: as many looks as there are tenants with deltas, however many each has.
create or replace function tenants_to_fold() returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  tenant uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select d.tenant_id into tenant from record_deltas d where d.tenant_id > tenant order by d.tenant_id, d.id limit 1;
    exit when not found;
    return next tenant;
  end loop;
end $$;
comment on function tenants_to_fold() is 'Tenants with records that no count holds yet. Called outside any tenant.';

create or replace function tenants_to_seal() returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  tenant uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select e.tenant_id into tenant from audit_events e
    where e.position is null and e.tenant_id > tenant order by e.tenant_id, e.id limit 1;
    exit when not found;
    return next tenant;
  end loop;
end $$;
comment on function tenants_to_seal() is 'Tenants with audit events that wait for their seal. Called outside any tenant.';

-- Takes the oldest deltas of a tenant into its counts and answers how many there were. One at a time folds in a tenant: whoever
-- comes meanwhile waits, and takes what is left. Two that delete the same deltas in different orders would wait for each other.
-- A range of the index is taken, so that it costs no more where many are waiting, here or in other tenants.
create or replace function fold_record_deltas(of_tenant uuid, at_most int) returns int
  language plpgsql set enable_seqscan = off as $$
declare
  newest bigint;
  folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('record counts ' || of_tenant, 0));
  select max(d.id) into newest
  from (select r.id from record_deltas r where r.tenant_id = of_tenant order by r.id limit at_most) as d;
  with taken as (
    delete from record_deltas where tenant_id = of_tenant and id <= newest
    returning tenant_id, at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, change
  ), quarters as (
    insert into record_quarters as q (tenant_id, counted_id, at, positive, negative, inconclusive, invalid)
    select t.tenant_id, c.id, t.at,
      coalesce(sum(t.change) filter (where t.result = 'positive'), 0),
      coalesce(sum(t.change) filter (where t.result = 'negative'), 0),
      coalesce(sum(t.change) filter (where t.result = 'inconclusive'), 0),
      coalesce(sum(t.change) filter (where t.result = 'invalid'), 0)
    from taken t
    cross join lateral (values (t.tenant_id), (t.organisation_id), (t.group_id), (t.assay_id)) as c (id)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (tenant_id, counted_id, at) do update set
      positive = q.positive + excluded.positive, negative = q.negative + excluded.negative,
      inconclusive = q.inconclusive + excluded.inconclusive, invalid = q.invalid + excluded.invalid
  ), alike as (
    -- Few differ within an hour, and each counts for many things.
    select t.tenant_id, t.organisation_id, t.group_id, date_bin('1 hour', t.at, timestamptz '2000-01-01 00:00:00+00') as hour,
      t.assay_id, t.lot, t.reading, t.result, t.analyte_results, sum(t.change) as change
    from taken t
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), facets as (
    insert into record_facets as y (tenant_id, counted_id, facet, period, at, assay_id, key, positive, negative, inconclusive, invalid)
    select t.tenant_id, c.counted_id, c.facet, c.period, c.at, c.assay_id, c.key,
      coalesce(sum(t.change) filter (where c.result = 'positive'), 0),
      coalesce(sum(t.change) filter (where c.result = 'negative'), 0),
      coalesce(sum(t.change) filter (where c.result = 'inconclusive'), 0),
      coalesce(sum(t.change) filter (where c.result = 'invalid'), 0)
    from alike t
    cross join lateral counts_of(t.hour, t.tenant_id, t.organisation_id, t.group_id,
      t.assay_id, t.lot, t.reading, t.result, t.analyte_results) as c
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, counted_id, facet, period, at, assay_id, key) do update set
      positive = y.positive + excluded.positive, negative = y.negative + excluded.negative,
      inconclusive = y.inconclusive + excluded.inconclusive, invalid = y.invalid + excluded.invalid
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- Whom the other rounds visit: those in which something was sealed since, and of the others so many, whose turn is next. Ids and times
-- alone, of all tenants, so it has no row-level security; the server reaches it by functions.
create table tenant_turns (
  tenant_id uuid not null references tenants (id) on delete cascade,
  round text not null check (round in ('verify-audit', 'keep-audit-heads', 'remove-ended')),
  has_changed boolean not null default true,
  is_visited boolean not null default false,
  visited_at timestamptz not null default '-infinity',
  primary key (tenant_id, round)
) with (fillfactor = 70);
comment on table tenant_turns is 'When each round came to each tenant last.';
comment on column tenant_turns.has_changed is 'Whether events of the tenant were sealed since. It stays so until a visit has ended: a process may be killed in it.';
comment on column tenant_turns.is_visited is 'Whether a round came to it after the last change.';
create index tenant_turns_changed on tenant_turns (round, visited_at, tenant_id) where has_changed;
create index tenant_turns_idle on tenant_turns (round, visited_at, tenant_id) where not has_changed;
grant select on tenant_turns to {{reader}};

create function begin_turns() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tenant_turns (tenant_id, round)
  select new.id, r.round from (values ('verify-audit'), ('keep-audit-heads'), ('remove-ended')) as r (round)
  on conflict do nothing;
  return null;
end $$;
create trigger tenant_turns_of_new after insert on tenants for each row execute function begin_turns();

insert into tenant_turns (tenant_id, round)
select t.tenant_id, r.round
from (select distinct tenant_id from tenant_addresses) as t
cross join (values ('verify-audit'), ('keep-audit-heads'), ('remove-ended')) as r (round);

-- Whoever is sealed at the moment is visited in the next round: what is being sealed is not seen yet.
create function take_turns(of_round text, most_idle int) returns setof uuid
  language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  chosen uuid[];
begin
  chosen := array(
    select t.tenant_id from tenant_turns t where t.round = of_round and t.has_changed
    order by t.visited_at for update skip locked
  ) || array(
    select t.tenant_id from tenant_turns t where t.round = of_round and not t.has_changed
    order by t.visited_at limit most_idle for update skip locked
  );
  update tenant_turns t set is_visited = true, visited_at = now()
  where t.tenant_id = any (chosen) and t.round = of_round;
  return query select c.id from unnest(chosen) as c (id);
end $$;
comment on function take_turns(text, int) is
  'Tenants that a round visits now: all that have changed, and so many of the others, first who has waited longest.';

create function end_turns(of_round text, tenants uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update tenant_turns t set has_changed = false
  from (
    select v.tenant_id from tenant_turns v
    where v.tenant_id = any (tenants) and v.round = of_round and v.has_changed and v.is_visited
    for update skip locked
  ) as visited
  where t.tenant_id = visited.tenant_id and t.round = of_round
$$;
comment on function end_turns(text, uuid[]) is 'Nothing is left to be done in these, but in those that have changed since their turn.';

create function mark_turn(of_round text, of_tenant uuid) returns void
  language sql set search_path = public, pg_temp as $$
  update tenant_turns t set has_changed = true, is_visited = false where t.tenant_id = of_tenant and t.round = of_round
$$;
comment on function mark_turn(text, uuid) is 'The next round visits this tenant. For the owner alone.';

create or replace function seal_audit_events(most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
  newest_position bigint;
  newest_hash bytea;
  event audit_events;
  sealed int := 0;
begin
  -- One at a time in each tenant; who comes second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('audit ' || tenant, 0)) then
    return 0;
  end if;
  -- Until the seal is committed nobody may believe that they have seen it.
  perform from tenant_turns t where t.tenant_id = tenant order by t.round for no key update;
  select e.position, e.hash into newest_position, newest_hash
  from audit_events e where e.tenant_id = tenant and e.position is not null order by e.position desc limit 1;
  for event in select e.* from audit_events e where e.tenant_id = tenant and e.position is null order by e.id limit most loop
    newest_position := coalesce(newest_position, 0) + 1;
    event.position := newest_position;
    newest_hash := audit_hash(newest_hash, event);
    update audit_events set position = newest_position, hash = newest_hash where tenant_id = tenant and id = event.id;
    sealed := sealed + 1;
  end loop;
  if sealed > 0 then
    update tenant_turns t set has_changed = true, is_visited = false
    where t.tenant_id = tenant and (t.is_visited or not t.has_changed);
  end if;
  return sealed;
end $$;

create or replace function verify_audit_events(most int, out is_more boolean, out broken bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
  state audit_verifications;
  found_range record;
begin
  is_more := false;
  -- One at a time in each tenant; who comes second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('audit verification ' || tenant, 0)) then
    return;
  end if;
  -- Before anything is read: what is sealed from here on is verified in the next round.
  update tenant_turns t set has_changed = false
  where t.tenant_id = tenant and t.round = 'verify-audit' and t.has_changed;
  insert into audit_verifications (tenant_id) values (tenant) on conflict (tenant_id) do nothing;
  select v.position, v.hash, v.start_position, v.start_hash, v.again_position, v.again_hash, v.again_at, v.broken_position
  into state.position, state.hash, state.start_position, state.start_hash, state.again_position, state.again_hash, state.again_at,
    state.broken_position
  from audit_verifications v where v.tenant_id = tenant for update;
  if state.broken_position is not null then
    return;
  end if;

  if state.position > 0 and not exists (
    select from audit_events e where e.tenant_id = tenant and e.position = state.position and e.hash = state.hash
  ) then
    -- The end was cut, and perhaps written anew: the first place that is empty, or else the one that was verified last.
    select least(coalesce(max(e.position), 0) + 1, state.position) into broken
    from audit_events e where e.tenant_id = tenant and e.position <= state.position;
  else
    found_range := verify_audit_range(state.position, state.hash, most);
    broken := found_range.broken;
    is_more := found_range.last_position = state.position + most;
    state.position := found_range.last_position;
    state.hash := found_range.last_hash;
  end if;

  -- A pass that begins every six days has ended within the week.
  if broken is null and state.again_position is null and state.again_at < now() - interval '6 days' then
    state.again_position := state.start_position;
    state.again_hash := state.start_hash;
    state.again_at := now();
  end if;
  if broken is null and not is_more and state.again_position is not null then
    found_range := verify_audit_range(state.again_position, state.again_hash, most);
    broken := found_range.broken;
    state.again_position := found_range.last_position;
    state.again_hash := found_range.last_hash;
    is_more := state.again_position < state.position;
    if not is_more then
      state.again_position := null;
      state.again_hash := null;
    end if;
  end if;

  if broken is not null then
    is_more := false;
    update audit_verifications v set broken_position = broken, broken_at = now() where v.tenant_id = tenant;
    return;
  end if;
  update audit_verifications v set
    position = state.position, hash = state.hash, verified_at = now(),
    again_position = state.again_position, again_hash = state.again_hash, again_at = state.again_at
  where v.tenant_id = tenant;
  if is_more then
    update tenant_turns t set has_changed = true where t.tenant_id = tenant and t.round = 'verify-audit';
  end if;
end $$;

-- The event that was verified last is looked for in each tenant that is visited, so that a cut end shows also where nobody works any
-- more; and so does a pass over the whole chain that is due.
create or replace function tenants_to_verify(out id uuid, out verified_at timestamptz) returns setof record
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- So many idle tenants are looked at in each round, of which there are 144 a day.
  most_idle constant int := 200;
  chosen uuid[];
  tenant uuid;
begin
  perform enter_tenant(null);
  -- Whoever is chosen is not sealed before this has ended, so that no seal is forgotten.
  chosen := array(select take_turns('verify-audit', most_idle));
  update tenant_turns t set has_changed = false
  where t.tenant_id = any (chosen) and t.round = 'verify-audit' and t.has_changed;
  foreach tenant in array chosen loop
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
    if found then
      update tenant_turns t set has_changed = true where t.tenant_id = tenant and t.round = 'verify-audit';
      return next;
    end if;
  end loop;
  perform enter_tenant(null);
end $$;
comment on function tenants_to_verify() is
  'Of the tenants whose turn it is those whose chain has events that were not verified, or is due to be verified as a whole, with when they were looked at last. Leaves no tenant entered.';

revoke execute on function tenants_to_fold(), tenants_to_seal(), tenants_to_verify(), take_turns(text, int),
  end_turns(text, uuid[]), mark_turn(text, uuid), begin_turns() from public;
grant execute on function tenants_to_fold(), tenants_to_seal(), tenants_to_verify(), take_turns(text, int),
  end_turns(text, uuid[]) to {{server}};
