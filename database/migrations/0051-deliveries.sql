-- Results that were sent to the person who was tested, by a link behind their date of birth. See
-- docs/decisions/0047-sending-results.md.
create table deliveries (
  tenant_id uuid not null,
  id uuid not null,
  test_record_id uuid not null,
  channel text not null check (channel in ('email', 'text')),
  reason text not null check (reason in ('asked', 'saved', 'corrected', 'voided')),
  token_hash bytea,
  sent_by uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  wrong_tries int not null default 0 check (wrong_tries between 0 and 11),
  opened_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, test_record_id) references test_records (tenant_id, id),
  foreign key (tenant_id, sent_by) references users (tenant_id, id)
);
call isolate_by_tenant('deliveries');
create index deliveries_of_record on deliveries (tenant_id, test_record_id, created_at desc, id desc);
create unique index deliveries_by_token on deliveries (tenant_id, token_hash) where token_hash is not null;
comment on table deliveries is 'Holds no address: that of the subject is taken when its message is made.';
comment on column deliveries.token_hash is 'SHA-256 of the token in the link, which is made when the message is sent; null before.';
comment on column deliveries.wrong_tries is 'Tries with a wrong date of birth, and those under way. 10 lock the link until staff send it again; 11 is as far as it counts.';
comment on column deliveries.ended_at is 'When another link took its place, the record turned out to be somebody else''s, or the person was erased.';
grant select, insert, update on deliveries to {{server}};

alter table messages add column delivery_id uuid;
alter table messages add foreign key (tenant_id, delivery_id) references deliveries (tenant_id, id) on delete cascade;
create index messages_of_delivery on messages (tenant_id, delivery_id) where delivery_id is not null;

alter table tenants add column sends_results_at_once boolean not null default false;
comment on column tenants.sends_results_at_once is 'Whether a result is sent to whom it is about as soon as it is saved.';
