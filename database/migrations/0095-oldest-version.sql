-- A version that restarts after a newer one has migrated reads here whether it may still run (decision 74).
create table oldest_version (
  is_only boolean primary key default true check (is_only),
  migration text not null
);
comment on table oldest_version is 'The oldest version that runs on this schema, by the last migration that it brings. A migration that removes or tightens something moves it to one of an earlier version, from which on nothing needs what is removed.';
insert into oldest_version (migration) values ('0095-oldest-version');
