-- The chain of each tenant is verified again and again, a step at a time, from where the last step ended; and all of it anew
-- every week, so that what was changed long ago is found, too. Whoever serves requests can neither write how far a chain was
-- verified nor take an alarm back. See docs/decisions/0042-verifying-the-audit-chain.md.

create table audit_verifications (
  tenant_id uuid primary key references tenants (id),
  position bigint not null default 0,
  hash bytea,
  verified_at timestamptz not null default now(),
  start_position bigint not null default 0,
  start_hash bytea,
  again_position bigint,
  again_hash bytea,
  again_at timestamptz not null default now(),
  broken_position bigint,
  broken_at timestamptz,
  check ((broken_position is null) = (broken_at is null))
);
call isolate_by_tenant('audit_verifications');
comment on column audit_verifications.position is 'The event up to which the chain was found unbroken; 0 before the first.';
comment on column audit_verifications.hash is 'The hash of that event as it was then: where it is gone, or another stands in its place, the end was cut.';
comment on column audit_verifications.verified_at is 'When the last step ended.';
comment on column audit_verifications.start_position is 'The event from which passes begin: 0, or the last of a damage that could not be repaired and was accepted.';
comment on column audit_verifications.again_position is 'How far the pass over the whole chain has come that is under way; null between passes.';
comment on column audit_verifications.again_at is 'When the last pass over the whole chain began; the first is the one that reaches each event for the first time.';
comment on column audit_verifications.broken_position is 'The first place at which the chain was found broken. It stays, and nothing is verified, until whoever looks after the server clears it.';
create index audit_verifications_broken on audit_verifications (tenant_id) where broken_position is not null;
-- For the figure of the metrics: a function below counts the alarms of all tenants as the owner, outside any tenant.
create policy alarms on audit_verifications for select to current_role
  using (broken_position is not null and current_tenant() is null);
grant select on audit_verifications to {{server}};

create function verify_audit_range(
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
             or e.hash is distinct from audit_hash(coalesce(lag(e.hash) over chain, after_hash), e) as is_broken
    from audit_events e
    where e.tenant_id = tenant and e.position > after and e.position <= after + most
    window chain as (order by e.position)
  ) as c;
  last_position := coalesce(last_position, after);
  select e.hash into last_hash from audit_events e where e.tenant_id = tenant and e.position = last_position;
  last_hash := coalesce(last_hash, after_hash);
end $$;
comment on function verify_audit_range(bigint, bytea, int) is
  'Recomputes at most so many events of the current tenant after one that is known; answers the last of them, and the first that is broken.';

create function verify_audit_events(most int, out is_more boolean, out broken bigint)
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
  insert into audit_verifications (tenant_id) values (tenant) on conflict (tenant_id) do nothing;
  select * into state from audit_verifications v where v.tenant_id = tenant for update;
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
end $$;
comment on function verify_audit_events(int) is
  'Verifies the next events of the current tenant''s chain, at most so many, and of a pass over all of it as many again. Answers whether there are more, and where the chain was found broken just now.';

-- As tenants_to_seal: one look into each tenant, in one round trip. The event that was verified last is looked for in each of
-- them, so that a cut end shows in the next round, also where nobody works any more.
create function tenants_to_verify(out id uuid, out verified_at timestamptz) returns setof record
  language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in select distinct a.tenant_id from tenant_addresses a loop
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
      return next;
    end if;
  end loop;
  perform enter_tenant(null);
end $$;
comment on function tenants_to_verify() is
  'Tenants whose chain has events that were not verified, or is due to be verified as a whole, with when they were looked at last. Leaves no tenant entered.';

create function count_audit_alarms() returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from audit_verifications where broken_position is not null
$$;
comment on function count_audit_alarms() is 'How many tenants have a chain that was found broken.';

revoke execute on function verify_audit_range(bigint, bytea, int), verify_audit_events(int), count_audit_alarms() from public;
grant execute on function verify_audit_events(int), count_audit_alarms() to {{server}};
