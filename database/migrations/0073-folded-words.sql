-- For each tenant, in a transaction of its own. The words that users and places are found by from now on, beside those of the folding
-- before; of assays and invites all. Only texts that the folding before read otherwise have new ones.
insert into user_words (tenant_id, word, user_id)
select tenant_id, word, id from users, lateral (select words_of(full_name) union select words_of(email)) as w (word)
where full_name !~ '^[A-Za-z0-9 .,@_+()/-]*$' or email !~ '^[A-Za-z0-9 .,@_+()/-]*$'
on conflict do nothing;
insert into organisation_words (tenant_id, word, organisation_id)
select tenant_id, word, id
from organisations, lateral (select words_of(name) union select words_of(coalesce(location, ''))) as w (word)
where name !~ '^[A-Za-z0-9 .,@_+()/-]*$' or location !~ '^[A-Za-z0-9 .,@_+()/-]*$'
on conflict do nothing;
insert into group_words (tenant_id, word, group_id)
select tenant_id, word, id
from groups, lateral (select words_of(name) union select words_of(coalesce(location, ''))) as w (word)
where name !~ '^[A-Za-z0-9 .,@_+()/-]*$' or location !~ '^[A-Za-z0-9 .,@_+()/-]*$'
on conflict do nothing;
insert into assay_words (tenant_id, word, assay_id)
select tenant_id, word, id
from assays, lateral (select words_of(name) union select words_of(coalesce(manufacturer, ''))) as w (word)
on conflict do nothing;
insert into invite_words (tenant_id, word, invite_id)
select tenant_id, word, id from invites, words_of(coalesce(email, '')) as word
on conflict do nothing;
