-- What a result of an assay means at one organisation, where it says something else than the assay says for everybody. A table of
-- its own, because processes of the version before have prepared statements that ask for every column of assays.
create table assay_organisation_meanings (
  tenant_id uuid not null,
  assay_id uuid not null,
  organisation_id uuid not null,
  from_version int not null,
  meanings jsonb not null,
  primary key (tenant_id, assay_id, organisation_id, from_version),
  foreign key (tenant_id, assay_id, from_version) references assay_versions (tenant_id, assay_id, version),
  foreign key (tenant_id, organisation_id) references organisations (tenant_id, id)
);
call isolate_by_tenant('assay_organisation_meanings');
comment on table assay_organisation_meanings is 'What a result means at an organisation, for records that are made there with this version of the assay or a later one, until there is a row of a later one.';
comment on column assay_organisation_meanings.meanings is 'As those of assays; empty from when nothing of its own is said there any more.';
grant select, insert on assay_organisation_meanings to {{server}};
