-- The codes on printed records follow from a key of the tenant and the record's id, so that none is stored. See
-- docs/decisions/0045-verifying-printed-results.md.
create table verification_keys (
  tenant_id uuid primary key references tenants (id),
  key bytea not null check (octet_length(key) = 32),
  created_at timestamptz not null default now()
);
call isolate_by_tenant('verification_keys');
comment on table verification_keys is 'Made when a tenant first prints a record. It stays, or sheets that were printed would not agree any more.';
grant select, insert on verification_keys to {{server}};
