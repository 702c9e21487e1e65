-- Lists of staff, by name and by last login, must not walk all the patients of a tenant.
create index users_staff_by_name on users (tenant_id, name_key, id) where user_type <> 'patient' and status <> 'deleted';
create index users_of_type on users (tenant_id, user_type, name_key, id);

-- The tests that somebody recorded.
create index test_records_of_recorder on test_records (tenant_id, recorded_by, performed_at desc, id desc) include (state);
