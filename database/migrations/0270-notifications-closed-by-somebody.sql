-- Somebody closes what an authority need not be told, with a reason.
-- The version before goes on: it closes nothing for this reason, leaves what was closed for it as it is, and shows it as superseded.
alter table notifications
  drop constraint notifications_closed_because_check,
  add constraint notifications_closed_because_check
    check (closed_because in ('corrected', 'voided', 'outcome', 'erased', 'person'));
comment on column notifications.answer_reason is
  'Why it counts as acknowledged or rejected, or was closed by somebody. Forgotten with the person.';
