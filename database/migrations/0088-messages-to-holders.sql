-- Registrations that strangers make must not use up what whoever has an account may ask for, such as a new password.
alter table message_counts add column is_to_holder boolean not null default false;
comment on column message_counts.is_to_holder is
  'Whether whoever has an account may ask for it, such as a link to a new password: of what anybody may ask for, these are counted by themselves.';
