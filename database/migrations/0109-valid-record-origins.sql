-- Recording goes on meanwhile.
alter table test_records validate constraint test_records_origin, validate constraint test_records_of_origin;
