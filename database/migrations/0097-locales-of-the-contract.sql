-- The version before goes on: it writes the same languages as ever, and needs none of the constraints.
-- Which locales and languages there are is said in the contract alone: the server stores no others.
alter table users drop constraint users_lang_check;
alter table invites drop constraint invites_lang_check;
alter table policy_versions drop constraint policy_versions_locale_check;
