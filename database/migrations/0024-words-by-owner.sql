-- A row is also asked whether it has a word that begins with a text: with the word in the index, that is one look into it. It
-- leaves the planner no worse way either, while a table that was just filled has no statistics: without the word, it took
-- reading all words that begin so, for each row anew, for the short way.
drop index organisation_words_of_organisation;
create index organisation_words_of_organisation on organisation_words (tenant_id, organisation_id, word);
drop index group_words_of_group;
create index group_words_of_group on group_words (tenant_id, group_id, word);
drop index user_words_of_user;
create index user_words_of_user on user_words (tenant_id, user_id, word);
drop index subject_words_of_subject;
create index subject_words_of_subject on subject_words (tenant_id, subject_id, word);

-- A list of one organisation's users is cut from this alone, and must not walk the tenant's patients to find those few of its own.
drop index users_of_organisation;
create index users_of_organisation on users (tenant_id, organisation_id, name_key, id);
