-- A group has the address of its laboratory and the clinician in whose name its tests are ordered. Processes of the version before
-- name their columns, and neither read nor write these.
alter table groups
  add column lab_street_address text check (char_length(lab_street_address) <= 200),
  add column lab_street_address_2 text check (char_length(lab_street_address_2) <= 200),
  add column lab_city text check (char_length(lab_city) <= 100),
  add column lab_state text,
  add column lab_county text check (char_length(lab_county) <= 100),
  add column lab_country text,
  add column lab_postcode text check (char_length(lab_postcode) <= 16),
  add column provider_first_name text check (char_length(provider_first_name) <= 100),
  add column provider_middle_name text check (char_length(provider_middle_name) <= 100),
  add column provider_last_name text check (char_length(provider_last_name) <= 100),
  add column provider_suffix text check (char_length(provider_suffix) <= 20),
  add column provider_npi text check (provider_npi ~ '^\d{10}$');
comment on column groups.lab_country is 'Null where there is no address; see contract/rules/address.ts.';
comment on column groups.provider_last_name is 'Null where there is no ordering provider. First and last name come together.';
