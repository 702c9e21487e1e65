-- A message whose recipient cannot be reached at all is not tried for days.

alter table messages drop constraint messages_state_check;
alter table messages add constraint messages_state_check check (state in ('waiting', 'sent', 'failed'));
comment on column messages.state is 'failed: the service says that nothing ever reaches this recipient, so it is not tried again.';
