-- A tenant's logos, as they are served: re-encoded, so that they hold nothing but pixels. Those from before are data URLs of
-- drawings, which are served in a way that none of them could do anything.
create table tenant_logos (
  tenant_id uuid not null references tenants (id),
  name text not null check (name in ('light', 'dark', 'icon')),
  media_type text not null check (media_type in ('image/png', 'image/svg+xml')),
  content bytea not null check (octet_length(content) between 1 and 1000000),
  hash text not null generated always as (substring(encode(sha256(content), 'hex') for 16)) stored,
  primary key (tenant_id, name)
);
call isolate_by_tenant('tenant_logos');
comment on column tenant_logos.name is 'On a light page, on a dark one, and the square icon.';
comment on column tenant_logos.hash is 'Of the content: an address with it never shows another picture.';
grant select, insert, update, delete on tenant_logos to {{server}};

alter table tenants no force row level security;
alter table tenant_logos no force row level security;
insert into tenant_logos (tenant_id, name, media_type, content)
select t.id, place.name, 'image/svg+xml', decode(substring(t.logo from 'base64,(.*)$'), 'base64')
from tenants as t, unnest(array['light', 'icon']) as place (name)
where t.logo like 'data:image/svg+xml;base64,_%';
alter table tenants force row level security;
alter table tenant_logos force row level security;
alter table tenants drop column logo;
