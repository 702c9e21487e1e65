-- Who was erased is also kept outside of the database, where a restored backup does not undo it (decision 77).
create table erasures (
  tenant_id uuid not null,
  user_id uuid not null,
  subject_ids uuid[] not null,
  invite_ids uuid[] not null,
  erased_at timestamptz not null default now(),
  kept_at timestamptz,
  primary key (tenant_id, user_id)
);
call isolate_by_tenant('erasures');
comment on table erasures is 'People whose accounts were deleted. Nothing identifies them any more but this id, which no account has if an older backup was restored.';
comment on column erasures.subject_ids is 'Whose identities were erased with the account.';
comment on column erasures.invite_ids is 'Invites that were erased with the account.';
comment on column erasures.kept_at is 'When the erasure was written to the list outside of the database; null while a job still has to do that.';
grant select, insert, update (kept_at) on erasures to {{server}};
