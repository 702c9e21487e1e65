-- An authority that was told of a test is told again when the set of the test says something else. See docs/decisions/0116-testing-algorithms.md.
-- The version before goes on: it makes at most one item of a record version, of the set's version 0, and notes no time of a set's change.
alter table notifications
  add column set_version int not null default 0,
  drop constraint notifications_tenant_id_rule_id_test_record_id_record_versi_key,
  add unique (tenant_id, rule_id, test_record_id, record_version, set_version),
  drop constraint notifications_closed_because_check,
  add constraint notifications_closed_because_check check (closed_because in ('corrected', 'voided', 'outcome', 'erased'));
comment on column notifications.set_version is 'The version of the test set in which the item was made; 0 for a record that is no step of one.';
comment on column notifications.version_at is 'The time of the record version, or of the later change of what its set says.';

alter table test_sets add column changed_at timestamptz(3);
comment on column test_sets.changed_at is 'When its outcome changed last, or was taken away; null if it never had one.';
grant update (changed_at) on test_sets to {{server}};
