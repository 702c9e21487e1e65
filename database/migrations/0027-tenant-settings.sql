-- A tenant that takes another address gives the old one back. Like taking one, it is done by this alone.
create function give_back_address(kind text, address text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
  begin atomic
    delete from public.tenant_addresses a
    where a.kind = give_back_address.kind and a.address = lower(give_back_address.address)
      and a.tenant_id = public.current_tenant();
  end;
comment on function give_back_address(text, text) is 'Frees an address of the tenant that was entered; leaves any other as it is.';
revoke all on function give_back_address(text, text) from public;
grant execute on function give_back_address(text, text) to {{server}};

create index tenant_addresses_of_tenant on tenant_addresses (tenant_id, kind, address);

comment on column tenants.subjects is
  '{"kind": "human", "customId1": …, "customId2": …, "names": {"es_MX": {"customId1": …, "customId2": …}}}: names in the languages that have their own, beside those for all others.';
