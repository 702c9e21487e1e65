-- Every published text of a policy is kept: one row for each language that a publication changed, under its number.
create table policy_versions (
  tenant_id uuid not null references tenants (id),
  policy text not null check (policy in ('cookie-policy', 'web-privacy-policy', 'app-privacy-policy', 'eula')),
  version int not null check (version > 0),
  locale text not null check (locale in ('en_GB', 'en_US', 'es_MX')),
  text text check (char_length(text) between 1 and 100000),
  asks_again boolean not null default false check (not asks_again or policy = 'eula'),
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (tenant_id, policy, version, locale)
);
call isolate_by_tenant('policy_versions');
comment on table policy_versions is 'In force in a language is the text of the highest version that has a row for it.';
comment on column policy_versions.text is 'Markdown; null where the tenant went back to the built-in text.';
comment on column policy_versions.published_by is 'A user of the tenant, or an operator.';
comment on column policy_versions.asks_again is 'Whether everybody was asked to accept the terms again.';
create index policy_versions_by_locale on policy_versions (tenant_id, policy, locale, version desc);
grant select, insert on policy_versions to {{server}};

alter table tenants add column terms_version text;
comment on column tenants.terms_version is 'The version of the terms that users accept; null for the built-in one.';

-- What a tenant had of its own was said in every language.
do $$
declare
  tenant uuid;
begin
  for tenant in select distinct tenant_id from tenant_addresses loop
    perform enter_tenant(tenant);
    insert into policy_versions (tenant_id, policy, version, locale, text)
    select t.id, own.key, 1, locale, own.value
    from tenants t, jsonb_each_text(t.policies) as own, unnest(t.available_languages) as locale
    where t.id = tenant and own.value <> '';
  end loop;
  perform enter_tenant(null);
end $$;
alter table tenants drop column policies;
