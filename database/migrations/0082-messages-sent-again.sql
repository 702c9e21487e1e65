-- One address is sent the same only so often in a day.
alter table message_counts add column matter text;
comment on column message_counts.matter is 'What it is about, where the same may be sent again by hand: the id of a test record, or the name of an invitation.';
