-- How many tenants there are, so that whatever goes over all of them can tell whether it saw as many. `tenant_turns` has each of them
-- since it was founded, and hides none.
create function count_tenants() returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(distinct tenant_id)::int from tenant_turns
$$;
comment on function count_tenants() is 'How many tenants there are.';

create function rounds_without_all() returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.round from (values ('verify-audit'), ('keep-audit-heads'), ('remove-ended')) as r (round)
  where (select count(*) from tenant_turns t where t.round = r.round)
    <> (select count(distinct a.tenant_id) from tenant_addresses a)
$$;
comment on function rounds_without_all() is 'Rounds that do not visit every tenant that has an address. There is none, unless something is broken.';

revoke execute on function count_tenants(), rounds_without_all() from public;
grant execute on function count_tenants(), rounds_without_all() to {{server}};
