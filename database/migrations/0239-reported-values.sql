-- The version before goes on: it does not know the table.
-- The data values that files for a ministry's system have counted tests in, so that the next file of the month says 0 where none are left.
create table reported_values (
  tenant_id uuid not null references tenants (id) on delete cascade,
  period text not null check (period ~ '^\d{6}$'),
  org_unit text not null check (length(org_unit) between 1 and 50),
  data_element text not null check (length(data_element) between 1 and 50),
  category_option_combo text not null check (length(category_option_combo) <= 50),
  group_id uuid not null,
  primary key (tenant_id, period, org_unit, data_element, category_option_combo, group_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
comment on table reported_values is 'What was in a file for DHIS2: each value with the groups whose tests it counted. It is kept, because nobody hears whether a file was imported.';
comment on column reported_values.period is 'A month, YYYYMM.';
comment on column reported_values.category_option_combo is 'Empty for a value that is not parted by people.';
call isolate_by_tenant('reported_values');
grant select, insert on reported_values to {{server}};
