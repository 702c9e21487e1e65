-- People without an email are identified by both names and their date of birth, where the tenant chooses so (decision 84).
alter table tenants add column identifies_by text not null default 'email' check (identifies_by in ('email', 'names'));
comment on column tenants.identifies_by is 'What a person is identified by, besides the date of birth: an email, or both names, with or without an email.';
