-- Places have a telephone. Processes of the version before name their columns, and neither read nor write these.
alter table organisations add column phone text check (phone ~ '^\+\d[\d -]{5,30}$');
alter table groups add column phone text check (phone ~ '^\+\d[\d -]{5,30}$');
comment on column organisations.phone is 'As it is shown, with its country and spaces: +44 20 7946 0018. People ring it; nothing is sent to it.';
comment on column groups.phone is 'As that of organisations.';
