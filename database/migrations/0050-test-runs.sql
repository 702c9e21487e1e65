-- Tests in progress: the sample is on the device, and the time until it can be read is kept here. See
-- docs/decisions/0046-tests-in-progress.md.
create table test_runs (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  subject_id uuid not null,
  assay_id uuid not null,
  assay_version int not null,
  specimen text check (char_length(specimen) <= 100),
  location text check (char_length(location) <= 255),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  lot text check (char_length(lot) <= 50),
  lot_expiry date,
  zone text not null check (char_length(zone) <= 64),
  started_by uuid not null,
  started_at timestamptz(3) not null,
  read_from timestamptz(3),
  read_until timestamptz(3),
  state text not null default 'running' check (state in ('running', 'finished', 'cancelled')),
  ended_at timestamptz(3),
  ended_by uuid,
  cancel_reason text check (char_length(cancel_reason) <= 50),
  cancel_note text check (char_length(cancel_note) <= 1000),
  test_record_id uuid,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, assay_id, assay_version) references assay_versions (tenant_id, assay_id, version),
  foreign key (tenant_id, started_by) references users (tenant_id, id),
  foreign key (tenant_id, ended_by) references users (tenant_id, id),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id),
  check ((read_from is null) = (read_until is null) and read_from <= read_until),
  check ((state = 'running') = (ended_at is null)),
  check ((state = 'finished') = (test_record_id is not null)),
  check ((state = 'cancelled') = (cancel_reason is not null))
);
call isolate_by_tenant('test_runs');
comment on column test_runs.zone is 'The IANA time zone of the clock where the sample was applied.';
comment on column test_runs.read_from is 'As the assay said at the start; null where it names no time for reading.';
comment on column test_runs.ended_by is 'Null of what the server ended.';
comment on column test_runs.subject_id is 'Who it was started for: somebody merged into another meanwhile is the other.';
create index test_runs_running on test_runs (tenant_id, started_at desc, id desc) where state = 'running';
create index test_runs_of_group on test_runs (tenant_id, group_id, started_at desc, id desc) where state = 'running';
create index test_runs_of_organisation on test_runs (tenant_id, organisation_id, started_at desc, id desc)
  where state = 'running';
create index test_runs_of_subject on test_runs (tenant_id, subject_id);
grant select, insert, update on test_runs to {{server}};

alter table test_records
  add column read_at timestamptz(3),
  add column reading text check (reading in ('in-time', 'early', 'late')),
  add column reading_reason text check (char_length(reading_reason) <= 255),
  add check ((read_at is null) = (reading is null));
comment on column test_records.reading is 'When it was read by the time that was kept; null of a test without one.';
create index test_records_of_reading on test_records (tenant_id, reading, performed_at desc, id desc)
  where reading in ('early', 'late');

alter table assays add column requires_timer boolean not null default false;
alter table assay_versions add column requires_timer boolean not null default false;
alter table catalogue_entries add column requires_timer boolean not null default false;
comment on column assays.requires_timer is 'Whether a test must be started before its result is recorded, so that the server keeps the time.';

create or replace function keep_assay_version() returns trigger
  language plpgsql as $$
begin
  insert into assay_versions (tenant_id, assay_id, version, name, manufacturer, model, gtin, analytes, specimens,
    offered_results, read_from_minutes, read_until_minutes, image_required, requires_timer, instructions, pictures)
  values (new.tenant_id, new.id, new.version, new.name, new.manufacturer, new.model, new.gtin, new.analytes, new.specimens,
    new.offered_results, new.read_from_minutes, new.read_until_minutes, new.image_required, new.requires_timer,
    new.instructions, new.pictures);
  return null;
end $$;

create or replace function keep_catalogue_entry() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_operators_tenant() then
    return null;
  end if;
  insert into catalogue_entries as c (tenant_id, id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes,
    specimens, offered_results, read_from_minutes, read_until_minutes, image_required, requires_timer, instructions)
  values (new.tenant_id, new.id, new.version, new.taken_from ->> 'entry', new.retired_at is not null, new.name, new.manufacturer,
    new.model, new.gtin, new.analytes, new.specimens, new.offered_results, new.read_from_minutes, new.read_until_minutes,
    new.image_required, new.requires_timer, new.instructions)
  on conflict (tenant_id, id) do update set
    version = excluded.version, is_withdrawn = excluded.is_withdrawn, name = excluded.name, manufacturer = excluded.manufacturer,
    model = excluded.model, gtin = excluded.gtin, analytes = excluded.analytes, specimens = excluded.specimens,
    offered_results = excluded.offered_results, read_from_minutes = excluded.read_from_minutes,
    read_until_minutes = excluded.read_until_minutes, image_required = excluded.image_required,
    requires_timer = excluded.requires_timer, instructions = excluded.instructions;
  return null;
end $$;
revoke all on function keep_catalogue_entry() from public;
