-- An expired lot is used with a reason alone. Tests of before have none.
alter table test_records add column expired_lot_reason text check (char_length(expired_lot_reason) between 1 and 500);
comment on column test_records.expired_lot_reason is 'Why a lot was used that had expired on the day of the test.';
alter table test_runs add column expired_lot_reason text check (char_length(expired_lot_reason) between 1 and 500);
comment on column test_runs.expired_lot_reason is 'Why a lot is used that has expired; goes to the record.';
