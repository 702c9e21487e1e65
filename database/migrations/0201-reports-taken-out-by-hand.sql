-- A report that keeps failing can be withdrawn by hand. Its file may have arrived although nothing says so, which is kept from the tries.
-- See docs/decisions/0112-reports-to-authorities.md.
-- The version before goes on: it withdraws nothing by hand, and of the reports that it makes nothing is known, so the default is that they may have arrived.
alter table notification_reports
  add column may_have_arrived boolean not null default true,
  add column withdrawn_at timestamptz(3),
  add column withdrawn_by uuid,
  add foreign key (tenant_id, withdrawn_by) references users (tenant_id, id),
  add check ((withdrawn_at is null) = (withdrawn_by is null));
alter table notification_reports no force row level security;
update notification_reports set may_have_arrived = false
where state = 'made' or (state = 'sending' and tries = 0 and lease is null) or (state = 'withdrawn' and way <> 'mail');
alter table notification_reports force row level security;
comment on column notification_reports.may_have_arrived is 'True once a try got so far that the authority may have the file, of a report that is not known to have arrived.';
comment on column notification_reports.withdrawn_at is 'When somebody withdrew it by hand; null if it was withdrawn because somebody in it was erased.';
comment on column notification_reports.state is 'made: nobody has downloaded it yet; withdrawn: it is not sent any more, and its items are to be told again.';
grant update (may_have_arrived, withdrawn_at, withdrawn_by) on notification_reports to {{server}};
