-- Tests that are being recorded: a test is read 15 to 30 minutes after it is begun, which a session may not outlast.

create table test_drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  idempotency_key text not null check (char_length(idempotency_key) <= 64),
  subject_id uuid,
  content jsonb not null check (octet_length(content::text) <= 65536),
  started_at timestamptz not null default now(),
  kept_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('test_drafts');
comment on table test_drafts is 'One for each user, who alone reads it. Not read any more 24 hours after kept_at, and then to be removed.';
comment on column test_drafts.idempotency_key is 'With which it will be saved; saving removes it in the same transaction.';
comment on column test_drafts.subject_id is 'As the user gave it: shown only when it is in their scope.';
comment on column test_drafts.content is 'As typed, so that nothing in it need be right. It holds personal data while a subject is being added.';
comment on column test_drafts.kept_at is 'When it was last changed.';

grant select, insert, update, delete on test_drafts to {{server}};
