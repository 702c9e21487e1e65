-- When it was last asked to set a logo or to take it away: a picture that took long to be read does not come after what was asked later.
create table tenant_logo_wishes (
  tenant_id uuid not null references tenants (id),
  name text not null check (name in ('light', 'dark', 'icon')),
  asked_at timestamptz not null,
  primary key (tenant_id, name)
);
call isolate_by_tenant('tenant_logo_wishes');
grant select, insert, update on tenant_logo_wishes to {{server}};
