-- What `/metrics` says of the database: how long work has waited, in all tenants together (decision 80).

alter table record_deltas add column added_at timestamptz not null default now();
comment on column record_deltas.added_at is 'When the records were changed, so that the age of what is not folded can be told.';

-- Ids of tenants and people stay inside: only counts and ages leave it. Ages are in seconds.
create function operating_figures() returns table (figure text, label text, value double precision)
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  now constant timestamptz := clock_timestamp();
  tenant uuid;
  began timestamptz;
  oldest timestamptz;
begin
  return query select 'audit_chains_broken', '', count(*)::double precision
    from audit_verifications v where v.broken_position is not null;

  tenant := '00000000-0000-0000-0000-000000000000';
  oldest := now;
  loop
    select e.tenant_id, e.occurred_at into tenant, began from audit_events e
    where e.position is null and e.tenant_id > tenant order by e.tenant_id, e.id limit 1;
    exit when not found;
    oldest := least(oldest, began);
  end loop;
  return query select 'audit_oldest_unsealed_seconds', '', extract(epoch from now - oldest)::double precision;

  tenant := '00000000-0000-0000-0000-000000000000';
  oldest := now;
  loop
    select d.tenant_id, d.added_at into tenant, began from record_deltas d
    where d.tenant_id > tenant order by d.tenant_id, d.id limit 1;
    exit when not found;
    oldest := least(oldest, began);
  end loop;
  return query select 'counts_oldest_unfolded_seconds', '', extract(epoch from now - oldest)::double precision;

  return query
    select f.figure, s.state, coalesce(case f.figure when 'exports' then s.count else s.age end, 0)
    from (
      select x.state, count(t.id)::double precision as count,
        extract(epoch from now - min(coalesce(t.started_at, t.asked_at)))::double precision as age
      from (values ('running'), ('waiting')) as x (state)
      left join export_turns t on (t.started_at is not null) = (x.state = 'running')
        and t.seen_at > now - case x.state when 'running' then interval '30 seconds' else interval '2 minutes' end
      group by x.state
    ) as s
    cross join (values ('exports'), ('exports_oldest_seconds')) as f (figure);

  -- A job is due when it may start for the first time, however often it is tried again. Messages of suspended tenants wait on purpose.
  return query
    with open as (
      select q.name, count(j.id) as count,
        min(case when j.retry_count = 0 then j.start_after else j.created_on end) as due_at
      from jobs.queue q
      left join jobs.job j on j.name = q.name and (
          j.state < 'active' and (j.retry_count > 0 or j.start_after <= now)
          or j.state = 'active' and q.name in ('send-message', 'send-text')
        ) and not exists (
          select from tenant_directory d where d.tenant_id::text = j.data ->> 'tenantId' and d.status = 'suspended'
        )
      where q.name !~ '^__'
      group by q.name
    )
    select case when o.name in ('send-message', 'send-text') then 'outbox_oldest_seconds' else 'jobs_oldest_waiting_seconds' end,
      case o.name when 'send-message' then 'email' when 'send-text' then 'text' else o.name end,
      coalesce(extract(epoch from now - o.due_at), 0)::double precision
    from open o
    union all
    select 'outbox_messages', case o.name when 'send-message' then 'email' else 'text' end, o.count
    from open o where o.name in ('send-message', 'send-text');

  return query
    select 'outbox_given_up', case q.name when 'send-message' then 'email' else 'text' end, count(j.id)::double precision
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state = 'failed'
    where q.name in ('send-message', 'send-text')
    group by q.name;
end $$;
comment on function operating_figures() is
  'What /metrics says of the database, in all tenants together: counts, and ages in seconds. Called outside any tenant.';
revoke execute on function operating_figures() from public;
grant execute on function operating_figures() to {{server}};
