-- Networks that a tenant names as its own, where many people share one address.
alter table tenants add column own_networks text[] not null default '{}' check (cardinality(own_networks) <= 20);
comment on column tenants.own_networks is 'As contract/rules/networks.ts writes them, such as 203.0.113.0/24. From there, limits by address are far higher; those by account hold.';
