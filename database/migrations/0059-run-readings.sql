-- What somebody has entered of the result of a test in progress and not saved, so that the end of a session does not lose it.
create table test_run_drafts (
  tenant_id uuid not null,
  test_run_id uuid not null,
  user_id uuid not null,
  content jsonb not null check (octet_length(content::text) <= 65536),
  kept_at timestamptz(3) not null,
  primary key (tenant_id, test_run_id, user_id),
  foreign key (tenant_id, test_run_id) references test_runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('test_run_drafts');
create index test_run_drafts_of_user on test_run_drafts (tenant_id, user_id);
comment on table test_run_drafts is 'Read by the user alone who entered it, and removed when the test ends. Not read any more 24 hours after kept_at, and then to be removed.';
comment on column test_run_drafts.content is 'As entered, so that nothing in it need be right.';
grant select, insert, update, delete on test_run_drafts to {{server}};
