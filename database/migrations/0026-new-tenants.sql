-- Which tenant a host belongs to is read before a tenant is entered, so its table has no row-level security, and the server may
-- not write it. A tenant that was entered takes an address for itself by this alone.
create function take_address(kind text, address text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.tenant_addresses (kind, address, tenant_id)
  values (take_address.kind, lower(take_address.address), public.current_tenant())
  on conflict do nothing;
  return found;
end $$;
comment on function take_address(text, text) is
  'Gives a free address to the tenant that was entered; false where it belongs to a tenant, whichever it is.';
revoke all on function take_address(text, text) from public;
grant execute on function take_address(text, text) to {{server}};
