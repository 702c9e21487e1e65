-- The version before goes on: it knows none of these tables, and visits no tenant in the new round.
-- Outbreaks, which a round finds in the records. See docs/decisions/0114-outbreaks.md.
create table outbreak_rules (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  is_on boolean not null,
  positives int not null check (positives between 2 and 50),
  within_hours int not null check (within_hours between 1 and 336),
  counted_by text not null check (counted_by in ('group', 'unit')),
  days_sars_cov_2 int not null check (days_sars_cov_2 between 1 and 90),
  days_other int not null check (days_other between 1 and 90),
  test_every_days int not null check (test_every_days between 1 and 30)
);
call isolate_by_tenant('outbreak_rules');
comment on table outbreak_rules is 'When positive tests are an outbreak. A tenant without a row looks for none.';
grant select, insert, update on outbreak_rules to {{server}};

create table outbreaks (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  counted_by text not null check (counted_by in ('group', 'unit')),
  unit text check (char_length(unit) <= 100),
  unit_key text not null check (char_length(unit_key) <= 200),
  analyte text not null check (char_length(analyte) <= 200),
  analyte_name text not null check (char_length(analyte_name) <= 200),
  zone text not null check (char_length(zone) <= 64),
  opened_at timestamptz(3) not null,
  last_positive_at timestamptz(3) not null,
  cases int not null check (cases >= 0),
  found_at timestamptz(3) not null,
  reopened_at timestamptz(3),
  closed_at timestamptz(3),
  closed_because text check (closed_because in ('over', 'withdrawn', 'person')),
  closed_by uuid,
  note text check (char_length(note) <= 500),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, closed_by) references users (tenant_id, id),
  check ((closed_at is null) = (closed_because is null)),
  check ((closed_by is not null) = (coalesce(closed_because, '') = 'person'))
);
call isolate_by_tenant('outbreaks');
comment on column outbreaks.unit is 'The unit within the group as it was written first; null for the group, or for those of no unit.';
comment on column outbreaks.unit_key is 'The unit as it is compared; empty for the group, or for those of no unit.';
comment on column outbreaks.analyte is 'The analyte as it is compared between test kits: keyOfAnalyte of the contract.';
comment on column outbreaks.zone is 'The IANA time zone of its latest case, by which its days are counted.';
create unique index outbreaks_open on outbreaks (tenant_id, group_id, counted_by, unit_key, analyte) where closed_at is null;
create index outbreaks_by_opening on outbreaks (tenant_id, opened_at desc, id desc);
create index outbreaks_by_latest on outbreaks (tenant_id, last_positive_at desc, id desc);
grant select, insert,
  update (zone, opened_at, last_positive_at, cases, reopened_at, closed_at, closed_because, closed_by, note)
  on outbreaks to {{server}};

create table outbreak_mail_refusals (
  tenant_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('outbreak_mail_refusals');
comment on table outbreak_mail_refusals is 'Users who do not want to be told of outbreaks by email.';
grant select, insert, delete on outbreak_mail_refusals to {{server}};

-- Tenants that look for no outbreak have no turn, so that the round costs them nothing.
alter table tenant_turns drop constraint tenant_turns_round_check,
  add constraint tenant_turns_round_check check (round in ('verify-audit', 'keep-audit-heads', 'remove-ended', 'find-outbreaks'));

create function keep_outbreak_turn(is_kept boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := current_tenant();
begin
  perform require_tenant(tenant);
  if is_kept then
    insert into tenant_turns (tenant_id, round) values (tenant, 'find-outbreaks')
    on conflict (tenant_id, round) do update set has_changed = true, is_visited = false;
  else
    delete from tenant_turns t where t.tenant_id = tenant and t.round = 'find-outbreaks';
  end if;
end $$;
comment on function keep_outbreak_turn(boolean) is 'Says whether the round that finds outbreaks visits the tenant that was entered, and if so that it does next.';
revoke execute on function keep_outbreak_turn(boolean) from public;
grant execute on function keep_outbreak_turn(boolean) to {{server}};
