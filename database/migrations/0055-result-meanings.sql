-- What each result of an assay means for whoever was tested, in the tenant's own words.
alter table assays add column meanings jsonb not null default '{}';
alter table assay_versions add column meanings jsonb not null default '{}';
comment on column assays.meanings is 'In the languages and for the results for which something is said: {locale: {result: text}}.';

-- A version keeps every column of the same name, so that what an assay says besides cannot be forgotten here.
create or replace function keep_assay_version() returns trigger
  language plpgsql as $$
declare
  kept assay_versions := jsonb_populate_record(null::assay_versions, to_jsonb(new));
begin
  kept.assay_id := new.id;
  kept.created_at := now();
  insert into assay_versions values (kept.*);
  return null;
end $$;
