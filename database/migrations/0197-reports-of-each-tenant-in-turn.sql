-- One tenant whose servers hang held up the reports of all others. See docs/decisions/0112-reports-to-authorities.md.
-- The version before goes on: it calls the same function.
create or replace function due_notification_reports(most int) returns table (tenant_id uuid, id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select d.tenant_id, d.id from (
      select r.tenant_id, r.id, r.due_at, r.tries > 0 as fails,
             row_number() over (partition by r.tenant_id order by r.tries > 0, r.due_at) as place
      from notification_reports r
      where r.state = 'sending' and r.due_at <= now() and (r.leased_until is null or r.leased_until < now())
    ) as d
    order by d.place, d.fails, d.due_at limit most;
end $$;
comment on function due_notification_reports(int) is 'Reports that are to be sent now and that no process sends: one of each tenant, then the next of each, and those that fail behind others. Called outside any tenant.';
