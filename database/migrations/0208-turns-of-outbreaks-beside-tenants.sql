-- Whether outbreaks are looked for is kept beside the tenants, without a look at rows of the tenant. Where tenants are spread over servers, the
-- owner may not read there what the request has just changed as another user. See docs/decisions/0103-tenants-over-several-servers.md.
-- The version before goes on: it calls the same function.

create or replace function keep_outbreak_turn(is_kept boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
begin
  if is_kept then
    insert into tenant_turns (tenant_id, round) values (tenant, 'find-outbreaks')
    on conflict (tenant_id, round) do update set has_changed = true, is_visited = false;
  else
    delete from tenant_turns t where t.tenant_id = tenant and t.round = 'find-outbreaks';
  end if;
end $$;
