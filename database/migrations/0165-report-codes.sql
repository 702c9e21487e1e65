-- The version before goes on: it does not know the table.
-- The ids that a ministry's system has for a tenant's places, tests and people, which its monthly report is sent with.
create table report_codes (
  tenant_id uuid not null references tenants (id) on delete cascade,
  kind text not null check (kind in ('place', 'tests', 'people', 'set')),
  key text not null check (length(key) <= 60),
  code text not null check (length(code) between 1 and 50),
  primary key (tenant_id, kind, key)
);
comment on table report_codes is 'Ids of a ministry''s system, such as DHIS2. Keys are written as the contract says in report-codes.ts.';
call isolate_by_tenant('report_codes');
grant select, insert, update, delete on report_codes to {{server}};
