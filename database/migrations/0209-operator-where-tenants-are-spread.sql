-- The operator's own tenant is looked for by the value of the tenant that was entered. Where tenants are spread over servers, a question that
-- names none goes by way of every server, and this one was refused, so that the operator saw no directory. See
-- docs/decisions/0025-tenants-by-value.md. What the operator offers is kept by the owner, who may not look at the tenant after the request
-- has changed rows of it as another user, but can look at the directory. The version before goes on: both functions do the same.

create or replace function is_operators_tenant() returns boolean
  language plpgsql stable parallel safe as $$
declare
  own uuid := current_tenant();
begin
  return exists (select from tenants t where t.id = own and t.is_operator);
end $$;

create or replace function keep_catalogue_entry(entry jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  e catalogue_entries := jsonb_populate_record(null::catalogue_entries, entry);
begin
  -- Every other tenant is in the directory.
  if current_tenant() is null or exists (select from tenant_directory d where d.tenant_id = current_tenant()) then
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
