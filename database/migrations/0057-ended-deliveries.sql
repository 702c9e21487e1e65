-- Why a link to a result opens nothing any more, which its record tells.
alter table deliveries
  add column ended_because text check (ended_because in ('replaced', 'address-changed', 'other-person', 'erased')),
  add check (ended_because is null or ended_at is not null);
comment on column deliveries.ended_because is 'Null of those that ended before reasons were kept. A link whose address is not that of the subject any more opens nothing, too, without having ended here.';
