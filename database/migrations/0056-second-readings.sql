-- Tests that two people read, the second without knowing what the first saw. See docs/decisions/0050-second-readings.md.
alter table assays add column two_readers boolean not null default false;
alter table assay_versions add column two_readers boolean not null default false;
alter table groups add column two_readers boolean not null default false;
comment on column assays.two_readers is 'Whether each test is read by two people. Versions keep it; a group may ask for it, too.';
comment on column groups.two_readers is 'Whether each test recorded here is read by two people, whatever its assay says.';

alter table test_records
  add column second_reading text check (second_reading in ('awaiting', 'agreed', 'differ', 'settled')),
  add column results_by uuid,
  add foreign key (tenant_id, results_by) references users (tenant_id, id);
comment on column test_records.second_reading is 'How a test that two people read stands; null of one that needs no second reading.';
comment on column test_records.results_by is 'Who last corrected the results; null where they are as they were recorded.';
create index test_records_of_second_reading on test_records (tenant_id, second_reading, performed_at desc, id desc)
  where second_reading is not null;

create table second_readings (
  tenant_id uuid not null,
  test_record_id uuid not null,
  first_result text not null check (first_result in ('positive', 'negative', 'inconclusive', 'invalid')),
  first_analyte_results jsonb not null,
  first_by uuid not null,
  first_at timestamptz not null,
  result text not null check (result in ('positive', 'negative', 'inconclusive', 'invalid')),
  analyte_results jsonb not null,
  read_by uuid not null,
  read_at timestamptz not null,
  note text check (char_length(note) <= 1000),
  was_seen boolean not null,
  kept text check (kept in ('first', 'second')),
  settled_by uuid,
  settled_at timestamptz,
  settled_reason text check (char_length(settled_reason) between 1 and 255),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, test_record_id),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id),
  foreign key (tenant_id, first_by) references users (tenant_id, id),
  foreign key (tenant_id, read_by) references users (tenant_id, id),
  foreign key (tenant_id, settled_by) references users (tenant_id, id),
  check (first_by <> read_by),
  check ((kept is null) = (settled_by is null) and (kept is null) = (settled_at is null)
    and (kept is null) = (settled_reason is null))
);
call isolate_by_tenant('second_readings');
comment on table second_readings is 'Both readings of a test as they were made: neither changes when the record is corrected.';
comment on column second_readings.first_result is 'What the record said when it was read a second time.';
comment on column second_readings.first_by is 'Who said so: who recorded the test, or who last corrected its results before the second reading.';
comment on column second_readings.was_seen is 'Whether the second reader had opened the record before, and so may have known the first reading.';
comment on column second_readings.kept is 'Which of two that differ was found to be right; null where none was asked for, or a correction said it.';
grant select, insert, update on second_readings to {{server}};
