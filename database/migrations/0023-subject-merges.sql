-- Two subjects that turn out to be one: what one of them was identified by leads to the other from then on, and for 30 days
-- that can be undone.
create table merged_subjects (
  tenant_id uuid not null,
  id uuid not null,
  subject_id uuid not null check (subject_id <> id),
  email text check (char_length(email) <= 254),
  date_of_birth date,
  local_id text check (char_length(local_id) <= 50),
  custom_id_1 text check (char_length(custom_id_1) <= 50),
  custom_id_2 text check (char_length(custom_id_2) <= 50),
  email_key text collate "C" generated always as (lower(email)) stored,
  custom_id_1_key text collate "C" generated always as (lower(custom_id_1)) stored,
  custom_id_2_key text collate "C" generated always as (lower(custom_id_2)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references subjects (tenant_id, id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id)
);
call isolate_by_tenant('merged_subjects');
comment on table merged_subjects is 'Subjects that were merged, with what identified them. They have no identity, no group and no tests any more.';
comment on column merged_subjects.subject_id is 'The subject that it is now, which is not itself merged.';
create index merged_subjects_of_subject on merged_subjects (tenant_id, subject_id);
create index merged_subjects_email on merged_subjects (tenant_id, email_key);
create index merged_subjects_custom_ids on merged_subjects (tenant_id, custom_id_1_key, custom_id_2_key);

create table subject_merges (
  tenant_id uuid not null,
  id uuid not null,
  kept_subject_id uuid not null,
  merged_subject_id uuid not null,
  identity jsonb,
  filled text[] not null default '{}',
  group_ids uuid[] not null,
  added_group_ids uuid[] not null,
  test_record_ids uuid[] not null,
  moved_subject_ids uuid[] not null default '{}',
  user_id uuid,
  kept_user_id uuid,
  merged_by uuid not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, kept_subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, merged_subject_id) references subjects (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, kept_user_id) references users (tenant_id, id),
  foreign key (tenant_id, merged_by) references users (tenant_id, id)
);
call isolate_by_tenant('subject_merges');
comment on table subject_merges is 'What is needed to undo a merge. To be removed 30 days after merged_at.';
comment on column subject_merges.identity is 'All that the merged subject was known by: personal data. Null once undone.';
comment on column subject_merges.filled is 'The parts of it that the kept subject took over, by the names of the contract.';
comment on column subject_merges.group_ids is 'The groups that knew the merged subject, the one that added it first.';
comment on column subject_merges.added_group_ids is 'Those of them that know the kept subject because of this.';
comment on column subject_merges.test_record_ids is 'The tests that moved.';
comment on column subject_merges.moved_subject_ids is 'The subjects that had been merged into the merged one, and followed it.';
comment on column subject_merges.user_id is 'The account of the merged subject.';
comment on column subject_merges.kept_user_id is 'The account that the kept subject had before.';
create index subject_merges_of_kept on subject_merges (tenant_id, kept_subject_id);
create unique index subject_merges_of_merged on subject_merges (tenant_id, merged_subject_id) where undone_at is null;

grant select, insert, update, delete on merged_subjects, subject_merges to {{server}};
grant select on merged_subjects, subject_merges to {{reader}};
