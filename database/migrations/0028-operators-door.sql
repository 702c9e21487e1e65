-- What the operator may know of each tenant, kept beside the tenants: those who look after them list thousands, and row-level
-- security shows one. It holds nothing of anybody's people or tests. Nobody writes it but the trigger below.

create table tenant_directory (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  name text not null,
  name_key text collate "C" generated always as (lower(name)) stored,
  slug text collate "C" not null,
  status text not null,
  status_details text,
  product_name text,
  kind text not null,
  default_language text not null,
  countries text[] not null,
  created_at timestamptz not null,
  version int not null
);
comment on table tenant_directory is 'A row for each tenant but the operator''s own. Only who has entered the operator''s tenant sees any.';
create index tenant_directory_by_name on tenant_directory (name_key, tenant_id);
create index tenant_directory_by_slug on tenant_directory (slug, tenant_id);
create index tenant_directory_by_status on tenant_directory (status, name_key, tenant_id);

create function is_operators_tenant() returns boolean
  language sql stable parallel safe
  begin atomic
    select exists (select from tenants where id = current_tenant() and is_operator);
  end;
comment on function is_operators_tenant() is 'Whether the tenant that was entered is the operator''s own.';

-- Asked once for a statement, not for each row.
alter table tenant_directory enable row level security;
create policy operator on tenant_directory for select using ((select is_operators_tenant()));
grant select on tenant_directory to {{server}};

create function keep_tenant_directory() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tenant_directory
    (tenant_id, name, slug, status, status_details, product_name, kind, default_language, countries, created_at, version)
  values
    (new.id, new.name, new.slug, new.status, new.status_details, new.product_name, new.subjects ->> 'kind',
     new.default_language, new.countries, new.created_at, new.version)
  on conflict (tenant_id) do update set
    name = excluded.name, slug = excluded.slug, status = excluded.status, status_details = excluded.status_details,
    product_name = excluded.product_name, kind = excluded.kind, default_language = excluded.default_language,
    countries = excluded.countries, version = excluded.version;
  return null;
end $$;
revoke all on function keep_tenant_directory() from public;
create trigger tenant_directory after insert or update on tenants
  for each row when (not new.is_operator) execute function keep_tenant_directory();

alter table tenants no force row level security;
insert into tenant_directory
  (tenant_id, name, slug, status, status_details, product_name, kind, default_language, countries, created_at, version)
select id, name, slug, status, status_details, product_name, subjects ->> 'kind', default_language, countries, created_at, version
from tenants where not is_operator;
alter table tenants force row level security;

-- A tenant is the operator's from its first moment or never: being it opens the directory.
create function keep_whose_tenant() returns trigger language plpgsql as $$
begin
  raise exception 'A tenant does not become the operator''s, nor stops being it' using errcode = '42501';
end $$;
create trigger whose_tenant before update on tenants
  for each row when (new.is_operator <> old.is_operator) execute function keep_whose_tenant();

-- Figures of some tenants, for the operator: it enters one after the other, and what comes out is how many, never who or what.
create function tenant_figures(tenants uuid[])
  returns table (tenant_id uuid, users int, organisations int, tests int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own uuid := current_tenant();
  asked uuid;
begin
  if not is_operators_tenant() then
    raise exception 'Only the operator asks for the figures of tenants' using errcode = '42501';
  end if;
  foreach asked in array tenants loop
    perform enter_tenant(asked);
    return query select
      asked,
      (select count(*)::int from users u where u.tenant_id = asked and u.status <> 'deleted'),
      (select count(*)::int from organisations o where o.tenant_id = asked),
      -- More than ten thousand are told as that; the index alone is read.
      (select count(*)::int from (
        select from test_records r
        where r.tenant_id = asked and r.performed_at > now() - interval '30 days' and r.state <> 'voided'
        limit 10001) as counted);
  end loop;
  perform enter_tenant(own);
end $$;
comment on function tenant_figures(uuid[]) is
  'For the operator alone: of each tenant how many users and organisations it has, and tests in 30 days, counted to 10,001.';
revoke all on function tenant_figures(uuid[]) from public;
grant execute on function tenant_figures(uuid[]) to {{server}};

-- Operators who have acted in a tenant, by name, so that its audit trail can say who it was: their accounts are elsewhere.
create table known_operators (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  full_name text not null check (char_length(full_name) between 1 and 100),
  primary key (tenant_id, id)
);
call isolate_by_tenant('known_operators');
grant select, insert, update on known_operators to {{server}};
