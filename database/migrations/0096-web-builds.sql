-- The files of the web app of the builds that were served last. During an upgrade a page asks processes of the other build for them, and a
-- page that was open before an upgrade asks for files that no process has any more.
create table web_builds (
  id text primary key,
  started_at timestamptz not null default now()
);
comment on column web_builds.started_at is 'When a process that serves this build started last. The builds that started last are kept.';
create table web_assets (
  build_id text not null,
  name text not null,
  content bytea not null,
  is_gzipped boolean not null,
  primary key (build_id, name)
);
create index web_assets_name on web_assets (name);
comment on column web_assets.name is 'The file within the folder assets. It holds a hash of the content, so that files of one name are the same.';
-- The content is compressed already.
alter table web_assets alter column content set storage external;
grant select, insert, update, delete on web_builds to {{server}};
grant select, insert, delete on web_assets to {{server}};
