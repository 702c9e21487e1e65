-- How much a tenant may: the networks that it names as its own, where many people share one address, and how many messages it sends
-- in a day, altogether, by one person and to one address. In a table of their own, because processes of the version before have
-- prepared statements for all columns of `tenants`, which a new one would end.
create table tenant_limits (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  own_networks text[] not null default '{}' check (cardinality(own_networks) <= 20),
  mails_per_day int not null default 10000 check (mails_per_day between 1 and 1000000),
  mails_per_sender int not null default 3000 check (mails_per_sender between 1 and 1000000),
  mails_per_recipient int not null default 30 check (mails_per_recipient between 1 and 1000000),
  texts_per_day int not null default 5000 check (texts_per_day between 1 and 1000000),
  texts_per_sender int not null default 3000 check (texts_per_sender between 1 and 1000000),
  texts_per_recipient int not null default 15 check (texts_per_recipient between 1 and 1000000)
);
comment on column tenant_limits.own_networks is 'As contract/rules/networks.ts writes them, such as 203.0.113.0/24. From there, limits by address are far higher; those by account hold.';
grant select, insert, update on tenant_limits to {{server}};

create function begin_limits() returns trigger language plpgsql as $$
begin
  insert into tenant_limits (tenant_id) values (new.id);
  return null;
end $$;
create trigger tenant_limits_of_new after insert on tenants for each row execute function begin_limits();

insert into tenant_limits (tenant_id) select distinct tenant_id from tenant_addresses;
call isolate_by_tenant('tenant_limits');
