-- The alarm of a broken chain stands as soon as it is found, and is told in a transaction of its own. Whoever was killed between the two
-- is found here.
create function tenants_with_alarm() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.tenant_id from audit_verifications v where v.broken_position is not null
$$;
comment on function tenants_with_alarm() is 'Tenants whose chain was found broken. Called outside any tenant.';
revoke execute on function tenants_with_alarm() from public;
grant execute on function tenants_with_alarm() to {{server}};
