alter table import_rows add column is_corrected boolean not null default false;
comment on column import_rows.is_corrected is
  'Somebody has corrected a cell, which stays when the file is read again with other answers.';
