-- Details of a person beside what identifies them, kept only as far as the tenant chooses (decision 84).
alter table tenants add column subject_details text[] not null default '{}';
comment on column tenants.subject_details is 'The kinds of details that the tenant keeps of persons, by the names of the contract. What was stored of another kind stays, but is hidden.';

create table subject_details (
  tenant_id uuid not null,
  subject_id uuid not null,
  role text check (char_length(role) <= 20),
  unit text check (char_length(unit) <= 100),
  room text check (char_length(room) <= 50),
  sex text check (char_length(sex) <= 20),
  race text check (char_length(race) <= 40),
  ethnicity text check (char_length(ethnicity) <= 40),
  language text check (char_length(language) <= 10),
  telephones jsonb,
  address jsonb,
  guardian jsonb,
  nhs_number text check (nhs_number ~ '^\d{10}$'),
  consent jsonb,
  primary key (tenant_id, subject_id),
  foreign key (tenant_id, subject_id) references subjects (tenant_id, id)
);
call isolate_by_tenant('subject_details');
comment on table subject_details is 'Personal data of a subject with an identity. There is no row if nothing is known.';
comment on column subject_details.telephones is '[{"number": "+44 7400 123456", "type": "mobile" or "landline", "texts": whether texts may be sent to it}]';
comment on column subject_details.guardian is '{"name", "relation", "email", "telephone": like one of telephones, "receives": whether results are sent to the guardian instead}';
comment on column subject_details.consent is '{"by": name, "how": "written", "spoken" or "online", "when", "until", "withdrawn": days}';
create index subject_details_nhs_number on subject_details (tenant_id, nhs_number) where nhs_number is not null;
grant select, insert, update, delete on subject_details to {{server}};

-- Details end with the identity of their subject at the latest, also when a process of the version before, which does not know them, erases or
-- merges a person. Changing an identity deletes and inserts it, so this is asked at the end of the transaction.
create function delete_details_without_identity() returns trigger language plpgsql as $$
begin
  delete from subject_details d
  where d.tenant_id = old.tenant_id and d.subject_id = old.subject_id and not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id
  );
  return null;
end $$;
create constraint trigger details_without_identity after delete on subject_identities
  deferrable initially deferred for each row execute function delete_details_without_identity();

alter table subject_merges add column details jsonb, add column filled_details text[] not null default '{}';
comment on column subject_merges.details is 'The details of the merged subject: personal data. Null if there were none, and once undone.';
comment on column subject_merges.filled_details is 'The kinds of them that the kept subject took over.';

alter table deliveries add column to_guardian boolean not null default false;
comment on column deliveries.to_guardian is 'Whether it went to the guardian, who received results instead of the person at that time.';
