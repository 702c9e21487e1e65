-- What is kept beside the tenants is written by statements, because a trigger runs where the tenant's rows are, which may be another
-- server. See docs/decisions/0103-tenants-over-several-servers.md.
-- The version before goes on: the triggers that it relies on stay, and write the same rows. A later version removes them, with
-- `update oldest_version`.

create function keep_directory_entry(entry jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e tenant_directory := jsonb_populate_record(null::tenant_directory, entry);
begin
  insert into tenant_directory
    (tenant_id, name, slug, status, status_details, product_name, kind, default_language, countries, created_at, version)
  values
    (current_tenant(), e.name, e.slug, e.status, e.status_details, e.product_name, e.kind, e.default_language, e.countries,
     e.created_at, e.version)
  on conflict (tenant_id) do update set
    name = excluded.name, slug = excluded.slug, status = excluded.status, status_details = excluded.status_details,
    product_name = excluded.product_name, kind = excluded.kind, default_language = excluded.default_language,
    countries = excluded.countries, version = excluded.version;
end $$;
comment on function keep_directory_entry(jsonb) is 'Keeps what the operator sees of the tenant that was entered, as the columns of tenant_directory.';

create function keep_catalogue_entry(entry jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e catalogue_entries := jsonb_populate_record(null::catalogue_entries, entry);
begin
  if not is_operators_tenant() then
    raise exception 'Only the operator has entries in the catalogue' using errcode = '42501';
  end if;
  insert into catalogue_entries as c (tenant_id, id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes,
    specimens, offered_results, read_from_minutes, read_until_minutes, image_required, requires_timer, instructions)
  values (current_tenant(), e.id, e.version, e.built_in, e.is_withdrawn, e.name, e.manufacturer, e.model, e.gtin, e.analytes,
    e.specimens, e.offered_results, e.read_from_minutes, e.read_until_minutes, e.image_required, e.requires_timer, e.instructions)
  on conflict (tenant_id, id) do update set
    version = excluded.version, is_withdrawn = excluded.is_withdrawn, name = excluded.name, manufacturer = excluded.manufacturer,
    model = excluded.model, gtin = excluded.gtin, analytes = excluded.analytes, specimens = excluded.specimens,
    offered_results = excluded.offered_results, read_from_minutes = excluded.read_from_minutes,
    read_until_minutes = excluded.read_until_minutes, image_required = excluded.image_required,
    requires_timer = excluded.requires_timer, instructions = excluded.instructions;
end $$;
comment on function keep_catalogue_entry(jsonb) is 'Keeps an assay of the operator for every tenant to see, as the columns of catalogue_entries.';

-- A tenant is visited by each round from the moment it has an address.
create or replace function take_address(kind text, address text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant uuid := public.current_tenant();
  is_taken boolean;
begin
  insert into public.tenant_addresses (kind, address, tenant_id)
  values (take_address.kind, lower(take_address.address), tenant)
  on conflict do nothing;
  is_taken := found;
  insert into public.tenant_turns (tenant_id, round)
  values (tenant, 'verify-audit'), (tenant, 'keep-audit-heads'), (tenant, 'remove-ended')
  on conflict do nothing;
  return is_taken;
end $$;

revoke execute on function keep_directory_entry(jsonb), keep_catalogue_entry(jsonb) from public;
grant execute on function keep_directory_entry(jsonb), keep_catalogue_entry(jsonb) to {{server}};
