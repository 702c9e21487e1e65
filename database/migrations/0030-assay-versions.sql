-- Assays can be kept by their tenants. Each change makes a new version, and a record keeps the one that it was made with.

alter table assays no force row level security;

alter table assays
  add column gtin text check (gtin ~ '^[0-9]{8,14}$'),
  add column organisation_ids uuid[] check (cardinality(organisation_ids) > 0),
  add column retired_at timestamptz,
  add column name_key text collate "C" generated always as (lower(name)) stored;
comment on column assays.organisation_ids is 'The organisations that may use it; null for all.';
comment on column assays.retired_at is 'Since when it is not offered any more.';

-- Names that were given twice before they had to differ.
update assays a set name = left(a.name, 60) || ' (' || a.id || ')'
where exists (select from assays e where e.tenant_id = a.tenant_id and e.name_key = a.name_key and e.id < a.id);
create unique index assays_by_unique_name on assays (tenant_id, name_key);

-- Codes of analytes and specimens are of LOINC and of SNOMED CT, each in a field of its own.
update assays set analytes = (
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', line ->> 'id',
    'name', line ->> 'name',
    'loinc', case when line ->> 'codeSystem' = 'http://loinc.org' then line ->> 'code' end,
    'snomed', case when line ->> 'codeSystem' = 'http://snomed.info/sct' then line ->> 'code' end
  ) order by place), '[]')
  from jsonb_array_elements(analytes) with ordinality as lines (line, place));
comment on column assays.analytes is 'In the order of the device''s lines: [{"id", "name", "loinc", "snomed"}].';

alter table assays alter column specimens drop default;
alter table assays alter column specimens type jsonb using to_jsonb(specimens);
alter table assays alter column specimens set default '[]';
update assays set specimens = (
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'snomed', null) order by place), '[]')
  from jsonb_array_elements_text(specimens) with ordinality as names (name, place));
comment on column assays.specimens is 'What is put on the device: [{"name", "snomed"}].';

create table assay_versions (
  tenant_id uuid not null,
  assay_id uuid not null,
  version int not null,
  name text not null,
  manufacturer text,
  model text,
  gtin text,
  analytes jsonb not null,
  specimens jsonb not null,
  offered_results text[] not null,
  read_from_minutes int not null,
  read_until_minutes int not null,
  image_required boolean not null,
  instructions jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, assay_id, version),
  foreign key (tenant_id, assay_id) references assays (tenant_id, id)
);
call isolate_by_tenant('assay_versions');
comment on table assay_versions is 'Every version of every assay, each whole: what the records that were made with it say for ever.';
grant select, insert on assay_versions to {{server}};

-- Written by the table itself, so that no version of an assay is without its copy.
create function keep_assay_version() returns trigger
  language plpgsql as $$
begin
  insert into assay_versions (tenant_id, assay_id, version, name, manufacturer, model, gtin, analytes, specimens,
    offered_results, read_from_minutes, read_until_minutes, image_required, instructions)
  values (new.tenant_id, new.id, new.version, new.name, new.manufacturer, new.model, new.gtin, new.analytes, new.specimens,
    new.offered_results, new.read_from_minutes, new.read_until_minutes, new.image_required, new.instructions);
  return null;
end $$;
create trigger assay_versions after insert or update of version on assays
  for each row execute function keep_assay_version();

-- Nothing has changed an assay until now.
alter table assay_versions no force row level security;
update assays set version = 1 where version <> 1;
insert into assay_versions (tenant_id, assay_id, version, name, manufacturer, model, gtin, analytes, specimens,
  offered_results, read_from_minutes, read_until_minutes, image_required, instructions, created_at)
select tenant_id, id, 1, name, manufacturer, model, gtin, analytes, specimens,
  offered_results, read_from_minutes, read_until_minutes, image_required, instructions, created_at
from assays
on conflict do nothing;

alter table test_records add column assay_version int not null default 1;
alter table test_records drop constraint test_records_tenant_id_assay_id_fkey;
alter table test_records no force row level security;
alter table test_records add foreign key (tenant_id, assay_id, assay_version)
  references assay_versions (tenant_id, assay_id, version);
alter table test_records force row level security;
alter table assay_versions force row level security;
alter table assays force row level security;
comment on column test_records.assay_version is 'The version of the assay that the test was recorded with, whose names it shows.';
