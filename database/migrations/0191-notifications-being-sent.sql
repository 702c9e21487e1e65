-- An authority is told once a report has left, and until then its items are being sent. See docs/decisions/0112-reports-to-authorities.md.
-- The version before goes on: it makes reports and items with the states that it knows, and leaves alone those that it does not. Of a report
-- that it sends while both versions serve, items stay as being sent until somebody says that the authority has them.
alter table notifications drop constraint notifications_state_check,
  add constraint notifications_state_check check (state in ('open', 'superseded', 'sending', 'sent', 'acknowledged', 'rejected'));
comment on column notifications.report_id is 'The report that it is in; null if somebody told the authority by another way.';
grant update (kind, refers_to) on notifications to {{server}};

drop index notifications_open;
create index notifications_open on notifications (tenant_id, due_at, id) where state in ('open', 'sending', 'rejected');
create index notifications_of_report on notifications (tenant_id, report_id) where report_id is not null;

alter table notification_reports drop constraint notification_reports_state_check,
  add constraint notification_reports_state_check check (state in ('made', 'sending', 'sent', 'withdrawn'));
comment on column notification_reports.state is 'made: nobody has downloaded it yet; withdrawn: its file was deleted before it left, and its items are to be told again.';
