-- The version before goes on: it knows none of these tables, and names no set when it records a test or starts one.
-- Tests in order, with an outcome for each path. See docs/decisions/0116-testing-algorithms.md.
create table testing_algorithms (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  version int not null default 1,
  name text not null check (char_length(name) between 1 and 100),
  name_key text collate "C" generated always as (lower(name)) stored,
  retired_at timestamptz(3),
  primary key (tenant_id, id)
);
call isolate_by_tenant('testing_algorithms');
create unique index testing_algorithms_name on testing_algorithms (tenant_id, name_key);
grant select, insert, update (version, name, retired_at) on testing_algorithms to {{server}};

create table testing_algorithm_versions (
  tenant_id uuid not null,
  algorithm_id uuid not null,
  version int not null,
  name text not null check (char_length(name) between 1 and 100),
  steps jsonb not null check (octet_length(steps::text) <= 16384),
  outcomes jsonb not null check (octet_length(outcomes::text) <= 16384),
  primary key (tenant_id, algorithm_id, version),
  foreign key (tenant_id, algorithm_id) references testing_algorithms (tenant_id, id) on delete cascade
);
call isolate_by_tenant('testing_algorithm_versions');
comment on column testing_algorithm_versions.steps is 'A list of {name, assayId, ways}: ways leads from each result to {step} or {outcome}, by place from 0.';
comment on column testing_algorithm_versions.outcomes is 'A list of {name, result, followUpDays}.';
grant select, insert on testing_algorithm_versions to {{server}};

create table test_sets (
  tenant_id uuid not null,
  id uuid not null,
  algorithm_id uuid not null,
  algorithm_version int not null,
  organisation_id uuid not null,
  group_id uuid not null,
  subject_id uuid not null,
  state text not null default 'open' check (state in ('open', 'ended', 'stopped')),
  outcome int,
  deciding_record_id uuid,
  started_at timestamptz(3) not null,
  started_by uuid not null,
  ended_at timestamptz(3),
  stop_reason text check (stop_reason in ('left', 'declined', 'kit-unavailable', 'referred', 'mistake')),
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, algorithm_id, algorithm_version)
    references testing_algorithm_versions (tenant_id, algorithm_id, version),
  foreign key (tenant_id, group_id, organisation_id) references groups (tenant_id, id, organisation_id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, deciding_record_id) references test_records (tenant_id, id),
  foreign key (tenant_id, started_by) references users (tenant_id, id),
  check ((state = 'ended') = (outcome is not null)),
  check ((state = 'ended') = (deciding_record_id is not null)),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'stopped') = (stop_reason is not null))
);
call isolate_by_tenant('test_sets');
comment on column test_sets.subject_id is 'Who it was when the set began: somebody merged into another meanwhile is the other.';
comment on column test_sets.state is 'Computed from the results of its tests, and stored so that a query can tell which results may leave.';
comment on column test_sets.outcome is 'The place of its outcome in the version of its algorithm, from 0.';
comment on column test_sets.deciding_record_id is 'The test at which its path ended.';
create index test_sets_latest on test_sets (tenant_id, started_at desc, id desc);
create index test_sets_of_subject on test_sets (tenant_id, subject_id, started_at desc, id desc);
create index test_sets_of_group on test_sets (tenant_id, group_id, started_at desc, id desc);
grant select, insert, update (state, outcome, deciding_record_id, ended_at, stop_reason, version) on test_sets to {{server}};

create table test_set_tests (
  tenant_id uuid not null,
  test_set_id uuid not null,
  test_record_id uuid not null,
  step int not null check (step >= 0),
  counts boolean not null default false,
  primary key (tenant_id, test_set_id, test_record_id),
  foreign key (tenant_id, test_set_id) references test_sets (tenant_id, id),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id)
);
call isolate_by_tenant('test_set_tests');
comment on table test_set_tests is 'The records of a set, each of one step. A record is in at most one set.';
comment on column test_set_tests.counts is 'Whether the path of the set goes through it, as of when the set was computed last.';
create unique index test_set_tests_of_record on test_set_tests (tenant_id, test_record_id);
grant select, insert, update (counts) on test_set_tests to {{server}};

-- The set to which a test in progress will belong.
alter table test_runs add column test_set_id uuid,
  add foreign key (tenant_id, test_set_id) references test_sets (tenant_id, id);
