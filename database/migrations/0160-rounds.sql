-- Rounds: one kit, one group, many people, entered by several helpers at once. See docs/decisions/0106-rounds.md.
create table rounds (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  assay_id uuid not null,
  assay_version int not null,
  specimen text check (char_length(specimen) <= 100),
  location text check (char_length(location) <= 255),
  lot text check (char_length(lot) <= 50),
  lot_expiry date,
  expired_lot_reason text check (char_length(expired_lot_reason) <= 500),
  zone text not null check (char_length(zone) <= 64),
  timing text not null check (timing in ('none', 'tray', 'person')),
  state text not null default 'open' check (state in ('open', 'paused', 'finished', 'cancelled')),
  revision bigint not null default 1,
  started_at timestamptz(3) not null,
  started_by uuid not null,
  ended_at timestamptz(3),
  ended_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, assay_id, assay_version) references assay_versions (tenant_id, assay_id, version),
  foreign key (tenant_id, started_by) references users (tenant_id, id),
  foreign key (tenant_id, ended_by) references users (tenant_id, id),
  check ((state in ('finished', 'cancelled')) = (ended_at is not null))
);
call isolate_by_tenant('rounds');
comment on column rounds.revision is 'Grows with each change of the round or of a row of it.';
comment on column rounds.zone is 'The IANA time zone of the clock where the tests are performed.';
create index rounds_latest on rounds (tenant_id, started_at desc, id desc);
create index rounds_of_group on rounds (tenant_id, group_id, started_at desc, id desc);
create index rounds_of_organisation on rounds (tenant_id, organisation_id, started_at desc, id desc);
grant select, insert, update on rounds to {{server}};

create table round_rows (
  tenant_id uuid not null,
  round_id uuid not null,
  subject_id uuid not null,
  revision bigint not null,
  is_removed boolean not null default false,
  outcome text check (outcome in ('tested', 'absent', 'refused', 'exempt')),
  reason text check (char_length(reason) <= 255),
  analyte_results jsonb,
  device_image_id uuid,
  note text check (char_length(note) <= 1000),
  applied_at timestamptz(3),
  performed_at timestamptz(3),
  entered_by uuid,
  entered_at timestamptz(3),
  test_record_id uuid,
  failure jsonb,
  primary key (tenant_id, round_id, subject_id),
  foreign key (tenant_id, round_id) references rounds (tenant_id, id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, device_image_id) references device_images (tenant_id, id),
  foreign key (tenant_id, entered_by) references users (tenant_id, id),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id),
  check (coalesce(outcome = 'tested', false) = (analyte_results is not null)),
  check (outcome is null or (entered_by is not null and entered_at is not null and performed_at is not null)),
  check (test_record_id is null or outcome = 'tested'),
  check (not is_removed or outcome is null)
);
call isolate_by_tenant('round_rows');
comment on column round_rows.subject_id is 'Who it was when the round began: somebody merged into another meanwhile is the other.';
comment on column round_rows.revision is 'That of the round when this row changed last.';
comment on column round_rows.applied_at is 'When the sample was applied to the device, if the round keeps the time.';
comment on column round_rows.performed_at is 'When the outcome was entered, which for a result is when it was read.';
comment on column round_rows.failure is 'Why the result could not be stored as a record: a list of {field, phrase, values}.';
create index round_rows_changed on round_rows (tenant_id, round_id, revision);
create index round_rows_of_subject on round_rows (tenant_id, subject_id);
create index round_rows_of_image on round_rows (tenant_id, device_image_id) where device_image_id is not null;
create unique index round_rows_of_record on round_rows (tenant_id, test_record_id) where test_record_id is not null;
grant select, insert, update on round_rows to {{server}};
