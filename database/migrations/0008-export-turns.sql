-- Who exports, and who waits for it. Every process serves turns from here, so that the bounds hold for all of them together,
-- and a process that dies gives its turns back by being silent.

create table export_turns (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
comment on table export_turns is 'Exports that run or wait, of all tenants. The server reaches it by the functions below alone.';
comment on column export_turns.seen_at is 'When who waits last asked, or the process that exports last said so.';
comment on column export_turns.started_at is 'Null while it waits.';
-- Whoever asks again, from however many tabs, has one place.
create unique index export_turns_waiting on export_turns (tenant_id, user_id) where started_at is null;

create function take_export_turn(who uuid, at_once int, out turn uuid, out place int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_asked_at timestamptz;
  running int;
  running_of_tenant int;
  running_of_user int;
  able_before int;
  able_before_of_tenant int;
  of_user constant int := 2;
  of_tenant constant int := greatest(at_once / 2, 1);
begin
  -- Turns are given out one after the other, each on what the one before it has committed.
  perform pg_advisory_xact_lock(hashtextextended('export turns', 0));
  -- Half a minute of silence is a dead process; who waits may be a browser's sleeping tab and keeps its place for longer.
  delete from export_turns t where t.seen_at < clock_timestamp()
    - case when t.started_at is null then interval '2 minutes' else interval '30 seconds' end;
  insert into export_turns as t (tenant_id, user_id) values (current_tenant(), who)
    on conflict (tenant_id, user_id) where started_at is null do update set seen_at = clock_timestamp()
    returning t.id, t.asked_at into turn, own_asked_at;

  select count(*), count(*) filter (where t.tenant_id = current_tenant()),
         count(*) filter (where t.tenant_id = current_tenant() and t.user_id = who)
    into running, running_of_tenant, running_of_user
    from export_turns t where t.started_at is not null;
  -- Who waited before and could begin goes first. A tab that sleeps holds up nobody: it counts again when it asks again.
  select 1 + count(*), count(*) filter (where w.able), count(*) filter (where w.able and w.tenant_id = current_tenant())
    into place, able_before, able_before_of_tenant
    from (
      select t.tenant_id,
        of_tenant > (select count(*) from export_turns r where r.started_at is not null and r.tenant_id = t.tenant_id)
        and of_user > (select count(*) from export_turns r
                       where r.started_at is not null and r.tenant_id = t.tenant_id and r.user_id = t.user_id) as able
      from export_turns t
      where t.started_at is null and t.seen_at > clock_timestamp() - interval '10 seconds'
        and (t.asked_at, t.tenant_id, t.id) < (own_asked_at, current_tenant(), turn)
    ) as w;
  if running_of_user < of_user and running_of_tenant + able_before_of_tenant < of_tenant and running + able_before < at_once then
    update export_turns t set started_at = clock_timestamp() where t.tenant_id = current_tenant() and t.id = turn;
    place := 0;
  end if;
end $$;
comment on function take_export_turn(uuid, int) is
  'Asks for a turn to export, of so many at once: at most two of a user, and half of them of a tenant. Place 0: the turn has begun. Else the place in the queue, which is kept by asking again.';

create function keep_export_turn(turn uuid) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with kept as (
    update export_turns set seen_at = clock_timestamp() where tenant_id = current_tenant() and id = turn returning 1
  )
  select exists (select from kept)
$$;
comment on function keep_export_turn(uuid) is 'Says that this export runs on; false when its turn has lapsed.';

create function end_export_turn(turn uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from export_turns where tenant_id = current_tenant() and id = turn
$$;
comment on function end_export_turn(uuid) is 'Gives a turn back.';

revoke execute on function take_export_turn(uuid, int), keep_export_turn(uuid), end_export_turn(uuid) from public;
grant execute on function take_export_turn(uuid, int), keep_export_turn(uuid), end_export_turn(uuid) to {{server}};
