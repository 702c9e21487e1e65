-- Calls with a token that were refused, so that its page tells of a machine that goes on with one that has ended.
alter table api_tokens
  add column refused_calls integer not null default 0 check (refused_calls >= 0),
  add column last_refused_on date;
comment on column api_tokens.refused_calls is 'Calls with it that were refused, because it has ended or may not do what it asked for.';
comment on column api_tokens.last_refused_on is 'By day, in UTC.';
grant update (refused_calls, last_refused_on) on api_tokens to {{server}};
