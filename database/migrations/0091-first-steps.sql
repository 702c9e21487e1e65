-- Each person puts the list of next steps away for themselves. Processes of the version before neither read nor write it.
alter table users add column first_steps_hidden_at timestamptz;
comment on column users.first_steps_hidden_at is 'When somebody put away the list of next steps of a new tenant; null where they have not.';
