-- What is over is removed, and only tenants with something to seal are visited.

grant delete on device_images to {{server}};

-- It enters one tenant after the other, as anybody would who asked each of them, but in one round trip; nothing of a
-- tenant comes out but that it has work. For ten thousand tenants that takes a fraction of a second.
create function tenants_to_seal() returns setof uuid
  language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in select distinct tenant_id from tenant_addresses loop
    perform enter_tenant(tenant);
    if exists (select from audit_events where tenant_id = tenant and position is null) then
      return next tenant;
    end if;
  end loop;
  perform enter_tenant(null);
end $$;
comment on function tenants_to_seal() is 'Tenants with audit events that wait for their seal. Leaves no tenant entered.';
