-- The words that users and places are found by from now on, beside those of the folding before; of assays and invites all. Only texts
-- that the folding before read otherwise have new ones. Nothing is locked but what is written.
do $$
declare
  tenant uuid;
  plain constant text := '^[A-Za-z0-9 .,@_+()/-]*$';
begin
  for tenant in select distinct tenant_id from tenant_addresses loop
    perform enter_tenant(tenant);
    insert into user_words (tenant_id, word, user_id)
    select tenant_id, word, id from users, lateral (select words_of(full_name) union select words_of(email)) as w (word)
    where tenant_id = tenant and (full_name !~ plain or email !~ plain)
    on conflict do nothing;
    insert into organisation_words (tenant_id, word, organisation_id)
    select tenant_id, word, id
    from organisations, lateral (select words_of(name) union select words_of(coalesce(location, ''))) as w (word)
    where tenant_id = tenant and (name !~ plain or location !~ plain)
    on conflict do nothing;
    insert into group_words (tenant_id, word, group_id)
    select tenant_id, word, id
    from groups, lateral (select words_of(name) union select words_of(coalesce(location, ''))) as w (word)
    where tenant_id = tenant and (name !~ plain or location !~ plain)
    on conflict do nothing;
    insert into assay_words (tenant_id, word, assay_id)
    select tenant_id, word, id
    from assays, lateral (select words_of(name) union select words_of(coalesce(manufacturer, ''))) as w (word)
    where tenant_id = tenant
    on conflict do nothing;
    insert into invite_words (tenant_id, word, invite_id)
    select tenant_id, word, id from invites, words_of(coalesce(email, '')) as word
    where tenant_id = tenant
    on conflict do nothing;
  end loop;
  perform enter_tenant(null);
end $$;
