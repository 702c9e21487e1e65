-- In PL/pgSQL, because a function in SQL becomes a part of the statement that calls it, and its parameter is not known then where
-- tenants are spread over servers. See docs/decisions/0103-tenants-over-several-servers.md.
-- The version before goes on: it calls the same function.
create or replace function due_webhooks(most int) returns table (tenant_id uuid, id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select d.tenant_id, d.id from (
      select w.tenant_id, w.id, w.due_at, w.tries > 0 as fails,
             row_number() over (partition by w.tenant_id order by w.tries > 0, w.due_at) as place
      from webhooks w
      where w.state = 'active' and w.has_more and w.due_at <= now() and (w.leased_until is null or w.leased_until < now())
    ) as d
    order by d.place, d.fails, d.due_at limit most;
end $$;
