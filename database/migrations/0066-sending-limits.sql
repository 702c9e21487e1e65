-- A row for each message that was queued in the past day, to be counted. It stays when its message is taken back, replaced or erased.
create table message_counts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  channel text not null check (channel in ('email', 'text')),
  sender_id uuid,
  is_to_holder boolean not null default false,
  recipient_hash bytea not null,
  matter text,
  queued_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call isolate_by_tenant('message_counts');
create index message_counts_of_day on message_counts (tenant_id, channel, queued_at);
create index message_counts_by_sender on message_counts (tenant_id, sender_id, channel, queued_at) where sender_id is not null;
create index message_counts_by_recipient on message_counts (tenant_id, recipient_hash, channel, queued_at);
comment on column message_counts.sender_id is 'Who caused it; null of what anybody may ask for who knows an email, which is counted by itself. An operator is no user of the tenant.';
comment on column message_counts.matter is 'What it is about, where the same may be sent again by hand: the id of a test record, or the name of an invitation.';
comment on column message_counts.is_to_holder is
  'Whether whoever has an account may ask for it, such as a link to a new password: of what anybody may ask for, these are counted by themselves.';
comment on column message_counts.recipient_hash is 'SHA-256 of the tenant and the address.';
grant select, insert, delete, update on message_counts to {{server}};
