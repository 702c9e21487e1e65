-- What is sent to authorities, and how. See docs/decisions/0112-reports-to-authorities.md.
-- The version before goes on: it knows none of these tables.

create table notification_sendings (
  tenant_id uuid not null,
  rule_id uuid not null,
  columns jsonb not null,
  hl7 jsonb not null,
  sftp jsonb,
  secret bytea,
  every_minutes int check (every_minutes between 5 and 10080),
  next_at timestamptz(3),
  version int not null default 1,
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, rule_id) references notification_rules (tenant_id, id),
  check ((sftp is null) = (secret is null)),
  check ((every_minutes is null) = (next_at is null))
);
call isolate_by_tenant('notification_sendings');
comment on table notification_sendings is 'How reports of a rule are written and sent; a rule without a row has what is usual.';
comment on column notification_sendings.columns is '[{"header", "field"}]: the columns of a file in their order.';
comment on column notification_sendings.secret is 'The password or private key, encrypted with a key that is not in the database: server/platform/kept-secrets.ts.';
comment on column notification_sendings.next_at is 'When what is ready is sent by itself; null if somebody sends it.';
grant select, insert, update (columns, hl7, sftp, secret, every_minutes, next_at, version) on notification_sendings to {{server}};

create table notification_reports (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_version int not null,
  format text not null check (format in ('hl7', 'csv', 'printed')),
  way text not null check (way in ('download', 'mail', 'sftp')),
  again_of uuid,
  file bytea,
  file_name text not null,
  file_hash bytea not null,
  items int not null check (items > 0),
  made_by uuid,
  made_at timestamptz(3) not null,
  state text not null check (state in ('sending', 'sent')),
  tries int not null default 0,
  problem text,
  due_at timestamptz(3) not null,
  lease uuid,
  leased_until timestamptz(3),
  sent_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, rule_id, rule_version) references notification_rule_versions (tenant_id, rule_id, version),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  foreign key (tenant_id, again_of) references notification_reports (tenant_id, id),
  check ((state = 'sent') = (sent_at is not null)),
  check ((lease is null) = (leased_until is null))
);
call isolate_by_tenant('notification_reports');
create index notification_reports_due on notification_reports (tenant_id, due_at) where state = 'sending';
create index notification_reports_of_rule on notification_reports (tenant_id, rule_id, id);
create index notification_reports_with_file on notification_reports (tenant_id, made_at) where file is not null;
comment on column notification_reports.file is 'What was sent, for 30 days, or until somebody in it is erased.';
comment on column notification_reports.made_by is 'Null if it was made by itself.';
comment on column notification_reports.lease is 'The process that sends it now, until leased_until at the latest.';
grant select, insert, update (file, state, tries, problem, due_at, lease, leased_until, sent_at) on notification_reports to {{server}};

create table notification_report_items (
  tenant_id uuid not null,
  report_id uuid not null,
  notification_id uuid not null,
  primary key (tenant_id, report_id, notification_id),
  foreign key (tenant_id, report_id) references notification_reports (tenant_id, id),
  foreign key (tenant_id, notification_id) references notifications (tenant_id, id)
);
call isolate_by_tenant('notification_report_items');
create index notification_report_items_of_notification on notification_report_items (tenant_id, notification_id);
grant select, insert on notification_report_items to {{server}};

alter table notifications add foreign key (tenant_id, report_id) references notification_reports (tenant_id, id);

create policy due on notification_sendings for select to current_role using (current_tenant() is null);
create policy due on notification_reports for select to current_role using (current_tenant() is null);
create function due_notification_reports(most int) returns table (tenant_id uuid, id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select r.tenant_id, r.id from notification_reports r
  where r.state = 'sending' and r.due_at <= now() and (r.leased_until is null or r.leased_until < now())
  order by r.due_at limit most;
end $$;
comment on function due_notification_reports(int) is 'Reports that are to be sent now and that no process sends. Called outside any tenant.';
revoke execute on function due_notification_reports(int) from public;
grant execute on function due_notification_reports(int) to {{server}};

create function rules_to_report() returns table (tenant_id uuid, id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select s.tenant_id, s.rule_id from notification_sendings s where s.next_at <= now() order by s.next_at;
end $$;
comment on function rules_to_report() is 'Rules whose reports are made by themselves now. Called outside any tenant.';
revoke execute on function rules_to_report() from public;
grant execute on function rules_to_report() to {{server}};
