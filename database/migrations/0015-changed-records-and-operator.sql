-- Voided and corrected records are few among many: a list of them alone must not walk all the others.
create index test_records_changed on test_records (tenant_id, state, performed_at desc, id desc) where state <> 'recorded';

-- The operator's own tenant tests nobody, so it neither records tests nor takes patients in (spec §6).
alter table tenants no force row level security;
update tenants
set features = (
  select array_agg(distinct feature)
  from unnest(features || '{PREVENT_WEB_TEST_CREATION,PREVENT_PATIENT_INVITES,PREVENT_SELF_REGISTRATION}'::text[]) as feature
)
where is_operator;
alter table tenants force row level security;
alter table tenants add constraint operator_tests_nobody check (
  not is_operator or features @> '{PREVENT_WEB_TEST_CREATION,PREVENT_PATIENT_INVITES,PREVENT_SELF_REGISTRATION}'
);
