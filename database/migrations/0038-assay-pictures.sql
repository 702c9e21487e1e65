-- Pictures in the instructions of an assay. A version names them with what they show in each language, so that an older one
-- keeps its own.
create table assay_pictures (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  assay_id uuid,
  content bytea not null check (octet_length(content) between 1 and 4000000),
  width int not null check (width > 0),
  height int not null check (height > 0),
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, assay_id) references assays (tenant_id, id)
);
call isolate_by_tenant('assay_pictures');
comment on table assay_pictures is 'Pictures of instructions as WebP, re-encoded, so that they hold nothing but pixels.';
comment on column assay_pictures.assay_id is 'The assay whose instructions show it; null until a version of one does.';
create index assay_pictures_unused on assay_pictures (tenant_id, created_at) where assay_id is null;
grant select, insert, delete, update (assay_id) on assay_pictures to {{server}};

alter table assays add column pictures jsonb not null default '[]';
alter table assay_versions add column pictures jsonb not null default '[]';
comment on column assays.pictures is 'In the order of their numbers: [{"id", "width", "height", "words": {locale: what it shows}}].';

create or replace function keep_assay_version() returns trigger
  language plpgsql as $$
begin
  insert into assay_versions (tenant_id, assay_id, version, name, manufacturer, model, gtin, analytes, specimens,
    offered_results, read_from_minutes, read_until_minutes, image_required, instructions, pictures)
  values (new.tenant_id, new.id, new.version, new.name, new.manufacturer, new.model, new.gtin, new.analytes, new.specimens,
    new.offered_results, new.read_from_minutes, new.read_until_minutes, new.image_required, new.instructions, new.pictures);
  return null;
end $$;
