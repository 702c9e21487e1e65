comment on column imports.date_order is
  'Not used any more, because each file is asked in which order it writes day and month. The version before writes it.';
