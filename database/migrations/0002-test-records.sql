-- Assays, test subjects, device photos and the test records themselves.

create table assays (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  manufacturer text,
  model text,
  analytes jsonb not null,
  specimens text[] not null default '{}',
  offered_results text[] not null default '{positive,negative,inconclusive,invalid}',
  read_from_minutes int not null,
  read_until_minutes int not null check (read_until_minutes >= read_from_minutes),
  image_required boolean not null default false,
  instructions jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call isolate_by_tenant('assays');
comment on column assays.analytes is 'In the order of the device''s lines: [{"id", "name", "codeSystem", "code"}].';
comment on column assays.instructions is 'Per locale: {"en_GB": "…"}.';
alter table tenants add foreign key (id, assay_id) references assays (tenant_id, id);

create table subjects (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('human', 'non-human')),
  organisation_id uuid not null,
  group_id uuid not null,
  user_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call isolate_by_tenant('subjects');
create index subjects_of_user on subjects (tenant_id, user_id) where user_id is not null;
comment on column subjects.user_id is 'The patient account of this person, if there is one.';

-- Apart from subjects, so that erasing a person leaves anonymous records behind.
create table subject_identities (
  tenant_id uuid not null,
  subject_id uuid not null,
  group_id uuid not null,
  email text check (char_length(email) <= 254),
  date_of_birth date,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  local_id text check (char_length(local_id) <= 50),
  custom_id_1 text check (char_length(custom_id_1) <= 50),
  custom_id_2 text check (char_length(custom_id_2) <= 50),
  email_key text collate "C" generated always as (lower(email)) stored,
  first_name_key text collate "C" generated always as (lower(first_name)) stored,
  last_name_key text collate "C" generated always as (lower(last_name)) stored,
  local_id_key text collate "C" generated always as (lower(local_id)) stored,
  custom_id_1_key text collate "C" generated always as (lower(custom_id_1)) stored,
  custom_id_2_key text collate "C" generated always as (lower(custom_id_2)) stored,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, subject_id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
call isolate_by_tenant('subject_identities');
create unique index subject_identities_email_in_group on subject_identities (tenant_id, group_id, email_key)
  where email is not null;
create unique index subject_identities_custom_ids_in_group
  on subject_identities (tenant_id, group_id, custom_id_1_key, custom_id_2_key) where custom_id_1 is not null;
-- For the search box: the start of an email, a name or an ID.
create index subject_identities_email on subject_identities (tenant_id, email_key);
create index subject_identities_first_name on subject_identities (tenant_id, first_name_key);
create index subject_identities_last_name on subject_identities (tenant_id, last_name_key);
create index subject_identities_local_id on subject_identities (tenant_id, local_id_key);
create index subject_identities_custom_id_1 on subject_identities (tenant_id, custom_id_1_key);
create index subject_identities_custom_id_2 on subject_identities (tenant_id, custom_id_2_key);

create table device_images (
  tenant_id uuid not null,
  id uuid not null,
  uploaded_by uuid not null,
  width int not null,
  height int not null,
  byte_size int not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, uploaded_by) references users (tenant_id, id)
);
call isolate_by_tenant('device_images');
comment on table device_images is 'The picture itself is a file named by tenant and id.';

create table test_records (
  tenant_id uuid not null,
  id uuid not null,
  test_id text collate "C" not null,
  organisation_id uuid not null,
  group_id uuid not null,
  subject_id uuid not null,
  assay_id uuid not null,
  result text not null check (result in ('positive', 'negative', 'inconclusive', 'invalid')),
  analyte_results jsonb not null,
  specimen text check (char_length(specimen) <= 100),
  performed_at timestamptz(3) not null,
  performed_zone text not null check (char_length(performed_zone) <= 64),
  location text check (char_length(location) <= 255),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  device_image_id uuid,
  lot text check (char_length(lot) <= 50),
  lot_expiry date,
  note text check (char_length(note) <= 1000),
  state text not null default 'recorded' check (state in ('recorded', 'corrected', 'voided')),
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, assay_id) references assays (tenant_id, id),
  foreign key (tenant_id, device_image_id) references device_images (tenant_id, id),
  foreign key (tenant_id, recorded_by) references users (tenant_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
call isolate_by_tenant('test_records');
comment on column test_records.performed_zone is 'The IANA time zone of the clock that was read when the test was performed.';
comment on column test_records.analyte_results is 'One per analyte of the assay: [{"analyteId", "analyteName", "result"}].';
comment on column test_records.result is 'Of the test as a whole; follows from analyte_results.';
create unique index test_records_by_test_id on test_records (tenant_id, test_id);
-- A page is cut by key from one of these alone; what they include lets counts by result read no table rows either.
create index test_records_by_time on test_records (tenant_id, performed_at desc, id desc)
  include (result, state, organisation_id, group_id);
create index test_records_of_organisation on test_records (tenant_id, organisation_id, performed_at desc, id desc)
  include (result, state);
create index test_records_of_group on test_records (tenant_id, group_id, performed_at desc, id desc) include (result, state);
create index test_records_of_result on test_records (tenant_id, result desc, performed_at desc, id desc);
create index test_records_of_subject on test_records (tenant_id, subject_id, performed_at desc, id desc);
-- One photo shows one test.
create unique index test_records_of_image on test_records (tenant_id, device_image_id) where device_image_id is not null;

create table test_record_versions (
  tenant_id uuid not null,
  test_record_id uuid not null,
  version int not null,
  snapshot jsonb not null,
  changed_by uuid not null,
  changed_at timestamptz not null default now(),
  reason text not null,
  reason_text text check (char_length(reason_text) <= 255),
  note text check (char_length(note) <= 1000),
  primary key (tenant_id, test_record_id, version),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id),
  foreign key (tenant_id, changed_by) references users (tenant_id, id)
);
call isolate_by_tenant('test_record_versions');
comment on table test_record_versions is 'What a record said before a correction or a void, by whom and why it changed.';

grant select, insert, update on assays, subjects, device_images, test_records to {{server}};
grant select, insert, update, delete on subject_identities to {{server}};
grant select, insert on test_record_versions to {{server}};
