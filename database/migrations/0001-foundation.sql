-- Tenants, who belongs to them, and what holds them apart.
-- Columns named *_key hold what is searched without regard to case. They are stored, because row-level security lets an
-- index serve a condition only when nothing in it could leak another tenant's row: comparing text may, calling lower() not.
-- {{server}} is the role that the server logs in as: it owns nothing and row-level security binds it.
-- {{reader}} is the role for backups.

create function current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('lateral.tenant_id', true), '')::uuid;
comment on function current_tenant() is 'The tenant of the running transaction, set by open_request or enter_tenant; null outside one.';

create function enter_tenant(tenant uuid) returns void
  language sql
  return set_config('lateral.tenant_id', tenant::text, true);

-- Every table with a tenant_id gets its isolation from here; a test reads the catalogue and fails where it is missing.
create procedure isolate_by_tenant(tbl regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', tbl);
end $$;

create table tenants (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  description text check (char_length(description) <= 500),
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,63}$'),
  status text not null default 'active' check (status in ('active', 'suspended')),
  status_details text check (char_length(status_details) <= 255),
  product_name text check (char_length(product_name) between 1 and 100),
  id_prefix text not null default 'BRID' check (id_prefix ~ '^[A-Z]{2,6}$'),
  default_language text not null default 'en_GB',
  available_languages text[] not null default '{en_GB}',
  countries text[] not null default '{GB,IE}',
  phone_regex text check (char_length(phone_regex) <= 255),
  postcode_regex text check (char_length(postcode_regex) <= 255),
  subjects jsonb not null,
  features text[] not null default '{}',
  theme jsonb not null,
  logo text check (char_length(logo) <= 100000),
  app_links jsonb not null default '{}',
  date_format jsonb not null default '{}',
  assay_id uuid,
  policies jsonb not null default '{}',
  session_idle_minutes int not null default 15 check (session_idle_minutes between 1 and 720),
  password_expiry_days int not null default 0 check (password_expiry_days between 0 and 3650),
  is_operator boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column tenants.logo is 'An image as a data URL; null draws the product name.';
comment on column tenants.app_links is 'Per environment: {"production": {"ios": "https://…", "android": "https://…"}}.';
comment on column tenants.is_operator is 'The operator''s own tenant: its users manage tenants and test nobody.';
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants using (id = current_tenant()) with check (id = current_tenant());

-- Without row-level security: it is what tells the tenant from a host, and holds nothing else.
create table tenant_addresses (
  kind text not null check (kind in ('slug', 'domain', 'default')),
  address text not null check (address = lower(address)),
  tenant_id uuid not null references tenants (id) on delete cascade,
  primary key (kind, address)
);

create function tenant_at(host text) returns uuid
  language sql stable
  begin atomic
    select tenant_id from tenant_addresses
    where (kind, address) in (('domain', lower(host)), ('slug', split_part(lower(host), '.', 1)), ('default', ''))
    order by case kind when 'domain' then 1 when 'slug' then 2 else 3 end
    limit 1;
  end;
comment on function tenant_at(text) is 'A custom domain, else the first label of the host, else the default tenant.';

create table tenant_permissions (
  tenant_id uuid not null references tenants (id),
  user_type text not null,
  permissions text[] not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_type)
);
call isolate_by_tenant('tenant_permissions');

create table organisations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  name_key text collate "C" generated always as (lower(name)) stored,
  description text check (char_length(description) <= 500),
  location text check (char_length(location) <= 255),
  npi text check (npi ~ '^\d{10}$'),
  street_address text,
  street_address_2 text,
  city text,
  county text,
  country text,
  postcode text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call isolate_by_tenant('organisations');
create unique index organisations_by_name on organisations (tenant_id, name_key, id);

create table groups (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  name_key text collate "C" generated always as (lower(name)) stored,
  description text check (char_length(description) <= 500),
  location text check (char_length(location) <= 255),
  lab_name text check (char_length(lab_name) <= 100),
  clia text check (clia ~ '^[A-Za-z0-9]{10}$'),
  status text not null default 'active' check (status in ('active', 'suspended')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id, organisation_id),
  foreign key (tenant_id, organisation_id) references organisations (tenant_id, id)
);
call isolate_by_tenant('groups');
create unique index groups_by_name on groups (tenant_id, name_key, id);
create index groups_of_organisation on groups (tenant_id, organisation_id);

create table users (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  email text not null check (char_length(email) <= 254),
  email_key text collate "C" generated always as (lower(email)) stored,
  full_name text not null check (char_length(full_name) between 1 and 100),
  user_type text not null check (user_type in ('unlimited', 'tenant', 'organisation', 'group', 'provider', 'clinical', 'patient')),
  organisation_id uuid,
  lang text not null default 'en' check (lang in ('en', 'es')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  email_verified_at timestamptz,
  pending_email text check (char_length(pending_email) <= 254),
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  last_login_at timestamptz,
  invited_by uuid,
  invited_at timestamptz,
  terms_accepted_version text,
  terms_accepted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  foreign key (tenant_id, invited_by) references users (tenant_id, id)
);
call isolate_by_tenant('users');
create unique index users_by_email on users (tenant_id, email_key);

create table user_groups (
  tenant_id uuid not null,
  user_id uuid not null,
  group_id uuid not null,
  primary key (tenant_id, user_id, group_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
call isolate_by_tenant('user_groups');

create table sessions (
  tenant_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  unique (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('sessions');
create index sessions_of_user on sessions (tenant_id, user_id);
comment on column sessions.token_hash is 'SHA-256 of the cookie; the cookie itself is nowhere.';
comment on column sessions.last_seen_at is 'Written at most twice a minute.';
comment on column sessions.expires_at is 'The absolute end, 12 hours after login.';

create table throttle_counters (
  tenant_id uuid not null references tenants (id),
  key bytea not null,
  window_started_at timestamptz not null,
  attempts int not null,
  primary key (tenant_id, key)
);
call isolate_by_tenant('throttle_counters');
comment on column throttle_counters.key is 'SHA-256 of what is limited, such as an account or an address.';

create table audit_events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  occurred_at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  outcome text not null default 'done' check (outcome in ('done', 'refused')),
  resource_type text,
  resource_id uuid,
  details jsonb,
  request_id text,
  primary key (tenant_id, id)
);
call isolate_by_tenant('audit_events');
create index audit_events_of_resource on audit_events (tenant_id, resource_id, id) where resource_id is not null;
comment on column audit_events.details is 'What was and what is, or for an export its filter and number of rows; never personal data.';

create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  key text not null check (char_length(key) between 1 and 255),
  request_hash bytea not null,
  resource_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('idempotency_keys');

-- Opens a request's work: finds the tenant of the host and the session of the cookie, sets both for this transaction,
-- and answers who acts. One call, so that every request pays one round trip for all of it. A session is refused on
-- another tenant's host, because it is looked up inside the tenant; a suspension ends it at the next request.
create function open_request(
  host text,
  session_token_hash bytea,
  out tenant_id uuid,
  out tenant_slug text,
  out default_language text,
  out available_languages text[],
  out features text[],
  out id_prefix text,
  out subject_kind text,
  out assay_id uuid,
  out user_id uuid,
  out session_id uuid,
  out email text,
  out user_type text,
  out lang text,
  out organisation_id uuid,
  out group_ids uuid[],
  out permissions text[],
  out terms_accepted boolean
)
  language plpgsql as $$
declare
  seen timestamptz;
begin
  tenant_id := tenant_at(host);
  if tenant_id is null then
    return;
  end if;
  perform set_config('lateral.tenant_id', tenant_id::text, true);
  select t.slug, t.default_language, t.available_languages, t.features, t.id_prefix, t.subjects ->> 'kind', t.assay_id
    into tenant_slug, default_language, available_languages, features, id_prefix, subject_kind, assay_id
    from tenants t where t.id = open_request.tenant_id;
  if session_token_hash is null then
    return;
  end if;
  select u.id, s.id, u.email, u.user_type, u.lang, u.organisation_id, p.permissions, u.terms_accepted_at is not null, s.last_seen_at,
         array(select g.group_id from user_groups g where g.tenant_id = u.tenant_id and g.user_id = u.id)
    into user_id, session_id, email, user_type, lang, organisation_id, permissions, terms_accepted, seen, group_ids
    from sessions s
    join tenants t on t.id = s.tenant_id
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    left join organisations o on o.tenant_id = u.tenant_id and o.id = u.organisation_id
    left join tenant_permissions p on p.tenant_id = u.tenant_id and p.user_type = u.user_type
    where s.tenant_id = open_request.tenant_id
      and s.token_hash = session_token_hash
      and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(mins => t.session_idle_minutes)
      and t.status = 'active' and u.status = 'active' and coalesce(o.status, 'active') = 'active';
  if user_id is not null and seen < now() - interval '30 seconds' then
    update sessions s set last_seen_at = now()
      where s.tenant_id = open_request.tenant_id and s.token_hash = session_token_hash;
  end if;
end $$;

grant usage on schema public to {{server}}, {{reader}};
grant select on tenant_addresses to {{server}};
grant select, insert, update on tenants, tenant_permissions, organisations, groups, users, idempotency_keys to {{server}};
grant select, insert, update, delete on user_groups, sessions, throttle_counters to {{server}};
grant select, insert on audit_events to {{server}};
alter default privileges in schema public grant select on tables to {{reader}};
grant select on all tables in schema public to {{reader}};
