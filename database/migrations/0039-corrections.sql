-- Whom an earlier version of a record was about, and its photo, which is kept as long as the record.
alter table test_record_versions
  add column subject_id uuid generated always as ((snapshot ->> 'subjectId')::uuid) stored,
  add column device_image_id uuid generated always as ((snapshot ->> 'deviceImageId')::uuid) stored;
create index test_record_versions_of_image on test_record_versions (tenant_id, device_image_id)
  where device_image_id is not null;
