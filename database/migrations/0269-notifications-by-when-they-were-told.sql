-- What was told is listed by when, the latest first.
-- The version before goes on: it does not order by this, and nothing else changes.
create index notifications_by_told on notifications
  (tenant_id, (coalesce(sent_at, answered_at, timestamptz '1970-01-01 00:00:00+00')), id);
