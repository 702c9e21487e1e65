-- Opens a request as before, but for the consent to the terms: that depends on their version in force, which the database
-- does not know, and nothing but the user's own details tells it.

drop function open_request(text, bytea);

-- Finds the tenant of the host and the session of the cookie, sets both for this transaction, and answers who acts. One
-- call, so that every request pays one round trip for all of it. A session is refused on another tenant's host, because it
-- is looked up inside the tenant; a suspension ends it at the next request.
create function open_request(
  host text,
  session_token_hash bytea,
  out tenant_id uuid,
  out tenant_slug text,
  out default_language text,
  out available_languages text[],
  out features text[],
  out id_prefix text,
  out subject_kind text,
  out assay_id uuid,
  out user_id uuid,
  out session_id uuid,
  out email text,
  out user_type text,
  out lang text,
  out organisation_id uuid,
  out group_ids uuid[],
  out permissions text[]
)
  language plpgsql as $$
declare
  seen timestamptz;
begin
  tenant_id := tenant_at(host);
  if tenant_id is null then
    return;
  end if;
  perform set_config('lateral.tenant_id', tenant_id::text, true);
  select t.slug, t.default_language, t.available_languages, t.features, t.id_prefix, t.subjects ->> 'kind', t.assay_id
    into tenant_slug, default_language, available_languages, features, id_prefix, subject_kind, assay_id
    from tenants t where t.id = open_request.tenant_id;
  if session_token_hash is null then
    return;
  end if;
  select u.id, s.id, u.email, u.user_type, u.lang, u.organisation_id, p.permissions, s.last_seen_at,
         array(select g.group_id from user_groups g where g.tenant_id = u.tenant_id and g.user_id = u.id)
    into user_id, session_id, email, user_type, lang, organisation_id, permissions, seen, group_ids
    from sessions s
    join tenants t on t.id = s.tenant_id
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    left join organisations o on o.tenant_id = u.tenant_id and o.id = u.organisation_id
    left join tenant_permissions p on p.tenant_id = u.tenant_id and p.user_type = u.user_type
    where s.tenant_id = open_request.tenant_id
      and s.token_hash = session_token_hash
      and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(mins => t.session_idle_minutes)
      and t.status = 'active' and u.status = 'active' and coalesce(o.status, 'active') = 'active';
  if user_id is not null and seen < now() - interval '30 seconds' then
    update sessions s set last_seen_at = now()
      where s.tenant_id = open_request.tenant_id and s.token_hash = session_token_hash;
  end if;
end $$;
