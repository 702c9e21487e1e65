alter table imports add column date_order text not null default 'mdy' check (date_order in ('mdy', 'dmy'));

comment on column imports.date_order is
  'The order of day and month in which the tenant writes dates, which is proposed for a file whose dates exist in either.';
