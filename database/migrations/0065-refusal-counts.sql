-- How many attempts of a person were refused within an hour: beyond a number they have no event each, but are counted, and told
-- of in the trail in one.
create table refusal_counts (
  tenant_id uuid not null references tenants (id),
  actor_id uuid not null,
  window_started_at timestamptz not null,
  attempts int not null,
  primary key (tenant_id, actor_id)
);
call isolate_by_tenant('refusal_counts');
comment on column refusal_counts.actor_id is 'An operator who has entered the records is no user of the tenant.';
grant select, insert, update, delete on refusal_counts to {{server}};
