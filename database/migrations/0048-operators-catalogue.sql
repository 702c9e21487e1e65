-- The catalogue that tenants take test kits from is kept by the operator: what is in it besides the built-in entries, and in place of
-- some, are the assays of the operator's own tenant. Every tenant sees a copy, which holds nothing of anybody.
alter table assays add column taken_from jsonb;
comment on column assays.taken_from is 'The entry of the catalogue that it was made from, as it was called then: {"entry", "version", "name"}.';

create table catalogue_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  version int not null,
  built_in text,
  is_withdrawn boolean not null,
  name text collate "C" not null,
  manufacturer text,
  model text,
  gtin text,
  analytes jsonb not null,
  specimens jsonb not null,
  offered_results text[] not null,
  read_from_minutes int not null,
  read_until_minutes int not null,
  image_required boolean not null,
  instructions jsonb not null,
  primary key (tenant_id, id)
);
comment on table catalogue_entries is 'A copy of each assay of the operator''s tenant, for every tenant to see. Nobody writes it but the trigger below.';
comment on column catalogue_entries.built_in is 'The built-in entry that it stands in the place of.';
alter table catalogue_entries enable row level security;
create policy everybody on catalogue_entries for select using (true);
grant select on catalogue_entries to {{server}};

create function keep_catalogue_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_operators_tenant() then
    return null;
  end if;
  insert into catalogue_entries as c (tenant_id, id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes,
    specimens, offered_results, read_from_minutes, read_until_minutes, image_required, instructions)
  values (new.tenant_id, new.id, new.version, new.taken_from ->> 'entry', new.retired_at is not null, new.name, new.manufacturer,
    new.model, new.gtin, new.analytes, new.specimens, new.offered_results, new.read_from_minutes, new.read_until_minutes,
    new.image_required, new.instructions)
  on conflict (tenant_id, id) do update set
    version = excluded.version, is_withdrawn = excluded.is_withdrawn, name = excluded.name, manufacturer = excluded.manufacturer,
    model = excluded.model, gtin = excluded.gtin, analytes = excluded.analytes, specimens = excluded.specimens,
    offered_results = excluded.offered_results, read_from_minutes = excluded.read_from_minutes,
    read_until_minutes = excluded.read_until_minutes, image_required = excluded.image_required,
    instructions = excluded.instructions;
  return null;
end $$;
revoke all on function keep_catalogue_entry() from public;
create trigger catalogue_entries after insert or update on assays
  for each row execute function keep_catalogue_entry();
