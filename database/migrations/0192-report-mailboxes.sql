-- Reports to authorities by mail, to a mailbox whose owner has read a code there. See docs/decisions/0112-reports-to-authorities.md.
-- The version before goes on: it leaves the mailbox of a rule as it is, and cannot send by mail.
alter table notification_sendings
  add column mail_address text check (char_length(mail_address) <= 255),
  add column mail_code_hash bytea,
  add column mail_code_until timestamptz(3),
  add column mail_code_tries int not null default 0,
  add column mail_confirmed_at timestamptz(3),
  add constraint notification_sendings_mail_check check (mail_address is not null or (mail_code_hash is null and mail_confirmed_at is null));
comment on column notification_sendings.mail_code_hash is 'The SHA-256 of the code that was sent last to mail_address, until it was confirmed.';
comment on column notification_sendings.mail_code_tries is 'Codes that were entered since and are wrong.';
comment on column notification_sendings.mail_confirmed_at is 'When a code from the mailbox was entered; null while nothing may be sent there.';
grant update (mail_address, mail_code_hash, mail_code_until, mail_code_tries, mail_confirmed_at) on notification_sendings to {{server}};

alter table messages add column rule_id uuid;
alter table messages add foreign key (tenant_id, rule_id) references notification_rules (tenant_id, id) on delete cascade;
comment on column messages.rule_id is 'The notification rule to whose mailbox a code is sent.';
