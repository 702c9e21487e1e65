-- What is sent by hand is under way until it is answered, and a revocation waits for it. See docs/decisions/0094-webhooks-under-attack.md.
-- The version before goes on: it leaves the column empty, and its revocations do not wait, as before. Webhooks are paused as restored only while nothing serves.
alter table webhook_attempts add column sending_until timestamptz(3);
comment on column webhook_attempts.sending_until is 'Until when at the latest a process sends this; null once it has ended.';
create index webhook_attempts_under_way on webhook_attempts (tenant_id, webhook_id, sending_until) where sending_until is not null;
grant update (status, problem, milliseconds, answer, sending_until) on webhook_attempts to {{server}};

alter table webhooks drop constraint webhooks_paused_because_check,
  add constraint webhooks_paused_because_check check (paused_because in ('failing', 'secret', 'restored'));

create or replace function due_webhooks(most int) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.tenant_id, d.id from (
    select w.tenant_id, w.id, w.due_at, w.tries > 0 as fails,
           row_number() over (partition by w.tenant_id order by w.tries > 0, w.due_at) as place
    from webhooks w
    where w.state = 'active' and w.has_more and w.due_at <= now() and (w.leased_until is null or w.leased_until < now())
  ) as d
  order by d.place, d.fails, d.due_at limit most
$$;
comment on function due_webhooks(int) is 'Webhooks that have something to send now and that no process sends for: one of each tenant, then the next of each, and those that fail behind others. Called outside any tenant.';
