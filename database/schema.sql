grant usage on schema public to {{server}}, {{reader}};

alter default privileges in schema public grant select on tables to {{reader}};

create function any_assay()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN '00000000-0000-0000-0000-000000000000'::uuid;

create function audit_hash(previous bytea, "position" bigint, tenant_id uuid, id uuid, occurred_at timestamp with time zone, actor_id uuid, action text, outcome text, resource_type text, resource_id uuid, details jsonb, request_id text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN sha256((COALESCE(previous, '\x'::bytea) || convert_to((jsonb_build_array("position", tenant_id, id, ((EXTRACT(epoch FROM occurred_at) * (1000000)::numeric))::bigint, actor_id, action, outcome, resource_type, resource_id, details, request_id))::text, 'UTF8'::name)));
comment on function audit_hash(previous bytea, "position" bigint, tenant_id uuid, id uuid, occurred_at timestamp with time zone, actor_id uuid, action text, outcome text, resource_type text, resource_id uuid, details jsonb, request_id text) is 'SHA-256 over the previous hash and every column of the event, as JSON.';

create function begin_limits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into tenant_limits (tenant_id) values (new.id);
  return null;
end $function$;

create function begin_turns()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into tenant_turns (tenant_id, round)
  select new.id, r.round from (values ('verify-audit'), ('keep-audit-heads'), ('remove-ended')) as r (round)
  on conflict do nothing;
  return null;
end $function$;
revoke execute on function begin_turns() from public;

create function count_audit_alarms()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int from audit_verifications where broken_position is not null
$function$;
revoke execute on function count_audit_alarms() from public;
grant execute on function count_audit_alarms() to {{server}};
comment on function count_audit_alarms() is 'How many tenants have a chain that was found broken.';

create function count_changed_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_deltas (tenant_id, at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, change)
  select c.tenant_id, quarter_of(c.performed_at), c.organisation_id, c.group_id, c.assay_id, c.lot, c.reading, c.result,
    c.analyte_results, sum(c.change)
  from was w
  join became b on b.tenant_id = w.tenant_id and b.id = w.id
  cross join lateral (
    select w.tenant_id, w.performed_at, w.organisation_id, w.group_id, w.assay_id, w.lot, w.reading, w.result,
      w.analyte_results, -1 as change where w.state <> 'voided'
    union all
    select b.tenant_id, b.performed_at, b.organisation_id, b.group_id, b.assay_id, b.lot, b.reading, b.result,
      b.analyte_results, 1 where b.state <> 'voided'
  ) as c
  where (b.performed_at, b.organisation_id, b.group_id, b.assay_id, b.lot, b.reading, b.result, b.analyte_results, b.state = 'voided')
    is distinct from
    (w.performed_at, w.organisation_id, w.group_id, w.assay_id, w.lot, w.reading, w.result, w.analyte_results, w.state = 'voided')
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  having sum(c.change) <> 0;
  return null;
end $function$;

create function count_new_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into record_deltas (tenant_id, at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, change)
  select tenant_id, quarter_of(performed_at), organisation_id, group_id, assay_id, lot, reading, result,
    analyte_results, count(*)
  from added where state <> 'voided'
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $function$;

create function count_tenants()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(distinct tenant_id)::int from tenant_turns
$function$;
revoke execute on function count_tenants() from public;
grant execute on function count_tenants() to {{server}};
comment on function count_tenants() is 'How many tenants there are.';

create function current_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('lateral.tenant_id'::text, true), ''::text))::uuid;
comment on function current_tenant() is 'The tenant of the running transaction, set by the server or by enter_tenant; null outside one.';

create function delete_changes_without_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from import_changes c
  where c.tenant_id = old.tenant_id and c.subject_id = old.subject_id and not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id
  );
  return null;
end $function$;

create function delete_details_without_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from subject_details d
  where d.tenant_id = old.tenant_id and d.subject_id = old.subject_id and not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id
  );
  return null;
end $function$;

create function delete_keys_of_files(tenant uuid, subject uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from imported_people p
  where p.tenant_id = tenant and p.subject_id = subject
    and not exists (select from merged_subjects m where m.tenant_id = tenant and m.id = subject)
$function$;

create function delete_keys_without_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from subject_identities i
    where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id and i.date_of_birth is not distinct from old.date_of_birth
      and i.last_name is not distinct from old.last_name
      -- A merge gives somebody the first name that they lack, and its undoing takes it away.
      and (i.first_name is null or old.first_name is null or i.first_name = old.first_name)
  ) then
    perform delete_keys_of_files(old.tenant_id, old.subject_id);
  end if;
  return null;
end $function$;

create function delete_keys_without_merge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.id
  ) then
    perform delete_keys_of_files(old.tenant_id, old.id);
  end if;
  return null;
end $function$;

create function delete_matches_without_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from import_matches c
  where c.tenant_id = old.tenant_id and c.subject_id = old.subject_id and not exists (
    select from subject_identities i where i.tenant_id = old.tenant_id and i.subject_id = old.subject_id
  );
  return null;
end $function$;

create function due_notification_reports(most integer)
 RETURNS TABLE(tenant_id uuid, id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select d.tenant_id, d.id from (
      select r.tenant_id, r.id, r.due_at, r.tries > 0 as fails,
             row_number() over (partition by r.tenant_id order by r.tries > 0, r.due_at) as place
      from notification_reports r
      where r.state = 'sending' and r.due_at <= now() and (r.leased_until is null or r.leased_until < now())
    ) as d
    order by d.place, d.fails, d.due_at limit most;
end $function$;
revoke execute on function due_notification_reports(most integer) from public;
grant execute on function due_notification_reports(most integer) to {{server}};
comment on function due_notification_reports(most integer) is 'Reports that are to be sent now and that no process sends: one of each tenant, then the next of each, and those that fail behind others. Called outside any tenant.';

create function due_webhooks(most integer)
 RETURNS TABLE(tenant_id uuid, id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select d.tenant_id, d.id from (
      select w.tenant_id, w.id, w.due_at, w.tries > 0 as fails,
             row_number() over (partition by w.tenant_id order by w.tries > 0, w.due_at) as place
      from webhooks w
      where w.state = 'active' and w.has_more and w.due_at <= now() and (w.leased_until is null or w.leased_until < now())
    ) as d
    order by d.place, d.fails, d.due_at limit most;
end $function$;
revoke execute on function due_webhooks(most integer) from public;
grant execute on function due_webhooks(most integer) to {{server}};
comment on function due_webhooks(most integer) is 'Webhooks that have something to send now and that no process sends for: one of each tenant, then the next of each, and those that fail behind others. Called outside any tenant.';

create function end_export_turn(turn uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from export_turns where tenant_id = current_tenant() and id = turn
$function$;
revoke execute on function end_export_turn(turn uuid) from public;
grant execute on function end_export_turn(turn uuid) to {{server}};
comment on function end_export_turn(turn uuid) is 'Gives a turn back.';

create function end_turns(of_round text, tenants uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update tenant_turns t set has_changed = false
  from (
    select v.tenant_id from tenant_turns v
    where v.tenant_id = any (tenants) and v.round = of_round and v.has_changed and v.is_visited
    for update skip locked
  ) as visited
  where t.tenant_id = visited.tenant_id and t.round = of_round
$function$;
revoke execute on function end_turns(of_round text, tenants uuid[]) from public;
grant execute on function end_turns(of_round text, tenants uuid[]) to {{server}};
comment on function end_turns(of_round text, tenants uuid[]) is 'Nothing is left to be done in these, but in those that have changed since their turn.';

create function enter_tenant(tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('set local "lateral".tenant_id = %L', coalesce(tenant::text, ''));
end $function$;

create function ever()
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN '2000-01-01 00:00:00+00'::timestamp with time zone;
comment on function ever() is 'When what was counted altogether is said to have been.';

create function fold_record_deltas(of_tenant uuid, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  taken bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('record counts ' || of_tenant, 0));
  taken := array(select d.id from record_deltas d where d.tenant_id = of_tenant order by d.id limit at_most);
  if taken = '{}' then
    return 0;
  end if;
  insert into record_quarters as q (tenant_id, counted_id, at, positive, negative, inconclusive, invalid)
  select t.tenant_id, c.id, t.at,
    coalesce(sum(t.change) filter (where t.result = 'positive'), 0),
    coalesce(sum(t.change) filter (where t.result = 'negative'), 0),
    coalesce(sum(t.change) filter (where t.result = 'inconclusive'), 0),
    coalesce(sum(t.change) filter (where t.result = 'invalid'), 0)
  from record_deltas t
  cross join lateral (values (t.tenant_id), (t.organisation_id), (t.group_id), (t.assay_id)) as c (id)
  where t.tenant_id = of_tenant and t.id = any (taken)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (tenant_id, counted_id, at) do update set
    positive = q.positive + excluded.positive, negative = q.negative + excluded.negative,
    inconclusive = q.inconclusive + excluded.inconclusive, invalid = q.invalid + excluded.invalid;
  -- Few differ within an hour, and each counts for many things.
  insert into record_facets as y (tenant_id, counted_id, facet, period, at, assay_id, key, positive, negative, inconclusive, invalid)
  select t.tenant_id, c.counted_id, c.facet, c.period, c.at, c.assay_id, c.key,
    coalesce(sum(t.change) filter (where c.result = 'positive'), 0),
    coalesce(sum(t.change) filter (where c.result = 'negative'), 0),
    coalesce(sum(t.change) filter (where c.result = 'inconclusive'), 0),
    coalesce(sum(t.change) filter (where c.result = 'invalid'), 0)
  from (
    select d.tenant_id, d.organisation_id, d.group_id, date_bin('1 hour', d.at, timestamptz '2000-01-01 00:00:00+00') as hour,
      d.assay_id, d.lot, d.reading, d.result, d.analyte_results, sum(d.change) as change
    from record_deltas d where d.tenant_id = of_tenant and d.id = any (taken)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ) as t
  cross join lateral counts_of(t.hour, t.tenant_id, t.organisation_id, t.group_id,
    t.assay_id, t.lot, t.reading, t.result, t.analyte_results) as c
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, counted_id, facet, period, at, assay_id, key) do update set
    positive = y.positive + excluded.positive, negative = y.negative + excluded.negative,
    inconclusive = y.inconclusive + excluded.inconclusive, invalid = y.invalid + excluded.invalid;
  delete from record_deltas d where d.tenant_id = of_tenant and d.id = any (taken);
  return cardinality(taken);
end $function$;
comment on function fold_record_deltas(of_tenant uuid, at_most integer) is 'In the tenant that has been entered.';

create function is_operators_tenant()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  own uuid := current_tenant();
begin
  return exists (select from tenants t where t.id = own and t.is_operator);
end $function$;
comment on function is_operators_tenant() is 'Whether the tenant that was entered is the operator''s own.';

create function join_subject_word()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into subject_words (tenant_id, word, subject_id, group_id, organisation_id, whole)
  values (new.tenant_id, translate(new.word, ' -', ''), new.subject_id, new.group_id, new.organisation_id, new.whole)
  on conflict do nothing;
  return null;
end $function$;

create function keep_assay_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept assay_versions := jsonb_populate_record(null::assay_versions, to_jsonb(new));
begin
  kept.assay_id := new.id;
  kept.created_at := now();
  insert into assay_versions values (kept.*);
  return null;
end $function$;

create function keep_assay_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from assay_words where tenant_id = new.tenant_id and assay_id = new.id;
  end if;
  insert into assay_words (tenant_id, word, assay_id)
  select new.tenant_id, word, new.id
  from (select words_of(new.name) union select words_of(coalesce(new.manufacturer, ''))) as w (word);
  return null;
end $function$;

create function keep_catalogue_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not is_operators_tenant() then
    return null;
  end if;
  insert into catalogue_entries as c (tenant_id, id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes,
    specimens, offered_results, read_from_minutes, read_until_minutes, image_required, requires_timer, instructions)
  values (new.tenant_id, new.id, new.version, new.taken_from ->> 'entry', new.retired_at is not null, new.name, new.manufacturer,
    new.model, new.gtin, new.analytes, new.specimens, new.offered_results, new.read_from_minutes, new.read_until_minutes,
    new.image_required, new.requires_timer, new.instructions)
  on conflict (tenant_id, id) do update set
    version = excluded.version, is_withdrawn = excluded.is_withdrawn, name = excluded.name, manufacturer = excluded.manufacturer,
    model = excluded.model, gtin = excluded.gtin, analytes = excluded.analytes, specimens = excluded.specimens,
    offered_results = excluded.offered_results, read_from_minutes = excluded.read_from_minutes,
    read_until_minutes = excluded.read_until_minutes, image_required = excluded.image_required,
    requires_timer = excluded.requires_timer, instructions = excluded.instructions;
  return null;
end $function$;
revoke execute on function keep_catalogue_entry() from public;

create function keep_catalogue_entry(entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  e catalogue_entries := jsonb_populate_record(null::catalogue_entries, entry);
begin
  -- Every other tenant is in the directory.
  if current_tenant() is null or exists (select from tenant_directory d where d.tenant_id = current_tenant()) then
    raise exception 'Only the operator has entries in the catalogue' using errcode = '42501';
  end if;
  insert into catalogue_entries as c (tenant_id, id, version, built_in, is_withdrawn, name, manufacturer, model, gtin, analytes,
    specimens, offered_results, read_from_minutes, read_until_minutes, image_required, requires_timer, instructions)
  values (current_tenant(), e.id, e.version, e.built_in, e.is_withdrawn, e.name, e.manufacturer, e.model, e.gtin, e.analytes,
    e.specimens, e.offered_results, e.read_from_minutes, e.read_until_minutes, e.image_required, e.requires_timer, e.instructions)
  on conflict (tenant_id, id) do update set
    version = excluded.version, is_withdrawn = excluded.is_withdrawn, name = excluded.name, manufacturer = excluded.manufacturer,
    model = excluded.model, gtin = excluded.gtin, analytes = excluded.analytes, specimens = excluded.specimens,
    offered_results = excluded.offered_results, read_from_minutes = excluded.read_from_minutes,
    read_until_minutes = excluded.read_until_minutes, image_required = excluded.image_required,
    requires_timer = excluded.requires_timer, instructions = excluded.instructions;
end $function$;
revoke execute on function keep_catalogue_entry(entry jsonb) from public;
grant execute on function keep_catalogue_entry(entry jsonb) to {{server}};
comment on function keep_catalogue_entry(entry jsonb) is 'Keeps an assay of the operator for every tenant to see, as the columns of catalogue_entries.';

create function keep_directory_entry(entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  e tenant_directory := jsonb_populate_record(null::tenant_directory, entry);
begin
  insert into tenant_directory
    (tenant_id, name, slug, status, status_details, product_name, kind, default_language, countries, created_at, version)
  values
    (current_tenant(), e.name, e.slug, e.status, e.status_details, e.product_name, e.kind, e.default_language, e.countries,
     e.created_at, e.version)
  on conflict (tenant_id) do update set
    name = excluded.name, slug = excluded.slug, status = excluded.status, status_details = excluded.status_details,
    product_name = excluded.product_name, kind = excluded.kind, default_language = excluded.default_language,
    countries = excluded.countries, version = excluded.version;
end $function$;
revoke execute on function keep_directory_entry(entry jsonb) from public;
grant execute on function keep_directory_entry(entry jsonb) to {{server}};
comment on function keep_directory_entry(entry jsonb) is 'Keeps what the operator sees of the tenant that was entered, as the columns of tenant_directory.';

create function keep_export_turn(turn uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with kept as (
    update export_turns set seen_at = clock_timestamp() where tenant_id = current_tenant() and id = turn returning 1
  )
  select exists (select from kept)
$function$;
revoke execute on function keep_export_turn(turn uuid) from public;
grant execute on function keep_export_turn(turn uuid) to {{server}};
comment on function keep_export_turn(turn uuid) is 'Says that this export runs on; false when its turn has lapsed.';

create function keep_group_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from group_words where tenant_id = new.tenant_id and group_id = new.id;
  end if;
  insert into group_words (tenant_id, word, group_id)
  select new.tenant_id, word, new.id
  from (select words_of(new.name) union select words_of(coalesce(new.location, ''))) as w (word);
  return null;
end $function$;

create function keep_invite_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from invite_words where tenant_id = new.tenant_id and invite_id = new.id;
  end if;
  insert into invite_words (tenant_id, word, invite_id)
  select new.tenant_id, word, new.id from words_of(coalesce(new.email, '')) as word;
  return null;
end $function$;

create function keep_organisation_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from organisation_words where tenant_id = new.tenant_id and organisation_id = new.id;
  end if;
  insert into organisation_words (tenant_id, word, organisation_id)
  select new.tenant_id, word, new.id
  from (select words_of(new.name) union select words_of(coalesce(new.location, ''))) as w (word);
  return null;
end $function$;

create function keep_outbreak_turn(is_kept boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := current_tenant();
begin
  if is_kept then
    insert into tenant_turns (tenant_id, round) values (tenant, 'find-outbreaks')
    on conflict (tenant_id, round) do update set has_changed = true, is_visited = false;
  else
    delete from tenant_turns t where t.tenant_id = tenant and t.round = 'find-outbreaks';
  end if;
end $function$;
revoke execute on function keep_outbreak_turn(is_kept boolean) from public;
grant execute on function keep_outbreak_turn(is_kept boolean) to {{server}};
comment on function keep_outbreak_turn(is_kept boolean) is 'Says whether the round that finds outbreaks visits the tenant that was entered, and if so that it does next.';

create function keep_photo_to_its_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from device_images
    where tenant_id = new.tenant_id and id in (new.device_image_id, old.device_image_id)
    order by id for no key update;
  if exists (
    select from test_record_versions
      where tenant_id = new.tenant_id and device_image_id = new.device_image_id and test_record_id <> new.id
  ) then
    raise unique_violation using message = 'The photo belongs to an earlier version of another record';
  end if;
  return new;
end
$function$;

create function keep_tenant_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into tenant_directory
    (tenant_id, name, slug, status, status_details, product_name, kind, default_language, countries, created_at, version)
  values
    (new.id, new.name, new.slug, new.status, new.status_details, new.product_name, new.subjects ->> 'kind',
     new.default_language, new.countries, new.created_at, new.version)
  on conflict (tenant_id) do update set
    name = excluded.name, slug = excluded.slug, status = excluded.status, status_details = excluded.status_details,
    product_name = excluded.product_name, kind = excluded.kind, default_language = excluded.default_language,
    countries = excluded.countries, version = excluded.version;
  return null;
end $function$;
revoke execute on function keep_tenant_directory() from public;

create function keep_user_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.user_type = 'machine' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from user_words where tenant_id = new.tenant_id and user_id = new.id;
  end if;
  insert into user_words (tenant_id, word, user_id)
  select new.tenant_id, word, new.id from (select words_of(new.full_name) union select words_of(new.email)) as w (word);
  return null;
end $function$;

create function keep_whose_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A tenant does not become the operator''s, nor stops being it' using errcode = '42501';
end $function$;

create function mark_turn(of_round text, of_tenant uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update tenant_turns t set has_changed = true, is_visited = false where t.tenant_id = of_tenant and t.round = of_round
$function$;
revoke execute on function mark_turn(of_round text, of_tenant uuid) from public;
comment on function mark_turn(of_round text, of_tenant uuid) is 'The next round visits this tenant. For the owner alone.';

create function operating_figures()
 RETURNS TABLE(figure text, label text, value double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  now constant timestamptz := clock_timestamp();
  tenant uuid;
  began timestamptz;
  oldest timestamptz;
begin
  return query select 'audit_chains_broken', '', count(*)::double precision
    from audit_verifications v where v.broken_position is not null;

  tenant := '00000000-0000-0000-0000-000000000000';
  oldest := now;
  loop
    select e.tenant_id, e.occurred_at into tenant, began from audit_events e
    where e.position is null and e.tenant_id > tenant order by e.tenant_id, e.id limit 1;
    exit when not found;
    oldest := least(oldest, began);
  end loop;
  return query select 'audit_oldest_unsealed_seconds', '', extract(epoch from now - oldest)::double precision;

  tenant := '00000000-0000-0000-0000-000000000000';
  oldest := now;
  loop
    select d.tenant_id, d.added_at into tenant, began from record_deltas d
    where d.tenant_id > tenant order by d.tenant_id, d.id limit 1;
    exit when not found;
    oldest := least(oldest, began);
  end loop;
  return query select 'counts_oldest_unfolded_seconds', '', extract(epoch from now - oldest)::double precision;

  return query
    select f.figure, s.state, coalesce(case f.figure when 'exports' then s.count else s.age end, 0)
    from (
      select x.state, count(t.id)::double precision as count,
        extract(epoch from now - min(coalesce(t.started_at, t.asked_at)))::double precision as age
      from (values ('running'), ('waiting')) as x (state)
      left join export_turns t on (t.started_at is not null) = (x.state = 'running')
        and t.seen_at > now - case x.state when 'running' then interval '30 seconds' else interval '2 minutes' end
      group by x.state
    ) as s
    cross join (values ('exports'), ('exports_oldest_seconds')) as f (figure);

  -- A job is due when it may start for the first time, however often it is tried again. Messages of suspended tenants wait on purpose.
  return query
    with open as (
      select q.name, count(j.id) as count,
        min(case when j.retry_count = 0 then j.start_after else j.created_on end) as due_at
      from jobs.queue q
      left join jobs.job j on j.name = q.name and (
          j.state < 'active' and (j.retry_count > 0 or j.start_after <= now)
          or j.state = 'active' and q.name in ('send-message', 'send-text')
        ) and not exists (
          select from tenant_directory d where d.tenant_id::text = j.data ->> 'tenantId' and d.status = 'suspended'
        )
      where q.name !~ '^__'
      group by q.name
    )
    select case when o.name in ('send-message', 'send-text') then 'outbox_oldest_seconds' else 'jobs_oldest_waiting_seconds' end,
      case o.name when 'send-message' then 'email' when 'send-text' then 'text' else o.name end,
      coalesce(extract(epoch from now - o.due_at), 0)::double precision
    from open o
    union all
    select 'outbox_messages', case o.name when 'send-message' then 'email' else 'text' end, o.count
    from open o where o.name in ('send-message', 'send-text');

  return query
    select 'outbox_given_up', case q.name when 'send-message' then 'email' else 'text' end, count(j.id)::double precision
    from jobs.queue q
    left join jobs.job j on j.name = q.name and j.state = 'failed'
    where q.name in ('send-message', 'send-text')
    group by q.name;
end $function$;
revoke execute on function operating_figures() from public;
grant execute on function operating_figures() to {{server}};
comment on function operating_figures() is 'What /metrics says of the database, in all tenants together: counts, and ages in seconds. Called outside any tenant.';

create function quarter_of(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN date_bin('00:15:00'::interval, at, '2000-01-01 00:00:00+00'::timestamp with time zone);

create function refold_subject_word()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.word := replace(search_marked(new.word), '''', '');
  new.whole := null;
  if exists (
    select from subject_words w
    where w.tenant_id = new.tenant_id and w.word = new.word and w.subject_id = new.subject_id and w.group_id = new.group_id
  ) then
    return null;
  end if;
  return new;
end $function$;

create function repair_record_counts(of_tenant uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  repaired int;
begin
  -- Two that see the same difference would take it away twice.
  perform pg_advisory_xact_lock(hashtextextended('repair of record counts ' || of_tenant, 0));
  with wrong as materialized (
    select w.*, w.recorded - w.counted as lacking from wrong_record_counts(of_tenant) w
  ), quarters as (
    insert into record_quarters as q (tenant_id, counted_id, at, positive, negative, inconclusive, invalid)
    select of_tenant, w.counted_id, w.at,
      coalesce(sum(w.lacking) filter (where w.result = 'positive'), 0),
      coalesce(sum(w.lacking) filter (where w.result = 'negative'), 0),
      coalesce(sum(w.lacking) filter (where w.result = 'inconclusive'), 0),
      coalesce(sum(w.lacking) filter (where w.result = 'invalid'), 0)
    from wrong w where w.period = 'quarter'
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (tenant_id, counted_id, at) do update set
      positive = q.positive + excluded.positive, negative = q.negative + excluded.negative,
      inconclusive = q.inconclusive + excluded.inconclusive, invalid = q.invalid + excluded.invalid
    returning q.at
  ), facets as (
    insert into record_facets as y (tenant_id, counted_id, facet, period, at, assay_id, key, positive, negative, inconclusive, invalid)
    select of_tenant, w.counted_id, w.facet, w.period, w.at, w.assay_id, w.key,
      coalesce(sum(w.lacking) filter (where w.result = 'positive'), 0),
      coalesce(sum(w.lacking) filter (where w.result = 'negative'), 0),
      coalesce(sum(w.lacking) filter (where w.result = 'inconclusive'), 0),
      coalesce(sum(w.lacking) filter (where w.result = 'invalid'), 0)
    -- Counting the changed quarters makes this part wait for all of them.
    from wrong w where w.period <> 'quarter' and (select count(*) from quarters) >= 0
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, counted_id, facet, period, at, assay_id, key) do update set
      positive = y.positive + excluded.positive, negative = y.negative + excluded.negative,
      inconclusive = y.inconclusive + excluded.inconclusive, invalid = y.invalid + excluded.invalid
  )
  select count(*) into repaired from wrong;
  return repaired;
end $function$;
comment on function repair_record_counts(of_tenant uuid) is 'By the owner, in the tenant that has been entered, at the isolation level `read committed`.';

create function require_tenant(tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (select from tenants t where t.id = tenant) then
    raise exception 'The tenant % was entered, but nothing of it can be seen', tenant;
  end if;
end $function$;
revoke execute on function require_tenant(tenant uuid) from public;

create function rounds_without_all()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.round from (values ('verify-audit'), ('keep-audit-heads'), ('remove-ended')) as r (round)
  where (select count(*) from tenant_turns t where t.round = r.round)
    <> (select count(distinct a.tenant_id) from tenant_addresses a)
$function$;
revoke execute on function rounds_without_all() from public;
grant execute on function rounds_without_all() to {{server}};
comment on function rounds_without_all() is 'Rounds that do not visit every tenant that has an address. There is none, unless something is broken.';

create function rules_to_report()
 RETURNS TABLE(tenant_id uuid, id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query select s.tenant_id, s.rule_id from notification_sendings s where s.next_at <= now() order by s.next_at;
end $function$;
revoke execute on function rules_to_report() from public;
grant execute on function rules_to_report() to {{server}};
comment on function rules_to_report() is 'Rules whose reports are made by themselves now. Called outside any tenant.';

create function seal_audit_events(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := current_tenant();
  newest_position bigint;
  newest_hash bytea;
  event record;
  sealed int := 0;
begin
  -- One at a time in each tenant; who comes second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('audit ' || tenant, 0)) then
    return 0;
  end if;
  perform require_tenant(tenant);
  -- Until the seal is committed nobody may believe that they have seen it.
  perform from tenant_turns t where t.tenant_id = tenant order by t.round for no key update;
  select e.position, e.hash into newest_position, newest_hash
  from audit_events e where e.tenant_id = tenant and e.position is not null order by e.position desc limit 1;
  for event in
    select e.id, e.occurred_at, e.actor_id, e.action, e.outcome, e.resource_type, e.resource_id, e.details, e.request_id
    from audit_events e where e.tenant_id = tenant and e.position is null order by e.id limit most
  loop
    newest_position := coalesce(newest_position, 0) + 1;
    newest_hash := audit_hash(newest_hash, newest_position, tenant, event.id, event.occurred_at, event.actor_id, event.action,
      event.outcome, event.resource_type, event.resource_id, event.details, event.request_id);
    update audit_events set position = newest_position, hash = newest_hash where tenant_id = tenant and id = event.id;
    if not found then
      raise exception 'The event % could not be sealed', event.id;
    end if;
    sealed := sealed + 1;
  end loop;
  if sealed > 0 then
    update tenant_turns t set has_changed = true, is_visited = false
    where t.tenant_id = tenant and (t.is_visited or not t.has_changed);
    -- Also those that are awake: whoever is about to let one sleep holds its row, so this waits and wakes it again.
    update webhooks w set has_more = true where w.tenant_id = tenant and w.state = 'active';
    update notification_follows f set has_more = true where f.tenant_id = tenant;
  end if;
  return sealed;
end $function$;
revoke execute on function seal_audit_events(most integer) from public;
grant execute on function seal_audit_events(most integer) to {{server}};
comment on function seal_audit_events(most integer) is 'Appends the oldest events of the current tenant that are not sealed to its chain, at most so many; answers how many.';

create function search_marked(line text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  plain text;
begin
  if octet_length(line) = char_length(line) then
    return btrim(regexp_replace(translate(lower(line collate "C"), '`', ''''), '[\t-\r ]+', ' ', 'g'));
  end if;
  plain := translate(lower(regexp_replace(normalize(translate(line,
    E'\u00b4ʹ\u0384\u0387\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\uff07\uff40', ''''''''''''''''''''''''), NFKD),
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u1160\u115f\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e01ef]', '', 'g') collate "C"), '`', '''');
  -- Most letters with marks are plain ones by now. Each list takes time that grows with it, so few texts are held against all three.
  if octet_length(plain) > char_length(plain) then
    -- Capitals, letters that are typed as others where a keyboard has none, apostrophes, dashes, and what parts words as a space does.
    plain := translate(plain,
    E'\u0085\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bfÆÐØÞðøĐđĦħıĸŁłŊŋŒŦŧƀƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƙƚƜƝƟƢƤƦƧƩƬƭƮƱƲƳƴƵƶƷƸƼǤǥǶ'
    'ǷȜȠȢȤȷȺȻȼȽȾɁɃɄɅɆɇɈɉɊɌɍɎɏẞ\u2010\u2012\u2013\u2014\u2015\u2016\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f'
    '\u2020\u2021\u2022\u2023\u2027',
    E'     ''  ædoþdoddhhikllnnœttbbƃƅoƈddƌǝeeƒggɩikklɯnoƣƥʀƨʃttʈʊvyyzzʒƹƽggƕƿȝƞȣȥjaccltɂbuʌeejjɋrryyß----- '''' '' '
    '       ''');
    if plain ~ '[^ -\u024f]' then
      plain := translate(plain,
    E'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇ'
    'ՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ\u055a\u055b\u055c\u055d\u055e\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c'
    '\u060d\u061b\u061d\u061e\u061fةى\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u066a\u066b\u066c'
    '\u066dٱکھہی\u06d4ە\u3001\u3002\u3003\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011',
    E'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяաբգդեզէըթժիլխծկհձղճմյնշ'
    'ոչպջռսվտրցւփքօֆ''      --   ''       هي0123456789    اكههي ه             ');
    end if;
  end if;
  if plain ~ '[^ -\u024f\u0370-\u045f\u0531-\u06df\u1100-\u11ff\u2010-\u2027\u3000-\u3011\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u4e00-\u9fff]' then
    plain := translate(plain,
    E'ɓɔɖɗəɛɠɣɨɫɲɵʉʋʹʻʼʽʾʿˈˊˋѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐґҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ'
    '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9\u0964\u0965\u0970ႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿ'
    'ჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵ\u1400\u1680'
    '\u1806ᲀᲁᲂᲃᲄᲅᲆᲇᲈᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾ\u2028\u2029\u2030\u2031\u2032\u2035\u2038'
    '\u2039\u203a\u203b\u203d\u203f\u2040\u2041\u2042\u2043\u2044\u2045\u2046\u204a\u204b\u204c\u204d\u204e\u204f'
    '\u2050\u2051\u2052\u2053\u2054\u2055\u2056\u2058\u2059\u205a\u205b\u205c\u205d\u205eℲↃ\u2212\u275b\u275c\u2800'
    'ⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱡⱢⱣⱤⱥⱦⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖ'
    'ⳘⳚⳜⳞⳠⳢⳫⳭⳲ\u2e00\u2e01\u2e02\u2e03\u2e04\u2e05\u2e06\u2e07\u2e08\u2e09\u2e0a\u2e0b\u2e0c\u2e0d\u2e0e\u2e0f'
    '\u2e10\u2e11\u2e12\u2e13\u2e14\u2e15\u2e16\u2e17\u2e18\u2e19\u2e1a\u2e1b\u2e1c\u2e1d\u2e1e\u2e1f\u2e20\u2e21'
    '\u2e22\u2e23\u2e24\u2e25\u2e26\u2e27\u2e28\u2e29\u2e2a\u2e2b\u2e2c\u2e2d\u2e2eⸯ\u2e30\u2e31\u2e32\u2e33\u2e34'
    '\u2e35\u2e36\u2e37\u2e38\u2e39\u2e3a\u2e3b\u2e3c\u2e3d\u2e3e\u2e3f\u2e40\u2e41\u2e42\u2e43\u2e44\u2e45\u2e46'
    '\u2e47\u2e48\u2e49\u2e4a\u2e4b\u2e4c\u2e4d\u2e4e\u2e4f\u2e50\u2e51\u2e52\u2e53\u2e54\u2e55\u2e56\u2e57\u2e58'
    '\u2e59\u2e5a\u2e5b\u2e5c\u2e5d\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\u301c\u301d\u301e\u301f\u3030'
    '\u303d\u30a0\u30fbꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝁꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞌꞍꞐꞒꞖꞘꞚ'
    'ꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍'
    '𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡'
    '𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐'
    '𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    E'boddeeggilnouv''''''''''''''''''ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏггғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥ'
    'ԧԩԫԭԯ0123456789   ⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣ'
    'ꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽ- -вдосттъѣꙋᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿ    ''''      '
    '   -            -          ⅎↄ-'''' ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟlllᵽɽatⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑ'
    'ⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳ                       -  -                               --    - '
    '                           -        -   - - ꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿkkꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛ'
    'ꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇ''''ɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙'
    '𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨'
    '𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈'
    '𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃');
  end if;
  plain := replace(replace(replace(replace(plain, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
  return btrim(regexp_replace(plain, '[\t-\r ]+', ' ', 'g'));
end $function$;
comment on function search_marked(line text) is 'A text as it is compared: small letters without marks, with one kind of dash, of space and of apostrophe. What is compared has no apostrophes.';

create function take_address(kind text, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  tenant uuid := public.current_tenant();
  is_taken boolean;
begin
  insert into public.tenant_addresses (kind, address, tenant_id)
  values (take_address.kind, lower(take_address.address), tenant)
  on conflict do nothing;
  is_taken := found;
  insert into public.tenant_turns (tenant_id, round)
  values (tenant, 'verify-audit'), (tenant, 'keep-audit-heads'), (tenant, 'remove-ended')
  on conflict do nothing;
  return is_taken;
end $function$;
revoke execute on function take_address(kind text, address text) from public;
grant execute on function take_address(kind text, address text) to {{server}};
comment on function take_address(kind text, address text) is 'Gives a free address to the tenant that was entered; false where it belongs to a tenant, whichever it is.';

create function take_export_turn(who uuid, at_once integer, OUT turn uuid, OUT place integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own_asked_at timestamptz;
  running int;
  running_of_tenant int;
  running_of_user int;
  able_before int;
  able_before_of_tenant int;
  of_user constant int := 2;
  of_tenant constant int := greatest(at_once / 2, 1);
begin
  -- Turns are given out one after the other, each on what the one before it has committed.
  perform pg_advisory_xact_lock(hashtextextended('export turns', 0));
  -- Half a minute of silence is a dead process; who waits may be a browser's sleeping tab and keeps its place for longer.
  delete from export_turns t where t.seen_at < clock_timestamp()
    - case when t.started_at is null then interval '2 minutes' else interval '30 seconds' end;
  insert into export_turns as t (tenant_id, user_id) values (current_tenant(), who)
    on conflict (tenant_id, user_id) where started_at is null do update set seen_at = clock_timestamp()
    returning t.id, t.asked_at into turn, own_asked_at;

  select count(*), count(*) filter (where t.tenant_id = current_tenant()),
         count(*) filter (where t.tenant_id = current_tenant() and t.user_id = who)
    into running, running_of_tenant, running_of_user
    from export_turns t where t.started_at is not null;
  -- Who waited before and could begin goes first. A tab that sleeps holds up nobody: it counts again when it asks again.
  select 1 + count(*), count(*) filter (where w.able), count(*) filter (where w.able and w.tenant_id = current_tenant())
    into place, able_before, able_before_of_tenant
    from (
      select t.tenant_id,
        of_tenant > (select count(*) from export_turns r where r.started_at is not null and r.tenant_id = t.tenant_id)
        and of_user > (select count(*) from export_turns r
                       where r.started_at is not null and r.tenant_id = t.tenant_id and r.user_id = t.user_id) as able
      from export_turns t
      where t.started_at is null and t.seen_at > clock_timestamp() - interval '10 seconds'
        and (t.asked_at, t.tenant_id, t.id) < (own_asked_at, current_tenant(), turn)
    ) as w;
  if running_of_user < of_user and running_of_tenant + able_before_of_tenant < of_tenant and running + able_before < at_once then
    update export_turns t set started_at = clock_timestamp() where t.tenant_id = current_tenant() and t.id = turn;
    place := 0;
  end if;
end $function$;
revoke execute on function take_export_turn(who uuid, at_once integer, OUT turn uuid, OUT place integer) from public;
grant execute on function take_export_turn(who uuid, at_once integer, OUT turn uuid, OUT place integer) to {{server}};
comment on function take_export_turn(who uuid, at_once integer, OUT turn uuid, OUT place integer) is 'Asks for a turn to export, of so many at once: at most two of a user, and half of them of a tenant. Place 0: the turn has begun. Else the place in the queue, which is kept by asking again.';

create function take_turns(of_round text, most_idle integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  chosen uuid[];
begin
  chosen := array(
    select t.tenant_id from tenant_turns t where t.round = of_round and t.has_changed
    order by t.visited_at for update skip locked
  ) || array(
    select t.tenant_id from tenant_turns t where t.round = of_round and not t.has_changed
    order by t.visited_at limit most_idle for update skip locked
  );
  update tenant_turns t set is_visited = true, visited_at = now()
  where t.tenant_id = any (chosen) and t.round = of_round;
  return query select c.id from unnest(chosen) as c (id);
end $function$;
revoke execute on function take_turns(of_round text, most_idle integer) from public;
grant execute on function take_turns(of_round text, most_idle integer) to {{server}};
comment on function take_turns(of_round text, most_idle integer) is 'Tenants that a round visits now: all that have changed, and so many of the others, first who has waited longest.';

create function tenant_figures(tenants uuid[])
 RETURNS TABLE(tenant_id uuid, users integer, organisations integer, tests integer)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own uuid := current_tenant();
  asked uuid;
begin
  if not is_operators_tenant() then
    raise exception 'Only the operator asks for the figures of tenants' using errcode = '42501';
  end if;
  foreach asked in array tenants loop
    perform enter_tenant(asked);
    return query select
      asked,
      (select count(*)::int from users u where u.tenant_id = asked and u.status <> 'deleted' and u.user_type <> 'machine'),
      (select count(*)::int from organisations o where o.tenant_id = asked),
      -- More than ten thousand are told as that; the index alone is read.
      (select count(*)::int from (
        select from test_records r
        where r.tenant_id = asked and r.performed_at > now() - interval '30 days' and r.state <> 'voided'
        limit 10001) as counted);
  end loop;
  perform enter_tenant(own);
end $function$;
revoke execute on function tenant_figures(tenants uuid[]) from public;
grant execute on function tenant_figures(tenants uuid[]) to {{server}};
comment on function tenant_figures(tenants uuid[]) is 'For the operator alone: of each tenant how many users and organisations it has, and tests in 30 days, counted to 10,001.';

create function tenants_to_fold()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  tenant uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select d.tenant_id into tenant from record_deltas d where d.tenant_id > tenant order by d.tenant_id, d.id limit 1;
    exit when not found;
    return next tenant;
  end loop;
end $function$;
revoke execute on function tenants_to_fold() from public;
grant execute on function tenants_to_fold() to {{server}};
comment on function tenants_to_fold() is 'Tenants with records that no count holds yet. Called outside any tenant.';

create function tenants_to_notify()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query select f.tenant_id from notification_follows f where f.has_more or f.look_at <= now();
end $function$;
revoke execute on function tenants_to_notify() from public;
grant execute on function tenants_to_notify() to {{server}};
comment on function tenants_to_notify() is 'Tenants with sealed events that their rules have not looked at, or with deadlines to tell of. Called outside any tenant.';

create function tenants_to_seal()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  tenant uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select e.tenant_id into tenant from audit_events e
    where e.position is null and e.tenant_id > tenant order by e.tenant_id, e.id limit 1;
    exit when not found;
    return next tenant;
  end loop;
end $function$;
revoke execute on function tenants_to_seal() from public;
grant execute on function tenants_to_seal() to {{server}};
comment on function tenants_to_seal() is 'Tenants with audit events that wait for their seal. Called outside any tenant.';

create function tenants_to_verify(OUT id uuid, OUT verified_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- So many idle tenants are looked at in each round, of which there are 144 a day.
  most_idle constant int := 200;
  chosen uuid[];
  tenant uuid;
  is_due boolean;
begin
  perform enter_tenant(null);
  -- Whoever is chosen is not sealed before this has ended, so that no seal is forgotten.
  chosen := array(select take_turns('verify-audit', most_idle));
  update tenant_turns t set has_changed = false
  where t.tenant_id = any (chosen) and t.round = 'verify-audit' and t.has_changed;
  foreach tenant in array chosen loop
    begin
      perform enter_tenant(tenant);
      select tenant, v.verified_at into id, verified_at
      from (select 1) as one
      left join audit_verifications v on v.tenant_id = tenant
      left join lateral (
        select e.position, e.hash from audit_events e
        where e.tenant_id = tenant and e.position is not null order by e.position desc limit 1
      ) as head on true
      where v.broken_position is null
        and (coalesce(v.position, 0) <> coalesce(head.position, 0) or v.hash is distinct from head.hash
          or v.again_position is not null or v.again_at < now() - interval '6 days');
      is_due := found;
    exception when others then
      id := tenant;
      verified_at := null;
      is_due := true;
    end;
    if is_due then
      update tenant_turns t set has_changed = true where t.tenant_id = tenant and t.round = 'verify-audit';
      return next;
    end if;
  end loop;
  perform enter_tenant(null);
end $function$;
revoke execute on function tenants_to_verify(OUT id uuid, OUT verified_at timestamp with time zone) from public;
grant execute on function tenants_to_verify(OUT id uuid, OUT verified_at timestamp with time zone) to {{server}};
comment on function tenants_to_verify(OUT id uuid, OUT verified_at timestamp with time zone) is 'Of the tenants whose turn it is those whose chain has events that were not verified, or is due to be verified as a whole, with when they were looked at last. Leaves no tenant entered.';

create function tenants_with_alarm()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select v.tenant_id from audit_verifications v where v.broken_position is not null
$function$;
revoke execute on function tenants_with_alarm() from public;
grant execute on function tenants_with_alarm() to {{server}};
comment on function tenants_with_alarm() is 'Tenants whose chain was found broken. Called outside any tenant.';

create function verify_audit_events(most integer, OUT is_more boolean, OUT broken bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := current_tenant();
  state audit_verifications;
  found_range record;
begin
  is_more := false;
  -- One at a time in each tenant; who comes second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('audit verification ' || tenant, 0)) then
    return;
  end if;
  perform require_tenant(tenant);
  -- Before anything is read: what is sealed from here on is verified in the next round.
  update tenant_turns t set has_changed = false
  where t.tenant_id = tenant and t.round = 'verify-audit' and t.has_changed;
  insert into audit_verifications (tenant_id) values (tenant) on conflict (tenant_id) do nothing;
  select v.position, v.hash, v.start_position, v.start_hash, v.again_position, v.again_hash, v.again_at, v.broken_position
  into state.position, state.hash, state.start_position, state.start_hash, state.again_position, state.again_hash, state.again_at,
    state.broken_position
  from audit_verifications v where v.tenant_id = tenant for update;
  if state.broken_position is not null then
    return;
  end if;

  if state.position > 0 and not exists (
    select from audit_events e where e.tenant_id = tenant and e.position = state.position and e.hash = state.hash
  ) then
    -- The end was cut, and perhaps written anew: the first place that is empty, or else the one that was verified last.
    select least(coalesce(max(e.position), 0) + 1, state.position) into broken
    from audit_events e where e.tenant_id = tenant and e.position <= state.position;
  else
    found_range := verify_audit_range(state.position, state.hash, most);
    broken := found_range.broken;
    is_more := found_range.last_position = state.position + most;
    state.position := found_range.last_position;
    state.hash := found_range.last_hash;
  end if;

  -- A pass that begins every six days has ended within the week.
  if broken is null and state.again_position is null and state.again_at < now() - interval '6 days' then
    state.again_position := state.start_position;
    state.again_hash := state.start_hash;
    state.again_at := now();
  end if;
  if broken is null and not is_more and state.again_position is not null then
    found_range := verify_audit_range(state.again_position, state.again_hash, most);
    broken := found_range.broken;
    state.again_position := found_range.last_position;
    state.again_hash := found_range.last_hash;
    is_more := state.again_position < state.position;
    if not is_more then
      state.again_position := null;
      state.again_hash := null;
    end if;
  end if;

  if broken is not null then
    is_more := false;
    update audit_verifications v set broken_position = broken, broken_at = now() where v.tenant_id = tenant;
    return;
  end if;
  update audit_verifications v set
    position = state.position, hash = state.hash, verified_at = now(),
    again_position = state.again_position, again_hash = state.again_hash, again_at = state.again_at
  where v.tenant_id = tenant;
  if is_more then
    update tenant_turns t set has_changed = true where t.tenant_id = tenant and t.round = 'verify-audit';
  end if;
end $function$;
revoke execute on function verify_audit_events(most integer, OUT is_more boolean, OUT broken bigint) from public;
grant execute on function verify_audit_events(most integer, OUT is_more boolean, OUT broken bigint) to {{server}};
comment on function verify_audit_events(most integer, OUT is_more boolean, OUT broken bigint) is 'Verifies the next events of the current tenant''s chain, at most so many, and of a pass over all of it as many again. Answers whether there are more, and where the chain was found broken just now.';

create function verify_audit_range(after bigint, after_hash bytea, most integer, OUT last_position bigint, OUT last_hash bytea, OUT broken bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := current_tenant();
begin
  select max(c.position),
         coalesce(
           min(c.position) filter (where c.is_broken),
           -- So many places are empty, though something stands beyond them.
           case when max(c.position) is null then (
             select min(e.position) from audit_events e where e.tenant_id = tenant and e.position > after + most
           ) end
         )
  into last_position, broken
  from (
    select e.position,
           e.position <> coalesce(lag(e.position) over chain, after) + 1
             or e.hash is distinct from audit_hash(coalesce(lag(e.hash) over chain, after_hash),
               e.position, e.tenant_id, e.id, e.occurred_at, e.actor_id, e.action,
                e.outcome, e.resource_type, e.resource_id, e.details, e.request_id) as is_broken
    from audit_events e
    where e.tenant_id = tenant and e.position > after and e.position <= after + most
    window chain as (order by e.position)
  ) as c;
  last_position := coalesce(last_position, after);
  select e.hash into last_hash from audit_events e where e.tenant_id = tenant and e.position = last_position;
  last_hash := coalesce(last_hash, after_hash);
end $function$;
revoke execute on function verify_audit_range(after bigint, after_hash bytea, most integer, OUT last_position bigint, OUT last_hash bytea, OUT broken bigint) from public;
comment on function verify_audit_range(after bigint, after_hash bytea, most integer, OUT last_position bigint, OUT last_hash bytea, OUT broken bigint) is 'Recomputes at most so many events of the current tenant after one that is known; answers the last of them, and the first that is broken.';

create function write_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.position is not null or new.hash is not null then
    raise exception 'Only sealing says where an event stands' using errcode = '42501';
  end if;
  new.occurred_at := now();
  return new;
end $function$;

create function wrong_record_counts(of_tenant uuid)
 RETURNS TABLE(counted_id uuid, facet text, period text, at timestamp with time zone, assay_id uuid, key text, result text, counted integer, recorded integer)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
begin
  return query
    with both_sides as (
      select 'counted' as side, d.organisation_id, d.group_id, d.assay_id, d.at, d.lot, d.reading, d.result, d.analyte_results, d.change
      from record_deltas d where d.tenant_id = of_tenant
      union all
      select 'recorded', r.organisation_id, r.group_id, r.assay_id, quarter_of(r.performed_at), r.lot, r.reading, r.result,
        r.analyte_results, count(*)::int
      from test_records r where r.tenant_id = of_tenant and r.state <> 'voided'
      group by 2, 3, 4, 5, 6, 7, 8, 9
    ), alike as (
      -- Few differ within an hour, as in folding.
      select b.side, b.organisation_id, b.group_id, date_bin('1 hour', b.at, timestamptz '2000-01-01 00:00:00+00') as hour,
        b.assay_id, b.lot, b.reading, b.result, b.analyte_results, sum(b.change) as change
      from both_sides b
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), said as (
      select b.side, p.id as counted_id, 'all' as facet, 'quarter' as period, b.at, any_assay() as assay_id, '' as key, b.result, b.change
      from both_sides b
      cross join lateral (values (of_tenant), (b.organisation_id), (b.group_id), (b.assay_id)) as p (id)
      union all
      select a.side, c.counted_id, c.facet, c.period, c.at, c.assay_id, c.key, c.result, a.change
      from alike a
      cross join lateral counts_of(a.hour, of_tenant, a.organisation_id, a.group_id,
        a.assay_id, a.lot, a.reading, a.result, a.analyte_results) as c
      union all
      select 'counted', q.counted_id, 'all', 'quarter', q.at, any_assay(), '', n.result, n.change
      from record_quarters q
      cross join lateral (values ('positive', q.positive), ('negative', q.negative), ('inconclusive', q.inconclusive),
        ('invalid', q.invalid)) as n (result, change)
      where q.tenant_id = of_tenant
      union all
      select 'counted', y.counted_id, y.facet, y.period, y.at, y.assay_id, y.key, n.result, n.change
      from record_facets y
      cross join lateral (values ('positive', y.positive), ('negative', y.negative), ('inconclusive', y.inconclusive),
        ('invalid', y.invalid)) as n (result, change)
      where y.tenant_id = of_tenant
    )
    select s.counted_id, s.facet, s.period, s.at, s.assay_id, s.key, s.result,
      coalesce(sum(s.change) filter (where s.side = 'counted'), 0)::int,
      coalesce(sum(s.change) filter (where s.side = 'recorded'), 0)::int
    from said s
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(case s.side when 'counted' then s.change else -s.change end) <> 0;
end $function$;
comment on function wrong_record_counts(of_tenant uuid) is 'Reads every record of the tenant.';

create procedure isolate_by_tenant(IN tbl regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', tbl);
end $procedure$;

create function facets_of(of_assay uuid, of_lot text, of_reading text, of_result text, lines jsonb)
 RETURNS TABLE(facet text, assay_id uuid, key text, result text)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT 'all'::text AS text,
     any_assay() AS any_assay,
     ''::text AS text,
     facets_of.of_result AS of_result
 UNION ALL
  SELECT 'assay'::text AS text,
     facets_of.of_assay AS of_assay,
     ''::text AS text,
     facets_of.of_result AS of_result
 UNION ALL
  SELECT 'line'::text AS text,
     facets_of.of_assay AS of_assay,
     (l.line ->> 'analyteId'::text),
     (l.line ->> 'result'::text)
    FROM jsonb_array_elements(facets_of.lines) l(line)
 UNION ALL
  SELECT 'lot'::text AS text,
     facets_of.of_assay AS of_assay,
     facets_of.of_lot AS of_lot,
     facets_of.of_result AS of_result
   WHERE (facets_of.of_lot IS NOT NULL)
 UNION ALL
  SELECT 'reading'::text AS text,
     any_assay() AS any_assay,
     facets_of.of_reading AS of_reading,
     facets_of.of_result AS of_result
   WHERE (facets_of.of_reading IS NOT NULL);
END;

create function words_of(line text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 WITH words(word) AS (
          SELECT substr(lower(words_of.line), n.n) AS substr
            FROM generate_series(1, char_length(words_of.line)) n(n)
           WHERE ((strpos(' 	.,@-_+''()/'::text, substr(words_of.line, n.n, 1)) = 0) AND ((n.n = 1) OR (strpos(' 	.,@-_+''()/'::text, substr(words_of.line, (n.n - 1), 1)) > 0)))
         UNION
          SELECT replace(substr(m.marked, n.n), ''''::text, ''::text) AS replace
            FROM ( SELECT search_marked(words_of.line) AS search_marked
                  OFFSET 0) m(marked),
             LATERAL generate_series(1, char_length(m.marked)) n(n)
           WHERE ((strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~'::text, substr(m.marked, n.n, 1)) = 0) AND ((n.n = 1) OR (strpos(' !"#$%&''()*+,-./:;<=>?@[\]^_{|}~'::text, substr(m.marked, (n.n - 1), 1)) > 0)))
         )
  SELECT words.word
    FROM words
 UNION
  SELECT translate(words.word, ' -'::text, ''::text) AS translate
    FROM words
   WHERE ((words.word ~ '[0-9]'::text) AND (words.word ~ '[ -]'::text));
END;
comment on function words_of(line text) is 'A text from the start of each of its words to its end, as it is compared.';

create function search_spaced(line text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT COALESCE(string_agg((' '::text || word.word), ' '::text), ''::text) AS "coalesce"
    FROM words_of(search_spaced.line) word(word);
END;
comment on function search_spaced(line text) is 'All words of a text, each with a space before it.';

create function counts_of(of_hour timestamp with time zone, of_tenant uuid, of_organisation uuid, of_group uuid, of_assay uuid, of_lot text, of_reading text, of_result text, lines jsonb)
 RETURNS TABLE(counted_id uuid, facet text, period text, at timestamp with time zone, assay_id uuid, key text, result text)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT p.id,
     f.facet,
     p.period,
     p.at,
     f.assay_id,
     f.key,
     f.result
    FROM (facets_of(counts_of.of_assay, counts_of.of_lot, counts_of.of_reading, counts_of.of_result, counts_of.lines) f(facet, assay_id, key, result)
      JOIN ( VALUES (counts_of.of_tenant,'day'::text,date_bin('1 day'::interval, counts_of.of_hour, '2000-01-01 00:00:00+00'::timestamp with time zone)), (counts_of.of_organisation,'day'::text,date_bin('1 day'::interval, counts_of.of_hour, '2000-01-01 00:00:00+00'::timestamp with time zone)), (counts_of.of_group,'day'::text,date_bin('1 day'::interval, counts_of.of_hour, '2000-01-01 00:00:00+00'::timestamp with time zone)), (counts_of.of_tenant,'hour'::text,counts_of.of_hour), (counts_of.of_tenant,'ever'::text,ever()), (counts_of.of_organisation,'ever'::text,ever()), (counts_of.of_group,'ever'::text,ever())) p(id, period, at) ON (
         CASE p.period
             WHEN 'day'::text THEN true
             WHEN 'hour'::text THEN (f.facet <> 'all'::text)
             ELSE (f.facet = 'all'::text)
         END));
END;

create table account_deletions (
  tenant_id uuid not null,
  id uuid not null,
  user_type text not null,
  reason text not null,
  reason_text text,
  deleted_on date default CURRENT_DATE not null,
  constraint account_deletions_pkey PRIMARY KEY (tenant_id, id),
  constraint account_deletions_reason_text_check CHECK ((char_length(reason_text) <= 255))
);
comment on column account_deletions.reason_text is 'In the person''s own words, which may name somebody.';
alter table account_deletions enable row level security;
alter table account_deletions force row level security;
create policy tenant on account_deletions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert on account_deletions to {{server}};

create table api_tokens (
  tenant_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  last_four text not null,
  permissions text[] not null,
  organisation_id uuid,
  group_ids uuid[],
  expires_at timestamp(3) with time zone not null,
  last_used_on date,
  made_by uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  revoked_at timestamp(3) with time zone,
  revoked_by uuid,
  warned_at timestamp with time zone,
  refused_calls integer default 0 not null,
  last_refused_on date,
  constraint api_tokens_pkey PRIMARY KEY (tenant_id, id),
  constraint api_tokens_check CHECK (((group_ids IS NULL) OR (organisation_id IS NOT NULL))),
  constraint api_tokens_check1 CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint api_tokens_check2 CHECK ((expires_at <= (created_at + '366 days'::interval))),
  constraint api_tokens_group_ids_check CHECK ((cardinality(group_ids) > 0)),
  constraint api_tokens_last_four_check CHECK ((char_length(last_four) = 4)),
  constraint api_tokens_permissions_check CHECK ((cardinality(permissions) > 0)),
  constraint api_tokens_refused_calls_check CHECK ((refused_calls >= 0))
);
comment on column api_tokens.id is 'The id of its account among the users, whose full name is the name of the token.';
comment on column api_tokens.token_hash is 'SHA-256 of the token; the token itself is nowhere.';
comment on column api_tokens.last_four is 'The end of the token, so that a person who finds one can tell which it is.';
comment on column api_tokens.organisation_id is 'The only organisation that it reaches; null for the whole tenant.';
comment on column api_tokens.group_ids is 'The only groups of that organisation that it reaches; null for all of them.';
comment on column api_tokens.last_used_on is 'By day, in UTC.';
comment on column api_tokens.made_by is 'The administrator without whose rights it does not work.';
comment on column api_tokens.warned_at is 'When the administrators were told that it expires.';
comment on column api_tokens.refused_calls is 'Calls with it that were refused, because it has ended or may not do what it asked for.';
comment on column api_tokens.last_refused_on is 'By day, in UTC.';
CREATE UNIQUE INDEX api_tokens_by_hash ON api_tokens USING btree (tenant_id, token_hash);
alter table api_tokens enable row level security;
alter table api_tokens force row level security;
create policy tenant on api_tokens using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on api_tokens to {{server}};
grant update (last_used_on, revoked_at, revoked_by, warned_at, refused_calls, last_refused_on) on api_tokens to {{server}};

create table assay_organisation_meanings (
  tenant_id uuid not null,
  assay_id uuid not null,
  organisation_id uuid not null,
  from_version integer not null,
  meanings jsonb not null,
  constraint assay_organisation_meanings_pkey PRIMARY KEY (tenant_id, assay_id, organisation_id, from_version)
);
comment on table assay_organisation_meanings is 'What a result means at an organisation, for records that are made there with this version of the assay or a later one, until there is a row of a later one.';
comment on column assay_organisation_meanings.meanings is 'As those of assays; empty from when nothing of its own is said there any more.';
alter table assay_organisation_meanings enable row level security;
alter table assay_organisation_meanings force row level security;
create policy tenant on assay_organisation_meanings using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on assay_organisation_meanings to {{server}};

create table assay_pictures (
  tenant_id uuid not null,
  id uuid not null,
  assay_id uuid,
  content bytea not null,
  width integer not null,
  height integer not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint assay_pictures_pkey PRIMARY KEY (tenant_id, id),
  constraint assay_pictures_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 4000000))),
  constraint assay_pictures_height_check CHECK ((height > 0)),
  constraint assay_pictures_width_check CHECK ((width > 0))
);
comment on table assay_pictures is 'Pictures of instructions as WebP, re-encoded, so that they hold nothing but pixels.';
comment on column assay_pictures.assay_id is 'The assay whose instructions show it; null until a version of one does.';
CREATE INDEX assay_pictures_unused ON assay_pictures USING btree (tenant_id, created_at) WHERE (assay_id IS NULL);
alter table assay_pictures enable row level security;
alter table assay_pictures force row level security;
create policy tenant on assay_pictures using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on assay_pictures to {{server}};
grant update (assay_id) on assay_pictures to {{server}};

create table assay_versions (
  tenant_id uuid not null,
  assay_id uuid not null,
  version integer not null,
  name text not null,
  manufacturer text,
  model text,
  gtin text,
  analytes jsonb not null,
  specimens jsonb not null,
  offered_results text[] not null,
  read_from_minutes integer not null,
  read_until_minutes integer not null,
  image_required boolean not null,
  instructions jsonb not null,
  created_at timestamp with time zone default now() not null,
  pictures jsonb default '[]'::jsonb not null,
  requires_timer boolean default false not null,
  meanings jsonb default '{}'::jsonb not null,
  two_readers boolean default false not null,
  constraint assay_versions_pkey PRIMARY KEY (tenant_id, assay_id, version)
);
comment on table assay_versions is 'Every version of every assay, each whole: what the records that were made with it say for ever.';
alter table assay_versions enable row level security;
alter table assay_versions force row level security;
create policy tenant on assay_versions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on assay_versions to {{server}};

create table assay_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  assay_id uuid not null,
  constraint assay_words_pkey PRIMARY KEY (tenant_id, word, assay_id)
);
comment on column assay_words.word is 'A name or a manufacturer, from the start of one of its words to its end.';
CREATE INDEX assay_words_of_assay ON assay_words USING btree (tenant_id, assay_id, word);
alter table assay_words enable row level security;
alter table assay_words force row level security;
create policy tenant on assay_words using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on assay_words to {{server}};

create table assays (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  manufacturer text,
  model text,
  analytes jsonb not null,
  specimens jsonb default '[]'::jsonb not null,
  offered_results text[] default '{positive,negative,inconclusive,invalid}'::text[] not null,
  read_from_minutes integer not null,
  read_until_minutes integer not null,
  image_required boolean default false not null,
  instructions jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  gtin text,
  organisation_ids uuid[],
  retired_at timestamp with time zone,
  name_key text collate "C" generated always as (lower(name)) stored,
  pictures jsonb default '[]'::jsonb not null,
  taken_from jsonb,
  requires_timer boolean default false not null,
  meanings jsonb default '{}'::jsonb not null,
  two_readers boolean default false not null,
  constraint assays_pkey PRIMARY KEY (tenant_id, id),
  constraint assays_check CHECK ((read_until_minutes >= read_from_minutes)),
  constraint assays_gtin_check CHECK ((gtin ~ '^[0-9]{8,14}$'::text)),
  constraint assays_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint assays_organisation_ids_check CHECK ((cardinality(organisation_ids) > 0))
);
comment on column assays.analytes is 'In the order of the device''s lines: [{"id", "name", "loinc", "snomed"}].';
comment on column assays.specimens is 'What is put on the device: [{"name", "snomed"}].';
comment on column assays.instructions is 'Per locale: {"en_GB": "…"}.';
comment on column assays.organisation_ids is 'The organisations that may use it; null for all.';
comment on column assays.retired_at is 'Since when it is not offered any more.';
comment on column assays.pictures is 'In the order of their numbers: [{"id", "width", "height", "words": {locale: what it shows}}].';
comment on column assays.taken_from is 'The entry of the catalogue that it was made from, as it was called then: {"entry", "version", "name"}.';
comment on column assays.requires_timer is 'Whether a test must be started before its result is recorded, so that the server keeps the time.';
comment on column assays.meanings is 'In the languages and for the results for which something is said: {locale: {result: text}}.';
comment on column assays.two_readers is 'Whether each test is read by two people. Versions keep it; a group may ask for it, too.';
CREATE UNIQUE INDEX assays_by_unique_name ON assays USING btree (tenant_id, name_key);
alter table assays enable row level security;
alter table assays force row level security;
create policy tenant on assays using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER assay_versions AFTER INSERT OR UPDATE OF version ON assays FOR EACH ROW EXECUTE FUNCTION keep_assay_version();
CREATE TRIGGER assay_words AFTER INSERT OR UPDATE OF name, manufacturer ON assays FOR EACH ROW EXECUTE FUNCTION keep_assay_words();
CREATE TRIGGER catalogue_entries AFTER INSERT OR UPDATE ON assays FOR EACH ROW EXECUTE FUNCTION keep_catalogue_entry();
grant insert, select, update on assays to {{server}};

create table audit_events (
  tenant_id uuid not null,
  id uuid not null,
  occurred_at timestamp with time zone default now() not null,
  actor_id uuid,
  action text not null,
  outcome text default 'done'::text not null,
  resource_type text,
  resource_id uuid,
  details jsonb,
  request_id text,
  "position" bigint,
  hash bytea,
  kind text collate "C" generated always as (((((action || ' '::text) || COALESCE(resource_type, '-'::text)) || ' '::text) || outcome)) stored not null,
  constraint audit_events_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_events_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
comment on column audit_events.details is 'What was and what is, or for an export its filter and number of rows; never personal data.';
comment on column audit_events."position" is 'Its place in the chain of its tenant, from 1 without gaps; null until it is sealed.';
comment on column audit_events.hash is 'audit_hash of the event and of the hash before it.';
comment on column audit_events.kind is 'Action, resource type and outcome as one word of a few hundred: what is narrowed by some of them is the events of the kinds that fit.';
CREATE INDEX audit_events_by_actor ON audit_events USING btree (tenant_id, actor_id, kind, occurred_at, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_events_by_kind ON audit_events USING btree (tenant_id, kind, occurred_at, id);
CREATE INDEX audit_events_by_time ON audit_events USING btree (tenant_id, occurred_at, id);
CREATE INDEX audit_events_of_resource ON audit_events USING btree (tenant_id, resource_id, occurred_at, id) WHERE (resource_id IS NOT NULL);
CREATE INDEX audit_events_to_seal ON audit_events USING btree (tenant_id, id) WHERE ("position" IS NULL);
CREATE UNIQUE INDEX audit_events_by_position ON audit_events USING btree (tenant_id, "position") WHERE ("position" IS NOT NULL);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy tenant on audit_events using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
create policy to_seal on audit_events for select to current_user using ((("position" IS NULL) AND (current_tenant() IS NULL)));
CREATE TRIGGER audit_event_as_written BEFORE INSERT ON audit_events FOR EACH ROW WHEN ((NOT pg_has_role(CURRENT_USER, '{{owner}}'::name, 'member'::text))) EXECUTE FUNCTION write_audit_event();
grant insert, select on audit_events to {{server}};
grant insert (tenant_id, id, actor_id, action, outcome, resource_type, resource_id, details, request_id) on audit_events to {{server}};

create table audit_verifications (
  tenant_id uuid not null,
  "position" bigint default 0 not null,
  hash bytea,
  verified_at timestamp with time zone default now() not null,
  start_position bigint default 0 not null,
  start_hash bytea,
  again_position bigint,
  again_hash bytea,
  again_at timestamp with time zone default now() not null,
  broken_position bigint,
  broken_at timestamp with time zone,
  constraint audit_verifications_pkey PRIMARY KEY (tenant_id),
  constraint audit_verifications_check CHECK (((broken_position IS NULL) = (broken_at IS NULL)))
);
comment on column audit_verifications."position" is 'The event up to which the chain was found unbroken; 0 before the first.';
comment on column audit_verifications.hash is 'The hash of that event as it was then: where it is gone, or another stands in its place, the end was cut.';
comment on column audit_verifications.verified_at is 'When the last step ended.';
comment on column audit_verifications.start_position is 'The event from which passes begin: 0, or the last of a damage that could not be repaired and was accepted.';
comment on column audit_verifications.again_position is 'How far the pass over the whole chain has come that is under way; null between passes.';
comment on column audit_verifications.again_at is 'When the last pass over the whole chain began; the first is the one that reaches each event for the first time.';
comment on column audit_verifications.broken_position is 'The first place at which the chain was found broken. It stays, and nothing is verified, until whoever looks after the server clears it.';
CREATE INDEX audit_verifications_broken ON audit_verifications USING btree (tenant_id) WHERE (broken_position IS NOT NULL);
alter table audit_verifications enable row level security;
alter table audit_verifications force row level security;
create policy alarms on audit_verifications for select to current_user using (((broken_position IS NOT NULL) AND (current_tenant() IS NULL)));
create policy tenant on audit_verifications using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant select on audit_verifications to {{server}};

create table browsers (
  tenant_id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  used_at timestamp with time zone default now() not null,
  constraint browsers_pkey PRIMARY KEY (tenant_id, user_id, purpose, token_hash),
  constraint browsers_purpose_check CHECK ((purpose = ANY (ARRAY['email'::text, 'login'::text])))
);
comment on table browsers is 'Written when somebody registers or asks for a new email (email), and when they log in (login).';
comment on column browsers.purpose is 'email: confirms the address that waits by a click. login: others'' wrong passwords do not shut it out.';
comment on column browsers.token_hash is 'SHA-256 of the user''s id and the cookie, so that rows do not tell who shares a browser.';
alter table browsers enable row level security;
alter table browsers force row level security;
create policy tenant on browsers using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on browsers to {{server}};

create table catalogue_entries (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null,
  built_in text,
  is_withdrawn boolean not null,
  name text collate "C" not null,
  manufacturer text,
  model text,
  gtin text,
  analytes jsonb not null,
  specimens jsonb not null,
  offered_results text[] not null,
  read_from_minutes integer not null,
  read_until_minutes integer not null,
  image_required boolean not null,
  instructions jsonb not null,
  requires_timer boolean default false not null,
  constraint catalogue_entries_pkey PRIMARY KEY (tenant_id, id)
);
comment on table catalogue_entries is 'A copy of each assay of the operator''s tenant, for every tenant to see. Nobody writes it but the trigger below.';
comment on column catalogue_entries.built_in is 'The built-in entry that it stands in the place of.';
alter table catalogue_entries enable row level security;
create policy everybody on catalogue_entries for select using (true);
grant select on catalogue_entries to {{server}};

create table deliveries (
  tenant_id uuid not null,
  id uuid not null,
  test_record_id uuid not null,
  channel text not null,
  reason text not null,
  token_hash bytea,
  sent_by uuid not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  wrong_tries integer default 0 not null,
  opened_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  ended_because text,
  to_guardian boolean default false not null,
  constraint deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint deliveries_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'text'::text]))),
  constraint deliveries_check CHECK (((ended_because IS NULL) OR (ended_at IS NOT NULL))),
  constraint deliveries_ended_because_check CHECK ((ended_because = ANY (ARRAY['replaced'::text, 'address-changed'::text, 'other-person'::text, 'erased'::text]))),
  constraint deliveries_reason_check CHECK ((reason = ANY (ARRAY['asked'::text, 'saved'::text, 'corrected'::text, 'voided'::text]))),
  constraint deliveries_wrong_tries_check CHECK (((wrong_tries >= 0) AND (wrong_tries <= 11)))
);
comment on table deliveries is 'Holds no address: that of the subject is taken when its message is made.';
comment on column deliveries.token_hash is 'SHA-256 of the token in the link, which is made when the message is sent; null before.';
comment on column deliveries.wrong_tries is 'Tries with a wrong date of birth, and those under way. 10 lock the link until staff send it again; 11 is as far as it counts.';
comment on column deliveries.ended_at is 'When another link took its place, the record turned out to be somebody else''s, or the person was erased.';
comment on column deliveries.ended_because is 'Null of those that ended before reasons were kept. A link whose address is not that of the subject any more opens nothing, too, without having ended here.';
comment on column deliveries.to_guardian is 'Whether it went to the guardian, who received results instead of the person at that time.';
CREATE INDEX deliveries_of_record ON deliveries USING btree (tenant_id, test_record_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX deliveries_by_token ON deliveries USING btree (tenant_id, token_hash) WHERE (token_hash IS NOT NULL);
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy tenant on deliveries using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on deliveries to {{server}};

create table development_mail (
  tenant_id uuid not null,
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamp with time zone default now() not null,
  constraint development_mail_pkey PRIMARY KEY (tenant_id, id)
);
alter table development_mail enable row level security;
alter table development_mail force row level security;
create policy tenant on development_mail using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on development_mail to {{server}};

create table device_images (
  tenant_id uuid not null,
  id uuid not null,
  uploaded_by uuid not null,
  width integer not null,
  height integer not null,
  byte_size integer not null,
  created_at timestamp with time zone default now() not null,
  constraint device_images_pkey PRIMARY KEY (tenant_id, id)
);
comment on table device_images is 'The picture itself is a file named by tenant and id.';
alter table device_images enable row level security;
alter table device_images force row level security;
create policy tenant on device_images using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on device_images to {{server}};

create table erasures (
  tenant_id uuid not null,
  user_id uuid not null,
  subject_ids uuid[] not null,
  invite_ids uuid[] not null,
  erased_at timestamp with time zone default now() not null,
  kept_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (tenant_id, user_id)
);
comment on table erasures is 'People whose accounts were deleted, and people without one whom the undoing of an import erased. Nothing identifies the former any more but this id, which no account has if an older backup was restored; the latter have an id together that nothing else has.';
comment on column erasures.subject_ids is 'Whose identities were erased with the account.';
comment on column erasures.invite_ids is 'Invites that were erased with the account.';
comment on column erasures.kept_at is 'When the erasure was written to the list outside of the database; null while a job still has to do that.';
alter table erasures enable row level security;
alter table erasures force row level security;
create policy tenant on erasures using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on erasures to {{server}};
grant update (kept_at) on erasures to {{server}};

create table export_turns (
  tenant_id uuid not null,
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  started_at timestamp with time zone,
  constraint export_turns_pkey PRIMARY KEY (tenant_id, id)
);
comment on table export_turns is 'Exports that run or wait, of all tenants. The server reaches it by the functions below alone.';
comment on column export_turns.seen_at is 'When who waits last asked, or the process that exports last said so.';
comment on column export_turns.started_at is 'Null while it waits.';
CREATE UNIQUE INDEX export_turns_waiting ON export_turns USING btree (tenant_id, user_id) WHERE (started_at IS NULL);

create table group_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  group_id uuid not null,
  constraint group_words_pkey PRIMARY KEY (tenant_id, word, group_id)
);
comment on column group_words.word is 'A name or a location in small letters, from the start of one of its words to its end.';
CREATE INDEX group_words_of_group ON group_words USING btree (tenant_id, group_id, word);
alter table group_words enable row level security;
alter table group_words force row level security;
create policy tenant on group_words using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on group_words to {{server}};

create table groups (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  name_key text collate "C" generated always as (lower(name)) stored,
  description text,
  location text,
  lab_name text,
  clia text,
  status text default 'active'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  two_readers boolean default false not null,
  phone text,
  lab_street_address text,
  lab_street_address_2 text,
  lab_city text,
  lab_state text,
  lab_county text,
  lab_country text,
  lab_postcode text,
  provider_first_name text,
  provider_middle_name text,
  provider_last_name text,
  provider_suffix text,
  provider_npi text,
  constraint groups_pkey PRIMARY KEY (tenant_id, id),
  constraint groups_tenant_id_id_organisation_id_key UNIQUE (tenant_id, id, organisation_id),
  constraint groups_clia_check CHECK ((clia ~ '^[A-Za-z0-9]{10}$'::text)),
  constraint groups_description_check CHECK ((char_length(description) <= 500)),
  constraint groups_lab_city_check CHECK ((char_length(lab_city) <= 100)),
  constraint groups_lab_county_check CHECK ((char_length(lab_county) <= 100)),
  constraint groups_lab_name_check CHECK ((char_length(lab_name) <= 100)),
  constraint groups_lab_postcode_check CHECK ((char_length(lab_postcode) <= 16)),
  constraint groups_lab_street_address_2_check CHECK ((char_length(lab_street_address_2) <= 200)),
  constraint groups_lab_street_address_check CHECK ((char_length(lab_street_address) <= 200)),
  constraint groups_location_check CHECK ((char_length(location) <= 255)),
  constraint groups_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint groups_phone_check CHECK ((phone ~ '^\+\d[\d -]{5,30}$'::text)),
  constraint groups_provider_first_name_check CHECK ((char_length(provider_first_name) <= 100)),
  constraint groups_provider_last_name_check CHECK ((char_length(provider_last_name) <= 100)),
  constraint groups_provider_middle_name_check CHECK ((char_length(provider_middle_name) <= 100)),
  constraint groups_provider_npi_check CHECK ((provider_npi ~ '^\d{10}$'::text)),
  constraint groups_provider_suffix_check CHECK ((char_length(provider_suffix) <= 20)),
  constraint groups_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
comment on column groups.two_readers is 'Whether each test recorded here is read by two people, whatever its assay says.';
comment on column groups.phone is 'As that of organisations.';
comment on column groups.lab_country is 'Null where there is no address; see contract/rules/address.ts.';
comment on column groups.provider_last_name is 'Null where there is no ordering provider. First and last name come together.';
CREATE INDEX groups_of_organisation ON groups USING btree (tenant_id, organisation_id);
CREATE UNIQUE INDEX groups_by_name ON groups USING btree (tenant_id, name_key, id);
CREATE UNIQUE INDEX groups_by_unique_name ON groups USING btree (tenant_id, organisation_id, name_key);
alter table groups enable row level security;
alter table groups force row level security;
create policy tenant on groups using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER group_words AFTER INSERT OR UPDATE OF name, location ON groups FOR EACH ROW EXECUTE FUNCTION keep_group_words();
grant insert, select, update on groups to {{server}};

create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  resource_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, user_id, key),
  constraint idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255)))
);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on idempotency_keys to {{server}};

create table import_changes (
  tenant_id uuid not null,
  import_id uuid not null,
  subject_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  constraint import_changes_pkey PRIMARY KEY (tenant_id, import_id, subject_id)
);
comment on table import_changes is 'Details of people that an import has taken from its file, while they have an identity.';
comment on column import_changes.before is 'The details that were stored before, by their kinds.';
comment on column import_changes.after is 'The details that the file has.';
CREATE INDEX import_changes_of_subject ON import_changes USING btree (tenant_id, subject_id);
alter table import_changes enable row level security;
alter table import_changes force row level security;
create policy tenant on import_changes using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on import_changes to {{server}};

create table import_mappings (
  tenant_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  named text not null,
  organisation_id uuid,
  meant jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint import_mappings_pkey PRIMARY KEY (tenant_id, id),
  constraint import_mappings_tenant_id_organisation_id_kind_named_key UNIQUE NULLS NOT DISTINCT (tenant_id, organisation_id, kind, named),
  constraint import_mappings_kind_check CHECK ((kind = ANY (ARRAY['columns'::text, 'kit'::text, 'group'::text, 'word'::text]))),
  constraint import_mappings_named_check CHECK (((char_length(named) >= 1) AND (char_length(named) <= 200)))
);
comment on column import_mappings.named is 'A hash of the headers, or of the words of the file.';
alter table import_mappings enable row level security;
alter table import_mappings force row level security;
create policy tenant on import_mappings using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on import_mappings to {{server}};

create table import_matches (
  tenant_id uuid not null,
  import_id uuid not null,
  subject_id uuid not null,
  made_by uuid not null,
  constraint import_matches_pkey PRIMARY KEY (tenant_id, import_id, subject_id)
);
comment on table import_matches is 'People whom this import has found and another one is responsible for, while they have an identity and the other one can be undone.';
comment on column import_matches.made_by is 'The import that has made the person, or was handed them when the one that had made them was undone; undoing it erases them.';
CREATE INDEX import_matches_of_maker ON import_matches USING btree (tenant_id, made_by);
CREATE INDEX import_matches_of_subject ON import_matches USING btree (tenant_id, subject_id);
alter table import_matches enable row level security;
alter table import_matches force row level security;
create policy tenant on import_matches using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on import_matches to {{server}};

create table import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells jsonb not null,
  content jsonb not null,
  problems jsonb not null,
  outcome text not null,
  skipped text,
  repeats integer,
  person_key text,
  test_key text,
  match_problems jsonb default '[]'::jsonb not null,
  person text,
  person_answer text,
  namesake integer,
  differences jsonb,
  taken text[] default '{}'::text[] not null,
  subject_id uuid,
  is_corrected boolean default false not null,
  constraint import_rows_pkey PRIMARY KEY (tenant_id, import_id, line),
  constraint import_rows_check CHECK (((outcome = 'skipped'::text) = (skipped IS NOT NULL))),
  constraint import_rows_line_check CHECK ((line > 0)),
  constraint import_rows_namesake_check CHECK ((namesake >= 0)),
  constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['right'::text, 'wrong'::text, 'skipped'::text, 'made'::text]))),
  constraint import_rows_person_answer_check CHECK ((person_answer = ANY (ARRAY['same'::text, 'another'::text]))),
  constraint import_rows_person_check CHECK ((person = ANY (ARRAY['made'::text, 'matched'::text]))),
  constraint import_rows_skipped_check CHECK ((skipped = ANY (ARRAY['noResult'::text, 'removed'::text, 'repeated'::text, 'known'::text, 'heading'::text])))
);
comment on table import_rows is 'The rows of a file until what is right of them is made, at most for a week.';
comment on column import_rows.line is 'The row in the file, counted from 1 with the headers.';
comment on column import_rows.cells is 'The cells as they are written; null for a formula.';
comment on column import_rows.content is 'Person, test and results as they are understood: contract/imports/imported-row.ts.';
comment on column import_rows.test_key is 'The hash by which the rows of one test are known: contract/imports/keys.ts.';
comment on column import_rows.match_problems is 'What is wrong with the row here, besides what is wrong with its cells.';
comment on column import_rows.person_answer is 'Whether the person of the row is the one who was asked about, or somebody else.';
comment on column import_rows.namesake is 'Which of the people with the same names and date of birth it is, counted from 0.';
comment on column import_rows.differences is 'What the row says otherwise than is stored of its person: contract/imports/differences.ts.';
comment on column import_rows.taken is 'The fields of differences that are chosen to be taken from the file; once the row was made, those that were.';
comment on column import_rows.subject_id is 'The person here whom the row tells of, for their erasure: whoever it was matched with, or made.';
comment on column import_rows.is_corrected is 'Somebody has corrected a cell, which stays when the file is read again with other answers.';
CREATE INDEX import_rows_of_outcome ON import_rows USING btree (tenant_id, import_id, outcome, line);
CREATE INDEX import_rows_of_person ON import_rows USING btree (tenant_id, import_id, person_key) WHERE (person_key IS NOT NULL);
CREATE INDEX import_rows_of_test ON import_rows USING btree (tenant_id, import_id, test_key) WHERE (test_key IS NOT NULL);
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy tenant on import_rows using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on import_rows to {{server}};

create table import_secrets (
  tenant_id uuid not null,
  secret text not null,
  constraint import_secrets_pkey PRIMARY KEY (tenant_id),
  constraint import_secrets_secret_check CHECK ((char_length(secret) >= 32))
);
alter table import_secrets enable row level security;
alter table import_secrets force row level security;
create policy tenant on import_secrets using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on import_secrets to {{server}};

create table import_test_matches (
  tenant_id uuid not null,
  import_id uuid not null,
  record_id uuid not null,
  made_by uuid not null,
  constraint import_test_matches_pkey PRIMARY KEY (tenant_id, import_id, record_id)
);
comment on table import_test_matches is 'Tests that the file of this import brought, too, and another import is responsible for, while the other one can be undone.';
comment on column import_test_matches.made_by is 'The import that has made the test, or was handed it when the one that had made it was undone; undoing it voids the test.';
CREATE INDEX import_test_matches_of_maker ON import_test_matches USING btree (tenant_id, made_by);
CREATE INDEX import_test_matches_of_record ON import_test_matches USING btree (tenant_id, record_id);
alter table import_test_matches enable row level security;
alter table import_test_matches force row level security;
create policy tenant on import_test_matches using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on import_test_matches to {{server}};

create table imported_people (
  tenant_id uuid not null,
  key text collate "C" not null,
  import_id uuid not null,
  subject_id uuid not null,
  facts jsonb default '{}'::jsonb not null,
  constraint imported_people_pkey PRIMARY KEY (tenant_id, key)
);
comment on table imported_people is 'People whom imports have made or found, while they have the names and the date of birth of that time, or are merged into somebody.';
comment on column imported_people.key is 'A hash of the group, the names and the date of birth with the tenant''s secret; of several people with the same, the number of each but the first stands behind it.';
comment on column imported_people.facts is 'Hashes, with the tenant''s secret, of what files have told of the person: contract/imports/person-facts.ts.';
CREATE INDEX imported_people_of_import ON imported_people USING btree (tenant_id, import_id, subject_id);
CREATE INDEX imported_people_of_subject ON imported_people USING btree (tenant_id, subject_id);
alter table imported_people enable row level security;
alter table imported_people force row level security;
create policy tenant on imported_people using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on imported_people to {{server}};
grant update (facts) on imported_people to {{server}};

create table imported_tests (
  tenant_id uuid not null,
  key text collate "C" not null,
  import_id uuid not null,
  record_id uuid not null,
  constraint imported_tests_pkey PRIMARY KEY (tenant_id, key)
);
comment on table imported_tests is 'Tests that came from files, so that overlapping files make each once.';
comment on column imported_tests.key is 'A hash of contract/imports/keys.ts with the tenant''s secret; of an import that was undone, the word undone and the ids of the import and of the record.';
CREATE INDEX imported_tests_of_import ON imported_tests USING btree (tenant_id, import_id, record_id);
alter table imported_tests enable row level security;
alter table imported_tests force row level security;
create policy tenant on imported_tests using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on imported_tests to {{server}};

create table imports (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid,
  file_name text not null,
  byte_size integer not null,
  state text default 'waiting'::text not null,
  zone text not null,
  answers jsonb,
  head jsonb,
  summary jsonb,
  problem jsonb,
  reading_id uuid,
  rows_read integer default 0 not null,
  uploaded_by uuid not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  acting_by uuid,
  origin_id uuid,
  place integer default 0 not null,
  preview jsonb,
  run jsonb,
  undo jsonb,
  ended_at timestamp with time zone,
  columns_are_kept boolean default false not null,
  leavers text[] default '{}'::text[] not null,
  date_order text default 'mdy'::text not null,
  rows_bytes bigint default 0 not null,
  rows_removed integer default 0 not null,
  constraint imports_pkey PRIMARY KEY (tenant_id, id),
  constraint imports_byte_size_check CHECK ((byte_size >= 0)),
  constraint imports_check CHECK (((state = 'refused'::text) = (problem IS NOT NULL))),
  constraint imports_check1 CHECK (((state <> 'read'::text) OR ((answers IS NOT NULL) AND (head IS NOT NULL) AND (summary IS NOT NULL)))),
  constraint imports_date_order_check CHECK ((date_order = ANY (ARRAY['mdy'::text, 'dmy'::text]))),
  constraint imports_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
  constraint imports_rows_bytes_check CHECK ((rows_bytes >= 0)),
  constraint imports_rows_removed_check CHECK ((rows_removed >= 0)),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'matching'::text, 'read'::text, 'refused'::text, 'cancelled'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text]))),
  constraint imports_zone_check CHECK ((char_length(zone) <= 64))
);
comment on column imports.organisation_id is 'The organisation whose administrator sent the file; null of one for the whole tenant.';
comment on column imports.zone is 'The zone of the clock of who sent the file.';
comment on column imports.answers is 'What the file does not say about itself: contract/imports/answers.ts. Null until its beginning is read.';
comment on column imports.head is 'Layout, headers, and what each column is read as.';
comment on column imports.reading_id is 'The reading that may write rows; another one that was thought dead may not.';
comment on column imports.acting_by is 'In whose name rows are matched, run or undone: who asked for it last.';
comment on column imports.origin_id is 'The origin of the records of the present run; another user who goes on has another one.';
comment on column imports.place is 'The line up to which rows are matched or run, kept in the transaction that does so.';
comment on column imports.ended_at is 'The end of the last run; from then on it can be undone for a week.';
comment on column imports.columns_are_kept is 'True if the columns are those that were assigned to an earlier file with these headers.';
comment on column imports.leavers is 'Hashes, with the tenant''s secret, of people who were erased while the file was not read to its end. If it names one of them it is cancelled.';
comment on column imports.date_order is 'Not used any more, because each file is asked in which order it writes day and month. The version before writes it.';
comment on column imports.rows_bytes is 'About how many bytes its rows took when they were read.';
comment on column imports.rows_removed is 'How many of its rows were removed because nothing more is made of them.';
CREATE INDEX imports_by_age ON imports USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX imports_of_organisation ON imports USING btree (tenant_id, organisation_id, created_at DESC, id DESC);
alter table imports enable row level security;
alter table imports force row level security;
create policy tenant on imports using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on imports to {{server}};

create table invite_codes (
  tenant_id uuid not null,
  code_hash bytea not null,
  invite_id uuid not null,
  channel text not null,
  last_four text not null,
  created_at timestamp with time zone default now() not null,
  constraint invite_codes_pkey PRIMARY KEY (tenant_id, code_hash),
  constraint invite_codes_tenant_id_invite_id_channel_key UNIQUE (tenant_id, invite_id, channel),
  constraint invite_codes_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'text'::text])))
);
comment on column invite_codes.code_hash is 'SHA-256 of the 24 characters; they themselves are nowhere.';
alter table invite_codes enable row level security;
alter table invite_codes force row level security;
create policy tenant on invite_codes using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on invite_codes to {{server}};

create table invite_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  invite_id uuid not null,
  constraint invite_words_pkey PRIMARY KEY (tenant_id, word, invite_id)
);
comment on column invite_words.word is 'An email, from the start of one of its words to its end.';
CREATE INDEX invite_words_of_invite ON invite_words USING btree (tenant_id, invite_id, word);
alter table invite_words enable row level security;
alter table invite_words force row level security;
create policy tenant on invite_words using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on invite_words to {{server}};

create table invites (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  email text not null,
  email_key text collate "C" generated always as (lower(email)) stored,
  mobile text,
  lang text not null,
  state text default 'pending'::text not null,
  invited_by uuid not null,
  user_id uuid,
  sent_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  redeemed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint invites_pkey PRIMARY KEY (tenant_id, id),
  constraint invites_email_check CHECK ((char_length(email) <= 254)),
  constraint invites_mobile_check CHECK ((mobile ~ '^\+[0-9]{7,15}$'::text)),
  constraint invites_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'redeemed'::text, 'expired'::text, 'revoked'::text])))
);
comment on column invites.mobile is 'As E.164: +447400123456.';
comment on column invites.state is 'A pending one whose time is over counts as expired, and is marked so when its email is invited again.';
comment on column invites.user_id is 'The account that it became.';
comment on column invites.sent_at is 'To the millisecond, as the cursors of lists hold it.';
CREATE INDEX invites_by_email ON invites USING btree (tenant_id, email_key, id);
CREATE INDEX invites_by_expiry ON invites USING btree (tenant_id, expires_at, id);
CREATE INDEX invites_by_sent ON invites USING btree (tenant_id, sent_at DESC, id DESC);
CREATE INDEX invites_of_group ON invites USING btree (tenant_id, group_id, sent_at DESC, id DESC);
CREATE UNIQUE INDEX invites_open_of_email ON invites USING btree (tenant_id, email_key) WHERE (state = 'pending'::text);
alter table invites enable row level security;
alter table invites force row level security;
create policy tenant on invites using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER invite_words AFTER INSERT OR UPDATE OF email ON invites FOR EACH ROW EXECUTE FUNCTION keep_invite_words();
grant delete, insert, select, update on invites to {{server}};

create table known_operators (
  tenant_id uuid not null,
  id uuid not null,
  full_name text not null,
  constraint known_operators_pkey PRIMARY KEY (tenant_id, id),
  constraint known_operators_full_name_check CHECK (((char_length(full_name) >= 1) AND (char_length(full_name) <= 100)))
);
alter table known_operators enable row level security;
alter table known_operators force row level security;
create policy tenant on known_operators using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on known_operators to {{server}};

create table merged_subjects (
  tenant_id uuid not null,
  id uuid not null,
  subject_id uuid not null,
  email text,
  date_of_birth date,
  local_id text,
  custom_id_1 text,
  custom_id_2 text,
  email_key text collate "C" generated always as (lower(email)) stored,
  custom_id_1_key text collate "C" generated always as (lower(custom_id_1)) stored,
  custom_id_2_key text collate "C" generated always as (lower(custom_id_2)) stored,
  first_name text,
  last_name text,
  nhs_number text,
  name_key text collate "C" generated always as (
CASE
    WHEN (last_name <> ''::text) THEN replace(search_marked((last_name ||
    CASE
        WHEN (first_name <> ''::text) THEN (' '::text || first_name)
        ELSE ''::text
    END)), ''''::text, ''::text)
    ELSE NULL::text
END) stored,
  constraint merged_subjects_pkey PRIMARY KEY (tenant_id, id),
  constraint merged_subjects_check CHECK ((subject_id <> id)),
  constraint merged_subjects_custom_id_1_check CHECK ((char_length(custom_id_1) <= 50)),
  constraint merged_subjects_custom_id_2_check CHECK ((char_length(custom_id_2) <= 50)),
  constraint merged_subjects_email_check CHECK ((char_length(email) <= 254)),
  constraint merged_subjects_first_name_check CHECK ((char_length(first_name) <= 100)),
  constraint merged_subjects_last_name_check CHECK ((char_length(last_name) <= 100)),
  constraint merged_subjects_local_id_check CHECK ((char_length(local_id) <= 50)),
  constraint merged_subjects_nhs_number_check CHECK ((nhs_number ~ '^\d{10}$'::text))
);
comment on table merged_subjects is 'Subjects that were merged, with what identified them. They have no identity, no group and no tests any more.';
comment on column merged_subjects.subject_id is 'The subject that it is now, which is not itself merged.';
comment on column merged_subjects.name_key is 'The names as the lists sort them: last name and first name, folded. Null if it was known by none.';
CREATE INDEX merged_subjects_custom_ids ON merged_subjects USING btree (tenant_id, custom_id_1_key, custom_id_2_key);
CREATE INDEX merged_subjects_date_of_birth ON merged_subjects USING btree (tenant_id, date_of_birth);
CREATE INDEX merged_subjects_email ON merged_subjects USING btree (tenant_id, email_key);
CREATE INDEX merged_subjects_local_id ON merged_subjects USING btree (tenant_id, lower(local_id)) WHERE (local_id IS NOT NULL);
CREATE INDEX merged_subjects_names ON merged_subjects USING btree (tenant_id, name_key) WHERE (name_key IS NOT NULL);
CREATE INDEX merged_subjects_nhs_number ON merged_subjects USING btree (tenant_id, nhs_number) WHERE (nhs_number IS NOT NULL);
CREATE INDEX merged_subjects_of_subject ON merged_subjects USING btree (tenant_id, subject_id);
alter table merged_subjects enable row level security;
alter table merged_subjects force row level security;
create policy tenant on merged_subjects using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE CONSTRAINT TRIGGER keys_without_merge AFTER DELETE ON merged_subjects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_keys_without_merge();
grant delete, insert, select, update on merged_subjects to {{server}};

create table message_counts (
  tenant_id uuid not null,
  id uuid not null,
  channel text not null,
  sender_id uuid,
  is_to_holder boolean default false not null,
  recipient_hash bytea not null,
  matter text,
  queued_at timestamp with time zone default now() not null,
  constraint message_counts_pkey PRIMARY KEY (tenant_id, id),
  constraint message_counts_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'text'::text])))
);
comment on column message_counts.sender_id is 'Who caused it; null of what anybody may ask for who knows an email, which is counted by itself. An operator is no user of the tenant.';
comment on column message_counts.is_to_holder is 'Whether whoever has an account may ask for it, such as a link to a new password: of what anybody may ask for, these are counted by themselves.';
comment on column message_counts.recipient_hash is 'SHA-256 of the tenant and the address.';
comment on column message_counts.matter is 'What it is about, where the same may be sent again by hand: the id of a test record, or the name of an invitation.';
CREATE INDEX message_counts_by_recipient ON message_counts USING btree (tenant_id, recipient_hash, channel, queued_at);
CREATE INDEX message_counts_by_sender ON message_counts USING btree (tenant_id, sender_id, channel, queued_at) WHERE (sender_id IS NOT NULL);
CREATE INDEX message_counts_of_day ON message_counts USING btree (tenant_id, channel, queued_at);
alter table message_counts enable row level security;
alter table message_counts force row level security;
create policy tenant on message_counts using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on message_counts to {{server}};

create table messages (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid,
  channel text not null,
  template text not null,
  recipient text not null,
  locale text not null,
  state text default 'waiting'::text not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  invite_id uuid,
  operator_request_id uuid,
  operator_entry_id uuid,
  delivery_id uuid,
  rule_id uuid,
  constraint messages_pkey PRIMARY KEY (tenant_id, id),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'text'::text]))),
  constraint messages_recipient_check CHECK ((char_length(recipient) <= 254)),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);
comment on column messages.state is 'failed: the service says that nothing ever reaches this recipient, so it is not tried again.';
comment on column messages.rule_id is 'The notification rule to whose mailbox a code is sent.';
CREATE INDEX messages_of_delivery ON messages USING btree (tenant_id, delivery_id) WHERE (delivery_id IS NOT NULL);
CREATE INDEX messages_of_invite ON messages USING btree (tenant_id, invite_id) WHERE (invite_id IS NOT NULL);
CREATE INDEX messages_of_user ON messages USING btree (tenant_id, user_id);
alter table messages enable row level security;
alter table messages force row level security;
create policy tenant on messages using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on messages to {{server}};

create table notification_follows (
  tenant_id uuid not null,
  "position" bigint not null,
  has_more boolean default true not null,
  look_at timestamp(3) with time zone,
  constraint notification_follows_pkey PRIMARY KEY (tenant_id),
  constraint notification_follows_position_check CHECK (("position" >= 0))
);
comment on table notification_follows is 'How far a tenant with rules has followed its audit chain.';
comment on column notification_follows.has_more is 'False once nothing sealed is left; sealing sets it.';
comment on column notification_follows.look_at is 'When the next mail about a deadline may be due; null if none is.';
alter table notification_follows enable row level security;
alter table notification_follows force row level security;
create policy due on notification_follows for select to current_user using ((current_tenant() IS NULL));
create policy tenant on notification_follows using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notification_follows to {{server}};
grant update ("position", has_more, look_at) on notification_follows to {{server}};

create table notification_report_items (
  tenant_id uuid not null,
  report_id uuid not null,
  notification_id uuid not null,
  constraint notification_report_items_pkey PRIMARY KEY (tenant_id, report_id, notification_id)
);
CREATE INDEX notification_report_items_of_notification ON notification_report_items USING btree (tenant_id, notification_id);
alter table notification_report_items enable row level security;
alter table notification_report_items force row level security;
create policy tenant on notification_report_items using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notification_report_items to {{server}};

create table notification_reports (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_version integer not null,
  format text not null,
  way text not null,
  again_of uuid,
  file bytea,
  file_name text not null,
  file_hash bytea not null,
  items integer not null,
  made_by uuid,
  made_at timestamp(3) with time zone not null,
  state text not null,
  tries integer default 0 not null,
  problem text,
  due_at timestamp(3) with time zone not null,
  lease uuid,
  leased_until timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  may_have_arrived boolean default true not null,
  withdrawn_at timestamp(3) with time zone,
  withdrawn_by uuid,
  constraint notification_reports_pkey PRIMARY KEY (tenant_id, id),
  constraint notification_reports_check CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint notification_reports_check1 CHECK (((lease IS NULL) = (leased_until IS NULL))),
  constraint notification_reports_check2 CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL))),
  constraint notification_reports_format_check CHECK ((format = ANY (ARRAY['hl7'::text, 'csv'::text, 'printed'::text]))),
  constraint notification_reports_items_check CHECK ((items > 0)),
  constraint notification_reports_state_check CHECK ((state = ANY (ARRAY['made'::text, 'sending'::text, 'sent'::text, 'withdrawn'::text]))),
  constraint notification_reports_way_check CHECK ((way = ANY (ARRAY['download'::text, 'mail'::text, 'sftp'::text])))
);
comment on column notification_reports.file is 'What was sent, for 30 days, or until somebody in it is erased.';
comment on column notification_reports.made_by is 'Null if it was made by itself.';
comment on column notification_reports.state is 'made: nobody has downloaded it yet; withdrawn: it is not sent any more, and its items are to be told again.';
comment on column notification_reports.lease is 'The process that sends it now, until leased_until at the latest.';
comment on column notification_reports.may_have_arrived is 'True once a try got so far that the authority may have the file, of a report that is not known to have arrived.';
comment on column notification_reports.withdrawn_at is 'When somebody withdrew it by hand; null if it was withdrawn because somebody in it was erased.';
CREATE INDEX notification_reports_due ON notification_reports USING btree (tenant_id, due_at) WHERE (state = 'sending'::text);
CREATE INDEX notification_reports_of_rule ON notification_reports USING btree (tenant_id, rule_id, id);
CREATE INDEX notification_reports_with_file ON notification_reports USING btree (tenant_id, made_at) WHERE (file IS NOT NULL);
alter table notification_reports enable row level security;
alter table notification_reports force row level security;
create policy due on notification_reports for select to current_user using ((current_tenant() IS NULL));
create policy tenant on notification_reports using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notification_reports to {{server}};
grant update (file, state, tries, problem, due_at, lease, leased_until, sent_at, may_have_arrived, withdrawn_at, withdrawn_by) on notification_reports to {{server}};

create table notification_rule_versions (
  tenant_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  since timestamp with time zone not null,
  on_since timestamp with time zone,
  made_by uuid not null,
  name text not null,
  authority text not null,
  contact text,
  organisation_ids uuid[] not null,
  group_ids uuid[] not null,
  analytes jsonb not null,
  results text[] not null,
  within_hours integer not null,
  needed text[] not null,
  format text not null,
  way text not null,
  template jsonb,
  constraint notification_rule_versions_pkey PRIMARY KEY (tenant_id, rule_id, version),
  constraint notification_rule_versions_authority_check CHECK ((char_length(authority) <= 100)),
  constraint notification_rule_versions_contact_check CHECK ((char_length(contact) <= 500)),
  constraint notification_rule_versions_format_check CHECK ((format = ANY (ARRAY['hl7'::text, 'csv'::text, 'printed'::text]))),
  constraint notification_rule_versions_name_check CHECK ((char_length(name) <= 100)),
  constraint notification_rule_versions_results_check CHECK ((cardinality(results) > 0)),
  constraint notification_rule_versions_way_check CHECK ((way = ANY (ARRAY['download'::text, 'mail'::text, 'sftp'::text]))),
  constraint notification_rule_versions_within_hours_check CHECK (((within_hours >= 1) AND (within_hours <= 8760)))
);
comment on column notification_rule_versions.since is 'From when it is in force, until the next version is.';
comment on column notification_rule_versions.on_since is 'Since when the rule has been on without a break; null while it is off.';
comment on column notification_rule_versions.organisation_ids is 'Its organisations; with no group either, the rule is for the whole tenant.';
comment on column notification_rule_versions.analytes is '[{"name", "loinc", "snomed"}]; an empty list is every analyte.';
comment on column notification_rule_versions.template is '{"id", "text", "url", "readOn"}: the template that it was made from, and what that follows.';
alter table notification_rule_versions enable row level security;
alter table notification_rule_versions force row level security;
create policy tenant on notification_rule_versions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notification_rule_versions to {{server}};

create table notification_rules (
  tenant_id uuid not null,
  id uuid not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  told_at timestamp(3) with time zone,
  constraint notification_rules_pkey PRIMARY KEY (tenant_id, id)
);
comment on column notification_rules.version is 'The newest of its versions in notification_rule_versions.';
comment on column notification_rules.told_at is 'When mails about its deadlines were last queued.';
alter table notification_rules enable row level security;
alter table notification_rules force row level security;
create policy tenant on notification_rules using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notification_rules to {{server}};
grant update (version, told_at) on notification_rules to {{server}};

create table notification_sendings (
  tenant_id uuid not null,
  rule_id uuid not null,
  columns jsonb not null,
  hl7 jsonb not null,
  sftp jsonb,
  secret bytea,
  every_minutes integer,
  next_at timestamp(3) with time zone,
  version integer default 1 not null,
  mail_address text,
  mail_code_hash bytea,
  mail_code_until timestamp(3) with time zone,
  mail_code_tries integer default 0 not null,
  mail_confirmed_at timestamp(3) with time zone,
  constraint notification_sendings_pkey PRIMARY KEY (tenant_id, rule_id),
  constraint notification_sendings_check CHECK (((sftp IS NULL) = (secret IS NULL))),
  constraint notification_sendings_check1 CHECK (((every_minutes IS NULL) = (next_at IS NULL))),
  constraint notification_sendings_every_minutes_check CHECK (((every_minutes >= 5) AND (every_minutes <= 10080))),
  constraint notification_sendings_mail_address_check CHECK ((char_length(mail_address) <= 255)),
  constraint notification_sendings_mail_check CHECK (((mail_address IS NOT NULL) OR ((mail_code_hash IS NULL) AND (mail_confirmed_at IS NULL))))
);
comment on table notification_sendings is 'How reports of a rule are written and sent; a rule without a row has what is usual.';
comment on column notification_sendings.columns is '[{"header", "field"}]: the columns of a file in their order.';
comment on column notification_sendings.secret is 'The password or private key, encrypted with a key that is not in the database: server/platform/kept-secrets.ts.';
comment on column notification_sendings.next_at is 'When what is ready is sent by itself; null if somebody sends it.';
comment on column notification_sendings.mail_code_hash is 'The SHA-256 of the code that was sent last to mail_address, until it was confirmed.';
comment on column notification_sendings.mail_code_tries is 'Codes that were entered since and are wrong.';
comment on column notification_sendings.mail_confirmed_at is 'When a code from the mailbox was entered; null while nothing may be sent there.';
alter table notification_sendings enable row level security;
alter table notification_sendings force row level security;
create policy due on notification_sendings for select to current_user using ((current_tenant() IS NULL));
create policy tenant on notification_sendings using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notification_sendings to {{server}};
grant update (columns, hl7, sftp, secret, every_minutes, next_at, version, mail_address, mail_code_hash, mail_code_until, mail_code_tries, mail_confirmed_at) on notification_sendings to {{server}};

create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  rule_version integer not null,
  test_record_id uuid not null,
  record_version integer not null,
  organisation_id uuid not null,
  group_id uuid not null,
  kind text not null,
  refers_to uuid,
  state text default 'open'::text not null,
  closed_because text,
  version_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  warn_at timestamp(3) with time zone not null,
  warned_at timestamp(3) with time zone,
  overdue_told_at timestamp(3) with time zone,
  report_id uuid,
  sent_at timestamp(3) with time zone,
  sent_by uuid,
  answered_at timestamp(3) with time zone,
  answered_by uuid,
  answer_reason text,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  set_version integer default 0 not null,
  outcome text,
  constraint notifications_pkey PRIMARY KEY (tenant_id, id),
  constraint notifications_tenant_id_rule_id_test_record_id_record_versi_key UNIQUE (tenant_id, rule_id, test_record_id, record_version, set_version),
  constraint notifications_answer_reason_check CHECK ((char_length(answer_reason) <= 255)),
  constraint notifications_check CHECK (((kind = 'first'::text) = (refers_to IS NULL))),
  constraint notifications_check1 CHECK (((state = 'superseded'::text) = (closed_because IS NOT NULL))),
  constraint notifications_check2 CHECK (((state <> ALL (ARRAY['sent'::text, 'acknowledged'::text])) OR (sent_at IS NOT NULL))),
  constraint notifications_check3 CHECK (((answered_at IS NULL) = (answered_by IS NULL))),
  constraint notifications_check4 CHECK (((outcome IS NULL) OR (set_version > 0))),
  constraint notifications_closed_because_check CHECK ((closed_because = ANY (ARRAY['corrected'::text, 'voided'::text, 'outcome'::text, 'erased'::text, 'person'::text]))),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['first'::text, 'correction'::text, 'removal'::text]))),
  constraint notifications_outcome_check CHECK ((outcome = ANY (ARRAY['positive'::text, 'negative'::text, 'inconclusive'::text]))),
  constraint notifications_state_check CHECK ((state = ANY (ARRAY['open'::text, 'superseded'::text, 'sending'::text, 'sent'::text, 'acknowledged'::text, 'rejected'::text])))
);
comment on table notifications is 'What is to be told of a record version, by ids alone. Whether it is incomplete or ready is computed.';
comment on column notifications.refers_to is 'The item that was told and that this one corrects or removes.';
comment on column notifications.version_at is 'The time of the record version, or of the later change of what its set says.';
comment on column notifications.warn_at is 'When a quarter of the time until due_at is left.';
comment on column notifications.report_id is 'The report that it is in; null if somebody told the authority by another way.';
comment on column notifications.answer_reason is 'Why it counts as acknowledged or rejected, or was closed by somebody. Forgotten with the person.';
comment on column notifications.set_version is 'The version of the test set in which the item was made; 0 for a record that is no step of one.';
comment on column notifications.outcome is 'What is told in the place of the result of the test: what its set says, if the test itself says something else. A removal has none of its own: it takes back what it refers to.';
CREATE INDEX notifications_by_due ON notifications USING btree (tenant_id, due_at, id);
CREATE INDEX notifications_by_told ON notifications USING btree (tenant_id, COALESCE(sent_at, answered_at, '1970-01-01 00:00:00+00'::timestamp with time zone), id);
CREATE INDEX notifications_of_record ON notifications USING btree (tenant_id, test_record_id, id);
CREATE INDEX notifications_of_report ON notifications USING btree (tenant_id, report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX notifications_of_rule ON notifications USING btree (tenant_id, rule_id, state);
CREATE INDEX notifications_open ON notifications USING btree (tenant_id, due_at, id) WHERE (state = ANY (ARRAY['open'::text, 'sending'::text, 'rejected'::text]));
alter table notifications enable row level security;
alter table notifications force row level security;
create policy tenant on notifications using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on notifications to {{server}};
grant update (kind, refers_to, state, closed_because, warned_at, overdue_told_at, report_id, sent_at, sent_by, answered_at, answered_by, answer_reason, version) on notifications to {{server}};

create table oldest_version (
  is_only boolean default true not null,
  migration text not null,
  constraint oldest_version_pkey PRIMARY KEY (is_only),
  constraint oldest_version_is_only_check CHECK (is_only)
);
comment on table oldest_version is 'The oldest version that runs on this schema, by the last migration that it brings. A migration that removes or tightens something moves it to one of an earlier version, from which on nothing needs what is removed.';

create table operator_entries (
  tenant_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  reason text not null,
  request_id uuid,
  entered_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  left_at timestamp with time zone,
  ended_by uuid,
  constraint operator_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint operator_entries_check CHECK ((ends_at <= (entered_at + '01:00:00'::interval))),
  constraint operator_entries_reason_check CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500)))
);
comment on column operator_entries.request_id is 'What the tenant granted, where operators ask first.';
comment on column operator_entries.left_at is 'When it ended before its time; ended_by says by whom in the tenant, or that the operator left.';
CREATE INDEX operator_entries_running ON operator_entries USING btree (tenant_id, operator_id) WHERE (left_at IS NULL);
alter table operator_entries enable row level security;
alter table operator_entries force row level security;
create policy tenant on operator_entries using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on operator_entries to {{server}};

create table operator_requests (
  tenant_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  reason text not null,
  asked_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  answered_by uuid,
  granted_until timestamp with time zone,
  constraint operator_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint operator_requests_check CHECK (((granted_until IS NULL) OR (answered_at IS NOT NULL))),
  constraint operator_requests_reason_check CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500)))
);
comment on column operator_requests.granted_until is 'Until when the operator may enter; null of one that waits or was refused.';
CREATE UNIQUE INDEX operator_requests_waiting ON operator_requests USING btree (tenant_id, operator_id) WHERE (answered_at IS NULL);
alter table operator_requests enable row level security;
alter table operator_requests force row level security;
create policy tenant on operator_requests using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on operator_requests to {{server}};

create table organisation_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  organisation_id uuid not null,
  constraint organisation_words_pkey PRIMARY KEY (tenant_id, word, organisation_id)
);
comment on column organisation_words.word is 'A name or a location in small letters, from the start of one of its words to its end.';
CREATE INDEX organisation_words_of_organisation ON organisation_words USING btree (tenant_id, organisation_id, word);
alter table organisation_words enable row level security;
alter table organisation_words force row level security;
create policy tenant on organisation_words using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on organisation_words to {{server}};

create table organisations (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text collate "C" generated always as (lower(name)) stored,
  description text,
  location text,
  npi text,
  street_address text,
  street_address_2 text,
  city text,
  county text,
  country text,
  postcode text,
  status text default 'active'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  state text,
  phone text,
  constraint organisations_pkey PRIMARY KEY (tenant_id, id),
  constraint organisations_description_check CHECK ((char_length(description) <= 500)),
  constraint organisations_location_check CHECK ((char_length(location) <= 255)),
  constraint organisations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint organisations_npi_check CHECK ((npi ~ '^\d{10}$'::text)),
  constraint organisations_phone_check CHECK ((phone ~ '^\+\d[\d -]{5,30}$'::text)),
  constraint organisations_state_check CHECK ((state ~ '^[A-Z]{2}$'::text)),
  constraint organisations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
comment on column organisations.state is 'Of an address in the US, by its postal code.';
comment on column organisations.phone is 'As it is shown, with its country and spaces: +44 20 7946 0018. People ring it; nothing is sent to it.';
CREATE UNIQUE INDEX organisations_by_name ON organisations USING btree (tenant_id, name_key, id);
CREATE UNIQUE INDEX organisations_by_unique_name ON organisations USING btree (tenant_id, name_key);
alter table organisations enable row level security;
alter table organisations force row level security;
create policy tenant on organisations using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER organisation_words AFTER INSERT OR UPDATE OF name, location ON organisations FOR EACH ROW EXECUTE FUNCTION keep_organisation_words();
grant insert, select, update on organisations to {{server}};

create table outbreak_mail_refusals (
  tenant_id uuid not null,
  user_id uuid not null,
  constraint outbreak_mail_refusals_pkey PRIMARY KEY (tenant_id, user_id)
);
comment on table outbreak_mail_refusals is 'Users who do not want to be told of outbreaks by email.';
alter table outbreak_mail_refusals enable row level security;
alter table outbreak_mail_refusals force row level security;
create policy tenant on outbreak_mail_refusals using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on outbreak_mail_refusals to {{server}};

create table outbreak_rules (
  tenant_id uuid not null,
  is_on boolean not null,
  positives integer not null,
  within_hours integer not null,
  counted_by text not null,
  days_sars_cov_2 integer not null,
  days_other integer not null,
  test_every_days integer not null,
  version integer default 1 not null,
  constraint outbreak_rules_pkey PRIMARY KEY (tenant_id),
  constraint outbreak_rules_counted_by_check CHECK ((counted_by = ANY (ARRAY['group'::text, 'unit'::text]))),
  constraint outbreak_rules_days_other_check CHECK (((days_other >= 1) AND (days_other <= 90))),
  constraint outbreak_rules_days_sars_cov_2_check CHECK (((days_sars_cov_2 >= 1) AND (days_sars_cov_2 <= 90))),
  constraint outbreak_rules_positives_check CHECK (((positives >= 2) AND (positives <= 50))),
  constraint outbreak_rules_test_every_days_check CHECK (((test_every_days >= 1) AND (test_every_days <= 30))),
  constraint outbreak_rules_within_hours_check CHECK (((within_hours >= 1) AND (within_hours <= 336)))
);
comment on table outbreak_rules is 'When positive tests are an outbreak. A tenant without a row looks for none.';
alter table outbreak_rules enable row level security;
alter table outbreak_rules force row level security;
create policy tenant on outbreak_rules using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on outbreak_rules to {{server}};

create table outbreaks (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  counted_by text not null,
  unit text,
  unit_key text not null,
  analyte text not null,
  analyte_name text not null,
  zone text not null,
  opened_at timestamp(3) with time zone not null,
  last_positive_at timestamp(3) with time zone not null,
  cases integer not null,
  found_at timestamp(3) with time zone not null,
  reopened_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  closed_because text,
  closed_by uuid,
  note text,
  constraint outbreaks_pkey PRIMARY KEY (tenant_id, id),
  constraint outbreaks_analyte_check CHECK ((char_length(analyte) <= 200)),
  constraint outbreaks_analyte_name_check CHECK ((char_length(analyte_name) <= 200)),
  constraint outbreaks_cases_check CHECK ((cases >= 0)),
  constraint outbreaks_check CHECK (((closed_at IS NULL) = (closed_because IS NULL))),
  constraint outbreaks_check1 CHECK (((closed_by IS NOT NULL) = (COALESCE(closed_because, ''::text) = 'person'::text))),
  constraint outbreaks_closed_because_check CHECK ((closed_because = ANY (ARRAY['over'::text, 'withdrawn'::text, 'person'::text]))),
  constraint outbreaks_counted_by_check CHECK ((counted_by = ANY (ARRAY['group'::text, 'unit'::text]))),
  constraint outbreaks_note_check CHECK ((char_length(note) <= 500)),
  constraint outbreaks_unit_check CHECK ((char_length(unit) <= 100)),
  constraint outbreaks_unit_key_check CHECK ((char_length(unit_key) <= 200)),
  constraint outbreaks_zone_check CHECK ((char_length(zone) <= 64))
);
comment on column outbreaks.unit is 'The unit within the group as it was written first; null for the group, or for those of no unit.';
comment on column outbreaks.unit_key is 'The unit as it is compared; empty for the group, or for those of no unit.';
comment on column outbreaks.analyte is 'The analyte as it is compared between test kits: keyOfAnalyte of the contract.';
comment on column outbreaks.zone is 'The IANA time zone of its latest case, by which its days are counted.';
CREATE INDEX outbreaks_by_latest ON outbreaks USING btree (tenant_id, last_positive_at DESC, id DESC);
CREATE INDEX outbreaks_by_opening ON outbreaks USING btree (tenant_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX outbreaks_open ON outbreaks USING btree (tenant_id, group_id, counted_by, unit_key, analyte) WHERE (closed_at IS NULL);
alter table outbreaks enable row level security;
alter table outbreaks force row level security;
create policy tenant on outbreaks using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on outbreaks to {{server}};
grant update (zone, opened_at, last_positive_at, cases, reopened_at, closed_at, closed_because, closed_by, note) on outbreaks to {{server}};

create table policy_versions (
  tenant_id uuid not null,
  policy text not null,
  version integer not null,
  locale text not null,
  text text,
  asks_again boolean default false not null,
  published_at timestamp with time zone default now() not null,
  published_by uuid,
  constraint policy_versions_pkey PRIMARY KEY (tenant_id, policy, version, locale),
  constraint policy_versions_check CHECK (((NOT asks_again) OR (policy = 'eula'::text))),
  constraint policy_versions_policy_check CHECK ((policy = ANY (ARRAY['cookie-policy'::text, 'web-privacy-policy'::text, 'app-privacy-policy'::text, 'eula'::text]))),
  constraint policy_versions_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 100000))),
  constraint policy_versions_version_check CHECK ((version > 0))
);
comment on table policy_versions is 'In force in a language is the text of the highest version that has a row for it.';
comment on column policy_versions.text is 'Markdown; null where the tenant went back to the built-in text.';
comment on column policy_versions.asks_again is 'Whether everybody was asked to accept the terms again.';
comment on column policy_versions.published_by is 'A user of the tenant, or an operator.';
CREATE INDEX policy_versions_by_locale ON policy_versions USING btree (tenant_id, policy, locale, version DESC);
alter table policy_versions enable row level security;
alter table policy_versions force row level security;
create policy tenant on policy_versions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on policy_versions to {{server}};

create table record_deltas (
  tenant_id uuid not null,
  id bigint generated by default as identity not null,
  at timestamp with time zone not null,
  organisation_id uuid not null,
  group_id uuid not null,
  assay_id uuid not null,
  lot text,
  reading text,
  result text not null,
  analyte_results jsonb not null,
  change integer not null,
  added_at timestamp with time zone default now() not null,
  constraint record_deltas_pkey PRIMARY KEY (tenant_id, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
comment on table record_deltas is 'Changes that no count holds yet: so many records more, or fewer, like this.';
comment on column record_deltas.at is 'The quarter of an hour, in UTC, in which they were performed.';
comment on column record_deltas.added_at is 'When the records were changed, so that the age of what is not folded can be told.';
alter table record_deltas enable row level security;
alter table record_deltas force row level security;
create policy tenant on record_deltas using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
create policy to_fold on record_deltas for select to current_user using ((current_tenant() IS NULL));
grant delete, insert, select on record_deltas to {{server}};

create table record_facets (
  tenant_id uuid not null,
  counted_id uuid not null,
  facet text not null,
  period text not null,
  at timestamp with time zone not null,
  assay_id uuid not null,
  key text collate "C" not null,
  positive integer not null,
  negative integer not null,
  inconclusive integer not null,
  invalid integer not null,
  constraint record_facets_pkey PRIMARY KEY (tenant_id, counted_id, facet, period, at, assay_id, key),
  constraint record_facets_facet_check CHECK ((facet = ANY (ARRAY['all'::text, 'assay'::text, 'line'::text, 'lot'::text, 'reading'::text]))),
  constraint record_facets_period_check CHECK ((period = ANY (ARRAY['day'::text, 'hour'::text, 'ever'::text])))
) with (fillfactor=85);
comment on table record_facets is 'How many records were performed on each day in UTC, in the tenant also in each hour, and altogether, without voided ones; `facets_of` says of what.';
comment on column record_facets.counted_id is 'The tenant, an organisation or a group.';
alter table record_facets enable row level security;
alter table record_facets force row level security;
create policy tenant on record_facets using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on record_facets to {{server}};

create table record_origins (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  recorded_by uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint record_origins_pkey PRIMARY KEY (tenant_id, id),
  constraint record_origins_tenant_id_id_kind_recorded_by_key UNIQUE (tenant_id, id, kind, recorded_by),
  constraint record_origins_kind_check CHECK ((kind = ANY (ARRAY['import'::text, 'token'::text]))),
  constraint record_origins_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255)))
);
comment on table record_origins is 'The imports and tokens by which records came. Rows stay as long as their records, also after the file or the token is gone.';
comment on column record_origins.id is 'That of the import or of the token.';
comment on column record_origins.name is 'The name of the file, or that of the token.';
comment on column record_origins.recorded_by is 'In whose name its records are recorded: who imported the file, or the account of the token.';
alter table record_origins enable row level security;
alter table record_origins force row level security;
create policy tenant on record_origins using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on record_origins to {{server}};

create table record_quarters (
  tenant_id uuid not null,
  counted_id uuid not null,
  at timestamp with time zone not null,
  positive integer not null,
  negative integer not null,
  inconclusive integer not null,
  invalid integer not null,
  constraint record_quarters_pkey PRIMARY KEY (tenant_id, counted_id, at)
) with (fillfactor=85);
comment on table record_quarters is 'How many records were performed in each quarter of an hour, without voided ones: all zones have their days by quarters.';
comment on column record_quarters.counted_id is 'The tenant for all of its records, an organisation or a group for its own, an assay for those made with it.';
alter table record_quarters enable row level security;
alter table record_quarters force row level security;
create policy tenant on record_quarters using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on record_quarters to {{server}};

create table refusal_counts (
  tenant_id uuid not null,
  actor_id uuid not null,
  window_started_at timestamp with time zone not null,
  attempts integer not null,
  constraint refusal_counts_pkey PRIMARY KEY (tenant_id, actor_id)
);
comment on column refusal_counts.actor_id is 'An operator who has entered the records is no user of the tenant.';
alter table refusal_counts enable row level security;
alter table refusal_counts force row level security;
create policy tenant on refusal_counts using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on refusal_counts to {{server}};

create table report_codes (
  tenant_id uuid not null,
  kind text not null,
  key text not null,
  code text not null,
  constraint report_codes_pkey PRIMARY KEY (tenant_id, kind, key),
  constraint report_codes_code_check CHECK (((length(code) >= 1) AND (length(code) <= 50))),
  constraint report_codes_key_check CHECK ((length(key) <= 60)),
  constraint report_codes_kind_check CHECK ((kind = ANY (ARRAY['place'::text, 'tests'::text, 'people'::text, 'set'::text])))
);
comment on table report_codes is 'Ids of a ministry''s system, such as DHIS2. Keys are written as the contract says in report-codes.ts.';
alter table report_codes enable row level security;
alter table report_codes force row level security;
create policy tenant on report_codes using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on report_codes to {{server}};

create table reported_values (
  tenant_id uuid not null,
  period text not null,
  org_unit text not null,
  data_element text not null,
  category_option_combo text not null,
  group_id uuid not null,
  constraint reported_values_pkey PRIMARY KEY (tenant_id, period, org_unit, data_element, category_option_combo, group_id),
  constraint reported_values_category_option_combo_check CHECK ((length(category_option_combo) <= 50)),
  constraint reported_values_data_element_check CHECK (((length(data_element) >= 1) AND (length(data_element) <= 50))),
  constraint reported_values_org_unit_check CHECK (((length(org_unit) >= 1) AND (length(org_unit) <= 50))),
  constraint reported_values_period_check CHECK ((period ~ '^\d{6}$'::text))
);
comment on table reported_values is 'What was in a file for DHIS2: each value with the groups whose tests it counted. It is kept, because nobody hears whether a file was imported.';
comment on column reported_values.period is 'A month, YYYYMM.';
comment on column reported_values.category_option_combo is 'Empty for a value that is not parted by people.';
alter table reported_values enable row level security;
alter table reported_values force row level security;
create policy tenant on reported_values using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on reported_values to {{server}};

create table round_rows (
  tenant_id uuid not null,
  round_id uuid not null,
  subject_id uuid not null,
  revision bigint not null,
  is_removed boolean default false not null,
  outcome text,
  reason text,
  analyte_results jsonb,
  device_image_id uuid,
  note text,
  applied_at timestamp(3) with time zone,
  performed_at timestamp(3) with time zone,
  entered_by uuid,
  entered_at timestamp(3) with time zone,
  test_record_id uuid,
  failure jsonb,
  constraint round_rows_pkey PRIMARY KEY (tenant_id, round_id, subject_id),
  constraint round_rows_check CHECK ((COALESCE((outcome = 'tested'::text), false) = (analyte_results IS NOT NULL))),
  constraint round_rows_check1 CHECK (((outcome IS NULL) OR ((entered_by IS NOT NULL) AND (entered_at IS NOT NULL) AND (performed_at IS NOT NULL)))),
  constraint round_rows_check2 CHECK (((test_record_id IS NULL) OR (outcome = 'tested'::text))),
  constraint round_rows_check3 CHECK (((NOT is_removed) OR (outcome IS NULL))),
  constraint round_rows_note_check CHECK ((char_length(note) <= 1000)),
  constraint round_rows_outcome_check CHECK ((outcome = ANY (ARRAY['tested'::text, 'absent'::text, 'refused'::text, 'exempt'::text]))),
  constraint round_rows_reason_check CHECK ((char_length(reason) <= 255))
);
comment on column round_rows.subject_id is 'Who it was when the round began: somebody merged into another meanwhile is the other.';
comment on column round_rows.revision is 'That of the round when this row changed last.';
comment on column round_rows.applied_at is 'When the sample was applied to the device, if the round keeps the time.';
comment on column round_rows.performed_at is 'When the outcome was entered, which for a result is when it was read.';
comment on column round_rows.failure is 'Why the result could not be stored as a record: a list of {field, phrase, values}.';
CREATE INDEX round_rows_changed ON round_rows USING btree (tenant_id, round_id, revision);
CREATE INDEX round_rows_of_image ON round_rows USING btree (tenant_id, device_image_id) WHERE (device_image_id IS NOT NULL);
CREATE INDEX round_rows_of_subject ON round_rows USING btree (tenant_id, subject_id);
CREATE UNIQUE INDEX round_rows_of_record ON round_rows USING btree (tenant_id, test_record_id) WHERE (test_record_id IS NOT NULL);
alter table round_rows enable row level security;
alter table round_rows force row level security;
create policy tenant on round_rows using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on round_rows to {{server}};

create table rounds (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  assay_id uuid not null,
  assay_version integer not null,
  specimen text,
  location text,
  lot text,
  lot_expiry date,
  expired_lot_reason text,
  zone text not null,
  timing text not null,
  state text default 'open'::text not null,
  revision bigint default 1 not null,
  started_at timestamp(3) with time zone not null,
  started_by uuid not null,
  ended_at timestamp(3) with time zone,
  ended_by uuid,
  constraint rounds_pkey PRIMARY KEY (tenant_id, id),
  constraint rounds_check CHECK (((state = ANY (ARRAY['finished'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint rounds_expired_lot_reason_check CHECK ((char_length(expired_lot_reason) <= 500)),
  constraint rounds_location_check CHECK ((char_length(location) <= 255)),
  constraint rounds_lot_check CHECK ((char_length(lot) <= 50)),
  constraint rounds_specimen_check CHECK ((char_length(specimen) <= 100)),
  constraint rounds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paused'::text, 'finished'::text, 'cancelled'::text]))),
  constraint rounds_timing_check CHECK ((timing = ANY (ARRAY['none'::text, 'tray'::text, 'person'::text]))),
  constraint rounds_zone_check CHECK ((char_length(zone) <= 64))
);
comment on column rounds.zone is 'The IANA time zone of the clock where the tests are performed.';
comment on column rounds.revision is 'Grows with each change of the round or of a row of it.';
CREATE INDEX rounds_latest ON rounds USING btree (tenant_id, started_at DESC, id DESC);
CREATE INDEX rounds_of_group ON rounds USING btree (tenant_id, group_id, started_at DESC, id DESC);
CREATE INDEX rounds_of_organisation ON rounds USING btree (tenant_id, organisation_id, started_at DESC, id DESC);
alter table rounds enable row level security;
alter table rounds force row level security;
create policy tenant on rounds using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on rounds to {{server}};

create table second_readings (
  tenant_id uuid not null,
  test_record_id uuid not null,
  first_result text not null,
  first_analyte_results jsonb not null,
  first_by uuid not null,
  first_at timestamp with time zone not null,
  result text not null,
  analyte_results jsonb not null,
  read_by uuid not null,
  read_at timestamp with time zone not null,
  note text,
  was_seen boolean not null,
  kept text,
  settled_by uuid,
  settled_at timestamp with time zone,
  settled_reason text,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint second_readings_pkey PRIMARY KEY (tenant_id, test_record_id),
  constraint second_readings_check CHECK ((first_by <> read_by)),
  constraint second_readings_check1 CHECK ((((kept IS NULL) = (settled_by IS NULL)) AND ((kept IS NULL) = (settled_at IS NULL)) AND ((kept IS NULL) = (settled_reason IS NULL)))),
  constraint second_readings_first_result_check CHECK ((first_result = ANY (ARRAY['positive'::text, 'negative'::text, 'inconclusive'::text, 'invalid'::text]))),
  constraint second_readings_kept_check CHECK ((kept = ANY (ARRAY['first'::text, 'second'::text]))),
  constraint second_readings_note_check CHECK ((char_length(note) <= 1000)),
  constraint second_readings_result_check CHECK ((result = ANY (ARRAY['positive'::text, 'negative'::text, 'inconclusive'::text, 'invalid'::text]))),
  constraint second_readings_settled_reason_check CHECK (((char_length(settled_reason) >= 1) AND (char_length(settled_reason) <= 255)))
);
comment on table second_readings is 'Both readings of a test as they were made: neither changes when the record is corrected.';
comment on column second_readings.first_result is 'What the record said when it was read a second time.';
comment on column second_readings.first_by is 'Who said so: who recorded the test, or who last corrected its results before the second reading.';
comment on column second_readings.was_seen is 'Whether the second reader had opened the record before, and so may have known the first reading.';
comment on column second_readings.kept is 'Which of two that differ was found to be right; null where none was asked for, or a correction said it.';
alter table second_readings enable row level security;
alter table second_readings force row level security;
create policy tenant on second_readings using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on second_readings to {{server}};

create table sessions (
  tenant_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  entered_tenant_id uuid,
  entry_id uuid,
  constraint sessions_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint sessions_tenant_id_id_key UNIQUE (tenant_id, id),
  constraint sessions_check CHECK (((entered_tenant_id IS NULL) = (entry_id IS NULL)))
);
comment on column sessions.token_hash is 'SHA-256 of the cookie; the cookie itself is nowhere.';
comment on column sessions.last_seen_at is 'Written at most twice a minute.';
comment on column sessions.expires_at is 'The absolute end, 12 hours after login.';
comment on column sessions.entered_tenant_id is 'The tenant that an operator has entered; what they open there is judged by its operator_entries.';
CREATE INDEX sessions_of_user ON sessions USING btree (tenant_id, user_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on sessions to {{server}};

create table subject_details (
  tenant_id uuid not null,
  subject_id uuid not null,
  role text,
  unit text,
  room text,
  sex text,
  race text,
  ethnicity text,
  language text,
  telephones jsonb,
  address jsonb,
  guardian jsonb,
  nhs_number text,
  consent jsonb,
  constraint subject_details_pkey PRIMARY KEY (tenant_id, subject_id),
  constraint subject_details_ethnicity_check CHECK ((char_length(ethnicity) <= 40)),
  constraint subject_details_language_check CHECK ((char_length(language) <= 10)),
  constraint subject_details_nhs_number_check CHECK ((nhs_number ~ '^\d{10}$'::text)),
  constraint subject_details_race_check CHECK ((char_length(race) <= 40)),
  constraint subject_details_role_check CHECK ((char_length(role) <= 20)),
  constraint subject_details_room_check CHECK ((char_length(room) <= 50)),
  constraint subject_details_sex_check CHECK ((char_length(sex) <= 20)),
  constraint subject_details_unit_check CHECK ((char_length(unit) <= 100))
);
comment on table subject_details is 'Personal data of a subject with an identity. There is no row if nothing is known.';
comment on column subject_details.telephones is '[{"number": "+44 7400 123456", "type": "mobile" or "landline", "texts": whether texts may be sent to it}]';
comment on column subject_details.guardian is '{"name", "relation", "email", "telephone": like one of telephones, "receives": whether results are sent to the guardian instead}';
comment on column subject_details.consent is '{"by": name, "how": "written", "spoken" or "online", "when", "until", "withdrawn": days}';
CREATE INDEX subject_details_nhs_number ON subject_details USING btree (tenant_id, nhs_number) WHERE (nhs_number IS NOT NULL);
alter table subject_details enable row level security;
alter table subject_details force row level security;
create policy tenant on subject_details using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on subject_details to {{server}};

create table subject_groups (
  tenant_id uuid not null,
  subject_id uuid not null,
  group_id uuid not null,
  organisation_id uuid not null,
  name_key text collate "C" not null,
  is_home boolean not null,
  is_first_of_organisation boolean not null,
  constraint subject_groups_pkey PRIMARY KEY (tenant_id, subject_id, group_id) INCLUDE (organisation_id, name_key, is_home, is_first_of_organisation)
);
comment on column subject_groups.name_key is 'What the list is ordered by: last name and first name, else the email, else the custom IDs, folded.';
comment on column subject_groups.is_home is 'Of the group that added it: one row of each subject, which stands for it in the tenant.';
comment on column subject_groups.is_first_of_organisation is 'One row of each subject and organisation, which stands for it there.';
CREATE INDEX subject_groups_by_name ON subject_groups USING btree (tenant_id, name_key, subject_id) WHERE is_home;
CREATE INDEX subject_groups_of_group ON subject_groups USING btree (tenant_id, group_id, name_key, subject_id);
CREATE INDEX subject_groups_of_organisation ON subject_groups USING btree (tenant_id, organisation_id, name_key, subject_id) WHERE is_first_of_organisation;
alter table subject_groups enable row level security;
alter table subject_groups force row level security;
create policy tenant on subject_groups using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on subject_groups to {{server}};

create table subject_identities (
  tenant_id uuid not null,
  subject_id uuid not null,
  group_id uuid not null,
  email text,
  date_of_birth date,
  first_name text,
  last_name text,
  local_id text,
  custom_id_1 text,
  custom_id_2 text,
  email_key text collate "C" generated always as (lower(email)) stored,
  first_name_key text collate "C" generated always as (lower(first_name)) stored,
  last_name_key text collate "C" generated always as (lower(last_name)) stored,
  local_id_key text collate "C" generated always as (lower(local_id)) stored,
  custom_id_1_key text collate "C" generated always as (lower(custom_id_1)) stored,
  custom_id_2_key text collate "C" generated always as (lower(custom_id_2)) stored,
  updated_at timestamp with time zone default now() not null,
  constraint subject_identities_pkey PRIMARY KEY (tenant_id, subject_id),
  constraint subject_identities_custom_id_1_check CHECK ((char_length(custom_id_1) <= 50)),
  constraint subject_identities_custom_id_2_check CHECK ((char_length(custom_id_2) <= 50)),
  constraint subject_identities_email_check CHECK ((char_length(email) <= 254)),
  constraint subject_identities_first_name_check CHECK ((char_length(first_name) <= 100)),
  constraint subject_identities_last_name_check CHECK ((char_length(last_name) <= 100)),
  constraint subject_identities_local_id_check CHECK ((char_length(local_id) <= 50))
);
CREATE INDEX subject_identities_custom_id_1 ON subject_identities USING btree (tenant_id, custom_id_1_key);
CREATE INDEX subject_identities_custom_id_2 ON subject_identities USING btree (tenant_id, custom_id_2_key);
CREATE INDEX subject_identities_date_of_birth ON subject_identities USING btree (tenant_id, date_of_birth) WHERE (date_of_birth IS NOT NULL);
CREATE INDEX subject_identities_email ON subject_identities USING btree (tenant_id, email_key);
CREATE INDEX subject_identities_first_name ON subject_identities USING btree (tenant_id, first_name_key);
CREATE INDEX subject_identities_last_name ON subject_identities USING btree (tenant_id, last_name_key);
CREATE INDEX subject_identities_local_id ON subject_identities USING btree (tenant_id, local_id_key);
CREATE UNIQUE INDEX subject_identities_custom_ids_in_group ON subject_identities USING btree (tenant_id, group_id, custom_id_1_key, custom_id_2_key) WHERE (custom_id_1 IS NOT NULL);
CREATE UNIQUE INDEX subject_identities_email_in_group ON subject_identities USING btree (tenant_id, group_id, email_key) WHERE (email IS NOT NULL);
alter table subject_identities enable row level security;
alter table subject_identities force row level security;
create policy tenant on subject_identities using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE CONSTRAINT TRIGGER changes_without_identity AFTER DELETE ON subject_identities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_changes_without_identity();
CREATE CONSTRAINT TRIGGER details_without_identity AFTER DELETE ON subject_identities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_details_without_identity();
CREATE CONSTRAINT TRIGGER keys_without_identity AFTER DELETE ON subject_identities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_keys_without_identity();
CREATE CONSTRAINT TRIGGER matches_without_identity AFTER DELETE ON subject_identities DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_matches_without_identity();
grant delete, insert, select, update on subject_identities to {{server}};

create table subject_merges (
  tenant_id uuid not null,
  id uuid not null,
  kept_subject_id uuid not null,
  merged_subject_id uuid not null,
  identity jsonb,
  filled text[] default '{}'::text[] not null,
  group_ids uuid[] not null,
  added_group_ids uuid[] not null,
  test_record_ids uuid[] not null,
  moved_subject_ids uuid[] default '{}'::uuid[] not null,
  user_id uuid,
  kept_user_id uuid,
  merged_by uuid not null,
  merged_at timestamp with time zone default now() not null,
  undone_at timestamp with time zone,
  details jsonb,
  filled_details text[] default '{}'::text[] not null,
  constraint subject_merges_pkey PRIMARY KEY (tenant_id, id)
);
comment on table subject_merges is 'What is needed to undo a merge. To be removed 30 days after merged_at.';
comment on column subject_merges.identity is 'All that the merged subject was known by: personal data. Null once undone.';
comment on column subject_merges.filled is 'The parts of it that the kept subject took over, by the names of the contract.';
comment on column subject_merges.group_ids is 'The groups that knew the merged subject, the one that added it first.';
comment on column subject_merges.added_group_ids is 'Those of them that know the kept subject because of this.';
comment on column subject_merges.test_record_ids is 'The tests that moved, and those that were recorded since by the id of whoever was merged, or by rows of files that name them alone.';
comment on column subject_merges.moved_subject_ids is 'The subjects that had been merged into the merged one, and followed it.';
comment on column subject_merges.user_id is 'The account of the merged subject.';
comment on column subject_merges.kept_user_id is 'The account that the kept subject had before.';
comment on column subject_merges.details is 'The details of the merged subject: personal data. Null if there were none, and once undone.';
comment on column subject_merges.filled_details is 'The kinds of them that the kept subject took over.';
CREATE INDEX subject_merges_of_kept ON subject_merges USING btree (tenant_id, kept_subject_id);
CREATE UNIQUE INDEX subject_merges_of_merged ON subject_merges USING btree (tenant_id, merged_subject_id) WHERE (undone_at IS NULL);
alter table subject_merges enable row level security;
alter table subject_merges force row level security;
create policy tenant on subject_merges using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on subject_merges to {{server}};

create table subject_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  subject_id uuid not null,
  group_id uuid not null,
  organisation_id uuid not null,
  whole text collate "C",
  constraint subject_words_pkey PRIMARY KEY (tenant_id, word, subject_id, group_id) INCLUDE (organisation_id, whole)
);
comment on column subject_words.word is 'A name, an email or an ID, folded, from the start of one of its words to its end.';
comment on column subject_words.whole is 'All that the subject is found by, each start of a word after a space; null where that is too long for an index.';
CREATE INDEX subject_words_of_subject ON subject_words USING btree (tenant_id, subject_id, word);
alter table subject_words enable row level security;
alter table subject_words force row level security;
create policy tenant on subject_words using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER join_subject_word AFTER INSERT ON subject_words FOR EACH ROW WHEN (((new.word ~ '[0-9]'::text) AND (new.word ~ '[ -]'::text))) EXECUTE FUNCTION join_subject_word();
CREATE TRIGGER refold_subject_word BEFORE INSERT ON subject_words FOR EACH ROW WHEN ((COALESCE(new.whole, new.word) ~ '[''`´·ʹʻ-ʿˈˊˋ‘’‛‧′‵‐-―−«»“”„…øłđðħŧŋþæœßəıς\ufb00-\ufb06\uff01-\uff5e]'::text)) EXECUTE FUNCTION refold_subject_word();
grant delete, insert, select, update on subject_words to {{server}};

create table subjects (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  organisation_id uuid not null,
  group_id uuid not null,
  user_id uuid,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint subjects_pkey PRIMARY KEY (tenant_id, id),
  constraint subjects_kind_check CHECK ((kind = ANY (ARRAY['human'::text, 'non-human'::text])))
);
comment on column subjects.user_id is 'The patient account of this person, if there is one.';
CREATE INDEX subjects_of_user ON subjects USING btree (tenant_id, user_id) WHERE (user_id IS NOT NULL);
alter table subjects enable row level security;
alter table subjects force row level security;
create policy tenant on subjects using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on subjects to {{server}};

create table tenant_addresses (
  kind text not null,
  address text not null,
  tenant_id uuid not null,
  constraint tenant_addresses_pkey PRIMARY KEY (kind, address),
  constraint tenant_addresses_address_check CHECK ((address = lower(address))),
  constraint tenant_addresses_kind_check CHECK ((kind = ANY (ARRAY['slug'::text, 'domain'::text, 'default'::text])))
);
CREATE INDEX tenant_addresses_of_tenant ON tenant_addresses USING btree (tenant_id, kind, address);
grant select on tenant_addresses to {{server}};

create table tenant_directory (
  tenant_id uuid not null,
  name text not null,
  name_key text collate "C" generated always as (lower(name)) stored,
  slug text collate "C" not null,
  status text not null,
  status_details text,
  product_name text,
  kind text not null,
  default_language text not null,
  countries text[] not null,
  created_at timestamp with time zone not null,
  version integer not null,
  words text collate "C" generated always as ((search_spaced(name) || search_spaced(slug))) stored not null,
  constraint tenant_directory_pkey PRIMARY KEY (tenant_id)
);
comment on table tenant_directory is 'A row for each tenant but the operator''s own. Only who has entered the operator''s tenant sees any.';
comment on column tenant_directory.words is 'What a tenant is found by: each word of its name and of its web address, with a space before it.';
CREATE INDEX tenant_directory_by_name ON tenant_directory USING btree (name_key, tenant_id);
CREATE INDEX tenant_directory_by_slug ON tenant_directory USING btree (slug, tenant_id);
CREATE INDEX tenant_directory_by_status ON tenant_directory USING btree (status, name_key, tenant_id);
alter table tenant_directory enable row level security;
create policy operator on tenant_directory for select using (( SELECT is_operators_tenant() AS is_operators_tenant));
grant select on tenant_directory to {{server}};

create table tenant_limits (
  tenant_id uuid not null,
  own_networks text[] default '{}'::text[] not null,
  mails_per_day integer default 10000 not null,
  mails_per_sender integer default 3000 not null,
  mails_per_recipient integer default 30 not null,
  texts_per_day integer default 5000 not null,
  texts_per_sender integer default 3000 not null,
  texts_per_recipient integer default 15 not null,
  constraint tenant_limits_pkey PRIMARY KEY (tenant_id),
  constraint tenant_limits_mails_per_day_check CHECK (((mails_per_day >= 1) AND (mails_per_day <= 1000000))),
  constraint tenant_limits_mails_per_recipient_check CHECK (((mails_per_recipient >= 1) AND (mails_per_recipient <= 1000000))),
  constraint tenant_limits_mails_per_sender_check CHECK (((mails_per_sender >= 1) AND (mails_per_sender <= 1000000))),
  constraint tenant_limits_own_networks_check CHECK ((cardinality(own_networks) <= 20)),
  constraint tenant_limits_texts_per_day_check CHECK (((texts_per_day >= 1) AND (texts_per_day <= 1000000))),
  constraint tenant_limits_texts_per_recipient_check CHECK (((texts_per_recipient >= 1) AND (texts_per_recipient <= 1000000))),
  constraint tenant_limits_texts_per_sender_check CHECK (((texts_per_sender >= 1) AND (texts_per_sender <= 1000000)))
);
comment on column tenant_limits.own_networks is 'As contract/rules/networks.ts writes them, such as 203.0.113.0/24. From there, limits by address are far higher; those by account hold.';
alter table tenant_limits enable row level security;
alter table tenant_limits force row level security;
create policy tenant on tenant_limits using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on tenant_limits to {{server}};

create table tenant_logo_wishes (
  tenant_id uuid not null,
  name text not null,
  asked_at timestamp with time zone not null,
  constraint tenant_logo_wishes_pkey PRIMARY KEY (tenant_id, name),
  constraint tenant_logo_wishes_name_check CHECK ((name = ANY (ARRAY['light'::text, 'dark'::text, 'icon'::text])))
);
alter table tenant_logo_wishes enable row level security;
alter table tenant_logo_wishes force row level security;
create policy tenant on tenant_logo_wishes using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on tenant_logo_wishes to {{server}};

create table tenant_logos (
  tenant_id uuid not null,
  name text not null,
  media_type text not null,
  content bytea not null,
  hash text generated always as (SUBSTRING(encode(sha256(content), 'hex'::text) FROM 1 FOR 16)) stored not null,
  constraint tenant_logos_pkey PRIMARY KEY (tenant_id, name),
  constraint tenant_logos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1000000))),
  constraint tenant_logos_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/svg+xml'::text]))),
  constraint tenant_logos_name_check CHECK ((name = ANY (ARRAY['light'::text, 'dark'::text, 'icon'::text])))
);
comment on column tenant_logos.name is 'On a light page, on a dark one, and the square icon.';
comment on column tenant_logos.hash is 'Of the content: an address with it never shows another picture.';
alter table tenant_logos enable row level security;
alter table tenant_logos force row level security;
create policy tenant on tenant_logos using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on tenant_logos to {{server}};

create table tenant_permissions (
  tenant_id uuid not null,
  user_type text not null,
  permissions text[] not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint tenant_permissions_pkey PRIMARY KEY (tenant_id, user_type)
);
alter table tenant_permissions enable row level security;
alter table tenant_permissions force row level security;
create policy tenant on tenant_permissions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on tenant_permissions to {{server}};

create table tenant_turns (
  tenant_id uuid not null,
  round text not null,
  has_changed boolean default true not null,
  is_visited boolean default false not null,
  visited_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint tenant_turns_pkey PRIMARY KEY (tenant_id, round),
  constraint tenant_turns_round_check CHECK ((round = ANY (ARRAY['verify-audit'::text, 'keep-audit-heads'::text, 'remove-ended'::text, 'find-outbreaks'::text])))
) with (fillfactor=70);
comment on table tenant_turns is 'When each round came to each tenant last.';
comment on column tenant_turns.has_changed is 'Whether events of the tenant were sealed since. It stays so until a visit has ended: a process may be killed in it.';
comment on column tenant_turns.is_visited is 'Whether a round came to it after the last change.';
CREATE INDEX tenant_turns_changed ON tenant_turns USING btree (round, visited_at, tenant_id) WHERE has_changed;
CREATE INDEX tenant_turns_idle ON tenant_turns USING btree (round, visited_at, tenant_id) WHERE (NOT has_changed);

create table tenants (
  id uuid not null,
  name text not null,
  description text,
  slug text not null,
  status text default 'active'::text not null,
  status_details text,
  product_name text,
  id_prefix text default 'BRID'::text not null,
  default_language text default 'en_GB'::text not null,
  available_languages text[] default '{en_GB}'::text[] not null,
  countries text[] default '{GB,IE}'::text[] not null,
  phone_regex text,
  postcode_regex text,
  subjects jsonb not null,
  features text[] default '{}'::text[] not null,
  theme jsonb not null,
  app_links jsonb default '{}'::jsonb not null,
  date_format jsonb default '{}'::jsonb not null,
  assay_id uuid,
  session_idle_minutes integer default 15 not null,
  password_expiry_days integer default 0 not null,
  is_operator boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  operators_may_enter boolean default true not null,
  terms_version text,
  sends_results_at_once boolean default false not null,
  subject_details text[] default '{}'::text[] not null,
  identifies_by text default 'email'::text not null,
  constraint tenants_pkey PRIMARY KEY (id),
  constraint tenants_slug_key UNIQUE (slug),
  constraint operator_tests_nobody CHECK (((NOT is_operator) OR (features @> '{PREVENT_WEB_TEST_CREATION,PREVENT_PATIENT_INVITES,PREVENT_SELF_REGISTRATION}'::text[]))),
  constraint tenants_description_check CHECK ((char_length(description) <= 500)),
  constraint tenants_id_prefix_check CHECK ((id_prefix ~ '^[A-Z]{2,6}$'::text)),
  constraint tenants_identifies_by_check CHECK ((identifies_by = ANY (ARRAY['email'::text, 'names'::text]))),
  constraint tenants_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint tenants_password_expiry_days_check CHECK (((password_expiry_days >= 0) AND (password_expiry_days <= 3650))),
  constraint tenants_phone_regex_check CHECK ((char_length(phone_regex) <= 255)),
  constraint tenants_postcode_regex_check CHECK ((char_length(postcode_regex) <= 255)),
  constraint tenants_product_name_check CHECK (((char_length(product_name) >= 1) AND (char_length(product_name) <= 100))),
  constraint tenants_session_idle_minutes_check CHECK (((session_idle_minutes >= 1) AND (session_idle_minutes <= 720))),
  constraint tenants_slug_check CHECK ((slug ~ '^[a-z0-9-]{3,63}$'::text)),
  constraint tenants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  constraint tenants_status_details_check CHECK ((char_length(status_details) <= 255))
);
comment on column tenants.subjects is '{"kind": "human", "customId1": …, "customId2": …, "names": {"es_MX": {"customId1": …, "customId2": …}}}: names in the languages that have their own, beside those for all others.';
comment on column tenants.app_links is 'Per environment: {"production": {"ios": "https://…", "android": "https://…"}}.';
comment on column tenants.is_operator is 'The operator''s own tenant: its users manage tenants and test nobody.';
comment on column tenants.operators_may_enter is 'Whether an operator enters by giving a reason; else an administrator of the tenant lets them, each time.';
comment on column tenants.terms_version is 'The version of the terms that users accept; null for the built-in one.';
comment on column tenants.sends_results_at_once is 'Whether a result is sent to whom it is about as soon as it is saved.';
comment on column tenants.subject_details is 'The kinds of details that the tenant keeps of persons, by the names of the contract. What was stored of another kind stays, but is hidden.';
comment on column tenants.identifies_by is 'What a person is identified by, besides the date of birth: an email, or both names, with or without an email.';
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants using ((id = current_tenant())) with check ((id = current_tenant()));
CREATE TRIGGER tenant_directory AFTER INSERT OR UPDATE ON tenants FOR EACH ROW WHEN ((NOT new.is_operator)) EXECUTE FUNCTION keep_tenant_directory();
CREATE TRIGGER tenant_limits_of_new AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION begin_limits();
CREATE TRIGGER tenant_turns_of_new AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION begin_turns();
CREATE TRIGGER whose_tenant BEFORE UPDATE ON tenants FOR EACH ROW WHEN ((new.is_operator <> old.is_operator)) EXECUTE FUNCTION keep_whose_tenant();
grant insert, select, update on tenants to {{server}};

create table test_drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  idempotency_key text not null,
  subject_id uuid,
  content jsonb not null,
  started_at timestamp with time zone default now() not null,
  kept_at timestamp with time zone default now() not null,
  constraint test_drafts_pkey PRIMARY KEY (tenant_id, user_id),
  constraint test_drafts_content_check CHECK ((octet_length((content)::text) <= 65536)),
  constraint test_drafts_idempotency_key_check CHECK ((char_length(idempotency_key) <= 64))
);
comment on table test_drafts is 'One for each user, who alone reads it. Not read any more 24 hours after kept_at, and then to be removed.';
comment on column test_drafts.idempotency_key is 'With which it will be saved; saving removes it in the same transaction.';
comment on column test_drafts.subject_id is 'As the user gave it: shown only when it is in their scope.';
comment on column test_drafts.content is 'As typed, so that nothing in it need be right. It holds personal data while a subject is being added.';
comment on column test_drafts.kept_at is 'When it was last changed.';
alter table test_drafts enable row level security;
alter table test_drafts force row level security;
create policy tenant on test_drafts using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on test_drafts to {{server}};

create table test_record_versions (
  tenant_id uuid not null,
  test_record_id uuid not null,
  version integer not null,
  snapshot jsonb not null,
  changed_by uuid not null,
  changed_at timestamp with time zone default now() not null,
  reason text not null,
  reason_text text,
  note text,
  subject_id uuid generated always as (((snapshot ->> 'subjectId'::text))::uuid) stored,
  device_image_id uuid generated always as (((snapshot ->> 'deviceImageId'::text))::uuid) stored,
  moves_subject boolean,
  constraint test_record_versions_pkey PRIMARY KEY (tenant_id, test_record_id, version),
  constraint test_record_versions_note_check CHECK ((char_length(note) <= 1000)),
  constraint test_record_versions_reason_text_check CHECK ((char_length(reason_text) <= 255))
);
comment on table test_record_versions is 'What a record said before a correction or a void, by whom and why it changed.';
comment on column test_record_versions.moves_subject is 'Whether the change gave the test to another subject. If not, the test belonged to one person before and after, by whatever id a merge made them known. Null in rows of earlier versions, whose ids are compared.';
CREATE INDEX test_record_versions_of_image ON test_record_versions USING btree (tenant_id, device_image_id) WHERE (device_image_id IS NOT NULL);
alter table test_record_versions enable row level security;
alter table test_record_versions force row level security;
create policy tenant on test_record_versions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on test_record_versions to {{server}};

create table test_records (
  tenant_id uuid not null,
  id uuid not null,
  test_id text collate "C" not null,
  organisation_id uuid not null,
  group_id uuid not null,
  subject_id uuid not null,
  assay_id uuid not null,
  result text not null,
  analyte_results jsonb not null,
  specimen text,
  performed_at timestamp(3) with time zone not null,
  performed_zone text not null,
  location text,
  latitude double precision,
  longitude double precision,
  device_image_id uuid,
  lot text,
  lot_expiry date,
  note text,
  state text default 'recorded'::text not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  assay_version integer default 1 not null,
  read_at timestamp(3) with time zone,
  reading text,
  reading_reason text,
  expired_lot_reason text,
  second_reading text,
  results_by uuid,
  origin text default 'here'::text not null,
  origin_id uuid,
  source_recorded_by text,
  constraint test_records_pkey PRIMARY KEY (tenant_id, id),
  constraint test_records_check CHECK (((read_at IS NULL) = (reading IS NULL))),
  constraint test_records_expired_lot_reason_check CHECK (((char_length(expired_lot_reason) >= 1) AND (char_length(expired_lot_reason) <= 500))),
  constraint test_records_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint test_records_location_check CHECK ((char_length(location) <= 255)),
  constraint test_records_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint test_records_lot_check CHECK ((char_length(lot) <= 50)),
  constraint test_records_note_check CHECK ((char_length(note) <= 1000)),
  constraint test_records_origin CHECK (((origin = ANY (ARRAY['here'::text, 'import'::text, 'token'::text])) AND ((origin = 'here'::text) = (origin_id IS NULL)) AND ((source_recorded_by IS NULL) OR ((origin = 'import'::text) AND ((char_length(source_recorded_by) >= 1) AND (char_length(source_recorded_by) <= 200)))))),
  constraint test_records_performed_zone_check CHECK ((char_length(performed_zone) <= 64)),
  constraint test_records_reading_check CHECK ((reading = ANY (ARRAY['in-time'::text, 'early'::text, 'late'::text]))),
  constraint test_records_reading_reason_check CHECK ((char_length(reading_reason) <= 255)),
  constraint test_records_result_check CHECK ((result = ANY (ARRAY['positive'::text, 'negative'::text, 'inconclusive'::text, 'invalid'::text]))),
  constraint test_records_second_reading_check CHECK ((second_reading = ANY (ARRAY['awaiting'::text, 'agreed'::text, 'differ'::text, 'settled'::text]))),
  constraint test_records_specimen_check CHECK ((char_length(specimen) <= 100)),
  constraint test_records_state_check CHECK ((state = ANY (ARRAY['recorded'::text, 'corrected'::text, 'voided'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.05);
comment on column test_records.result is 'Of the test as a whole; follows from analyte_results.';
comment on column test_records.analyte_results is 'One per analyte of the assay: [{"analyteId", "analyteName", "result"}].';
comment on column test_records.performed_zone is 'The IANA time zone of the clock that was read when the test was performed.';
comment on column test_records.assay_version is 'The version of the assay that the test was recorded with, whose names it shows.';
comment on column test_records.reading is 'When it was read by the time that was kept; null of a test without one.';
comment on column test_records.expired_lot_reason is 'Why a lot was used that had expired on the day of the test.';
comment on column test_records.second_reading is 'How a test that two people read stands; null of one that needs no second reading.';
comment on column test_records.results_by is 'Who last corrected the results; null where they are as they were recorded.';
comment on column test_records.origin_id is 'The import or the token; null of a record that was made here.';
comment on column test_records.source_recorded_by is 'Who recorded it according to the file; recorded_by is who imported it.';
CREATE INDEX test_records_by_time ON test_records USING btree (tenant_id, performed_at DESC, id DESC) INCLUDE (result, state, organisation_id, group_id, assay_id);
CREATE INDEX test_records_changed ON test_records USING btree (tenant_id, state, performed_at DESC, id DESC) WHERE (state <> 'recorded'::text);
CREATE INDEX test_records_of_group ON test_records USING btree (tenant_id, group_id, performed_at DESC, id DESC) INCLUDE (result, state);
CREATE INDEX test_records_of_lot ON test_records USING btree (tenant_id, lot, performed_at DESC, id DESC) INCLUDE (result, state, assay_id) WHERE (lot IS NOT NULL);
CREATE INDEX test_records_of_organisation ON test_records USING btree (tenant_id, organisation_id, performed_at DESC, id DESC) INCLUDE (result, state);
CREATE INDEX test_records_of_reading ON test_records USING btree (tenant_id, reading, performed_at DESC, id DESC) WHERE (reading = ANY (ARRAY['early'::text, 'late'::text]));
CREATE INDEX test_records_of_recorder ON test_records USING btree (tenant_id, recorded_by, performed_at DESC, id DESC) INCLUDE (state);
CREATE INDEX test_records_of_result ON test_records USING btree (tenant_id, result DESC, performed_at DESC, id DESC);
CREATE INDEX test_records_of_second_reading ON test_records USING btree (tenant_id, second_reading, performed_at DESC, id DESC) WHERE (second_reading IS NOT NULL);
CREATE INDEX test_records_of_subject ON test_records USING btree (tenant_id, subject_id, performed_at DESC, id DESC);
CREATE UNIQUE INDEX test_records_by_test_id ON test_records USING btree (tenant_id, test_id);
CREATE UNIQUE INDEX test_records_of_image ON test_records USING btree (tenant_id, device_image_id) WHERE (device_image_id IS NOT NULL);
alter table test_records enable row level security;
alter table test_records force row level security;
create policy tenant on test_records using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER keep_photo_on_insert BEFORE INSERT ON test_records FOR EACH ROW WHEN ((new.device_image_id IS NOT NULL)) EXECUTE FUNCTION keep_photo_to_its_record();
CREATE TRIGGER keep_photo_on_update BEFORE UPDATE OF device_image_id ON test_records FOR EACH ROW WHEN ((old.device_image_id IS DISTINCT FROM new.device_image_id)) EXECUTE FUNCTION keep_photo_to_its_record();
CREATE TRIGGER record_deltas_of_changed AFTER UPDATE ON test_records REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION count_changed_records();
CREATE TRIGGER record_deltas_of_new AFTER INSERT ON test_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_records();
grant insert, select, update on test_records to {{server}};

create table test_run_drafts (
  tenant_id uuid not null,
  test_run_id uuid not null,
  user_id uuid not null,
  content jsonb not null,
  kept_at timestamp(3) with time zone not null,
  constraint test_run_drafts_pkey PRIMARY KEY (tenant_id, test_run_id, user_id),
  constraint test_run_drafts_content_check CHECK ((octet_length((content)::text) <= 65536))
);
comment on table test_run_drafts is 'Read by the user alone who entered it, and removed when the test ends. Not read any more 24 hours after kept_at, and then to be removed.';
comment on column test_run_drafts.content is 'As entered, so that nothing in it need be right.';
CREATE INDEX test_run_drafts_of_user ON test_run_drafts USING btree (tenant_id, user_id);
alter table test_run_drafts enable row level security;
alter table test_run_drafts force row level security;
create policy tenant on test_run_drafts using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on test_run_drafts to {{server}};

create table test_runs (
  tenant_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  group_id uuid not null,
  subject_id uuid not null,
  assay_id uuid not null,
  assay_version integer not null,
  specimen text,
  location text,
  latitude double precision,
  longitude double precision,
  lot text,
  lot_expiry date,
  zone text not null,
  started_by uuid not null,
  started_at timestamp(3) with time zone not null,
  read_from timestamp(3) with time zone,
  read_until timestamp(3) with time zone,
  state text default 'running'::text not null,
  ended_at timestamp(3) with time zone,
  ended_by uuid,
  cancel_reason text,
  cancel_note text,
  test_record_id uuid,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  expired_lot_reason text,
  test_set_id uuid,
  constraint test_runs_pkey PRIMARY KEY (tenant_id, id),
  constraint test_runs_cancel_note_check CHECK ((char_length(cancel_note) <= 1000)),
  constraint test_runs_cancel_reason_check CHECK ((char_length(cancel_reason) <= 50)),
  constraint test_runs_check CHECK ((((read_from IS NULL) = (read_until IS NULL)) AND (read_from <= read_until))),
  constraint test_runs_check1 CHECK (((state = 'running'::text) = (ended_at IS NULL))),
  constraint test_runs_check2 CHECK (((state = 'finished'::text) = (test_record_id IS NOT NULL))),
  constraint test_runs_check3 CHECK (((state = 'cancelled'::text) = (cancel_reason IS NOT NULL))),
  constraint test_runs_expired_lot_reason_check CHECK (((char_length(expired_lot_reason) >= 1) AND (char_length(expired_lot_reason) <= 500))),
  constraint test_runs_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint test_runs_location_check CHECK ((char_length(location) <= 255)),
  constraint test_runs_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint test_runs_lot_check CHECK ((char_length(lot) <= 50)),
  constraint test_runs_specimen_check CHECK ((char_length(specimen) <= 100)),
  constraint test_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text, 'cancelled'::text]))),
  constraint test_runs_zone_check CHECK ((char_length(zone) <= 64))
);
comment on column test_runs.subject_id is 'Who it was started for: somebody merged into another meanwhile is the other.';
comment on column test_runs.zone is 'The IANA time zone of the clock where the sample was applied.';
comment on column test_runs.read_from is 'As the assay said at the start; null where it names no time for reading.';
comment on column test_runs.ended_by is 'Null of what the server ended.';
comment on column test_runs.expired_lot_reason is 'Why a lot is used that has expired; goes to the record.';
CREATE INDEX test_runs_of_group ON test_runs USING btree (tenant_id, group_id, started_at DESC, id DESC) WHERE (state = 'running'::text);
CREATE INDEX test_runs_of_organisation ON test_runs USING btree (tenant_id, organisation_id, started_at DESC, id DESC) WHERE (state = 'running'::text);
CREATE INDEX test_runs_of_subject ON test_runs USING btree (tenant_id, subject_id);
CREATE INDEX test_runs_running ON test_runs USING btree (tenant_id, started_at DESC, id DESC) WHERE (state = 'running'::text);
alter table test_runs enable row level security;
alter table test_runs force row level security;
create policy tenant on test_runs using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select, update on test_runs to {{server}};

create table test_set_tests (
  tenant_id uuid not null,
  test_set_id uuid not null,
  test_record_id uuid not null,
  step integer not null,
  counts boolean default false not null,
  constraint test_set_tests_pkey PRIMARY KEY (tenant_id, test_set_id, test_record_id),
  constraint test_set_tests_step_check CHECK ((step >= 0))
);
comment on table test_set_tests is 'The records of a set, each of one step. A record is in at most one set.';
comment on column test_set_tests.counts is 'Whether the path of the set goes through it, as of when the set was computed last.';
CREATE UNIQUE INDEX test_set_tests_of_record ON test_set_tests USING btree (tenant_id, test_record_id);
alter table test_set_tests enable row level security;
alter table test_set_tests force row level security;
create policy tenant on test_set_tests using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on test_set_tests to {{server}};
grant update (counts) on test_set_tests to {{server}};

create table test_sets (
  tenant_id uuid not null,
  id uuid not null,
  algorithm_id uuid not null,
  algorithm_version integer not null,
  organisation_id uuid not null,
  group_id uuid not null,
  subject_id uuid not null,
  state text default 'open'::text not null,
  outcome integer,
  deciding_record_id uuid,
  started_at timestamp(3) with time zone not null,
  started_by uuid not null,
  ended_at timestamp(3) with time zone,
  stop_reason text,
  version integer default 1 not null,
  changed_at timestamp(3) with time zone,
  constraint test_sets_pkey PRIMARY KEY (tenant_id, id),
  constraint test_sets_check CHECK (((state = 'ended'::text) = (outcome IS NOT NULL))),
  constraint test_sets_check1 CHECK (((state = 'ended'::text) = (deciding_record_id IS NOT NULL))),
  constraint test_sets_check2 CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint test_sets_check3 CHECK (((state = 'stopped'::text) = (stop_reason IS NOT NULL))),
  constraint test_sets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'ended'::text, 'stopped'::text]))),
  constraint test_sets_stop_reason_check CHECK ((stop_reason = ANY (ARRAY['left'::text, 'declined'::text, 'kit-unavailable'::text, 'referred'::text, 'mistake'::text])))
);
comment on column test_sets.subject_id is 'Who it was when the set began: somebody merged into another meanwhile is the other.';
comment on column test_sets.state is 'Computed from the results of its tests, and stored so that a query can tell which results may leave.';
comment on column test_sets.outcome is 'The place of its outcome in the version of its algorithm, from 0.';
comment on column test_sets.deciding_record_id is 'The test at which its path ended.';
comment on column test_sets.changed_at is 'When its outcome changed last, or was taken away; null if it never had one.';
CREATE INDEX test_sets_latest ON test_sets USING btree (tenant_id, started_at DESC, id DESC);
CREATE INDEX test_sets_of_group ON test_sets USING btree (tenant_id, group_id, started_at DESC, id DESC);
CREATE INDEX test_sets_of_subject ON test_sets USING btree (tenant_id, subject_id, started_at DESC, id DESC);
CREATE INDEX test_sets_without_outcome ON test_sets USING btree (tenant_id, id) WHERE (state <> 'ended'::text);
alter table test_sets enable row level security;
alter table test_sets force row level security;
create policy tenant on test_sets using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on test_sets to {{server}};
grant update (state, outcome, deciding_record_id, ended_at, stop_reason, version, changed_at) on test_sets to {{server}};

create table testing_algorithm_versions (
  tenant_id uuid not null,
  algorithm_id uuid not null,
  version integer not null,
  name text not null,
  steps jsonb not null,
  outcomes jsonb not null,
  constraint testing_algorithm_versions_pkey PRIMARY KEY (tenant_id, algorithm_id, version),
  constraint testing_algorithm_versions_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint testing_algorithm_versions_outcomes_check CHECK ((octet_length((outcomes)::text) <= 16384)),
  constraint testing_algorithm_versions_steps_check CHECK ((octet_length((steps)::text) <= 16384))
);
comment on column testing_algorithm_versions.steps is 'A list of {name, assayId, ways}: ways leads from each result to {step} or {outcome}, by place from 0.';
comment on column testing_algorithm_versions.outcomes is 'A list of {name, result, followUpDays}.';
alter table testing_algorithm_versions enable row level security;
alter table testing_algorithm_versions force row level security;
create policy tenant on testing_algorithm_versions using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on testing_algorithm_versions to {{server}};

create table testing_algorithms (
  tenant_id uuid not null,
  id uuid not null,
  version integer default 1 not null,
  name text not null,
  name_key text collate "C" generated always as (lower(name)) stored,
  retired_at timestamp(3) with time zone,
  constraint testing_algorithms_pkey PRIMARY KEY (tenant_id, id),
  constraint testing_algorithms_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE UNIQUE INDEX testing_algorithms_name ON testing_algorithms USING btree (tenant_id, name_key);
alter table testing_algorithms enable row level security;
alter table testing_algorithms force row level security;
create policy tenant on testing_algorithms using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on testing_algorithms to {{server}};
grant update (version, name, retired_at) on testing_algorithms to {{server}};

create table throttle_counters (
  tenant_id uuid not null,
  key bytea not null,
  window_started_at timestamp with time zone not null,
  attempts integer not null,
  constraint throttle_counters_pkey PRIMARY KEY (tenant_id, key)
);
comment on column throttle_counters.key is 'SHA-256 of what is limited, such as an account or an address.';
alter table throttle_counters enable row level security;
alter table throttle_counters force row level security;
create policy tenant on throttle_counters using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on throttle_counters to {{server}};

create table tokens (
  tenant_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  email text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint tokens_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint tokens_email_check CHECK ((char_length(email) <= 254)),
  constraint tokens_purpose_check CHECK ((purpose = ANY (ARRAY['set-up'::text, 'verify-registration'::text, 'verify-email'::text, 'password'::text])))
);
comment on column tokens.token_hash is 'SHA-256 of what the link holds; the token itself is nowhere.';
comment on column tokens.email is 'Where the link was sent: it proves this address and no other.';
CREATE INDEX tokens_of_user ON tokens USING btree (tenant_id, user_id, purpose);
alter table tokens enable row level security;
alter table tokens force row level security;
create policy tenant on tokens using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on tokens to {{server}};

create table user_groups (
  tenant_id uuid not null,
  user_id uuid not null,
  group_id uuid not null,
  constraint user_groups_pkey PRIMARY KEY (tenant_id, user_id, group_id)
);
CREATE INDEX user_groups_of_group ON user_groups USING btree (tenant_id, group_id);
alter table user_groups enable row level security;
alter table user_groups force row level security;
create policy tenant on user_groups using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select, update on user_groups to {{server}};

create table user_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  user_id uuid not null,
  constraint user_words_pkey PRIMARY KEY (tenant_id, word, user_id)
);
comment on column user_words.word is 'A name or an email in small letters, from the start of one of its words to its end.';
CREATE INDEX user_words_of_user ON user_words USING btree (tenant_id, user_id, word);
alter table user_words enable row level security;
alter table user_words force row level security;
create policy tenant on user_words using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on user_words to {{server}};

create table users (
  tenant_id uuid not null,
  id uuid not null,
  email text not null,
  email_key text collate "C" generated always as (lower(email)) stored,
  full_name text not null,
  user_type text not null,
  organisation_id uuid,
  lang text default 'en'::text not null,
  status text default 'active'::text not null,
  email_verified_at timestamp with time zone,
  pending_email text,
  password_hash text,
  password_changed_at timestamp with time zone,
  must_change_password boolean default false not null,
  last_login_at timestamp with time zone,
  invited_by uuid,
  invited_at timestamp with time zone,
  terms_accepted_version text,
  terms_accepted_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  date_of_birth date,
  country text,
  mobile text,
  name_key text collate "C" generated always as (lower(full_name)) stored,
  first_steps_hidden_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (tenant_id, id),
  constraint users_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint users_deleted_says_nothing CHECK (((status <> 'deleted'::text) OR ((email = ('anonymized-'::text || id)) AND (full_name = 'Anonymized'::text) AND (pending_email IS NULL) AND (mobile IS NULL) AND (date_of_birth IS NULL) AND (country IS NULL) AND (password_hash IS NULL) AND (last_login_at IS NULL)))),
  constraint users_email_check CHECK ((char_length(email) <= 254)),
  constraint users_full_name_check CHECK (((char_length(full_name) >= 1) AND (char_length(full_name) <= 100))),
  constraint users_machine_is_nobody CHECK (((user_type <> 'machine'::text) OR ((email = ('machine-'::text || id)) AND (status = 'active'::text) AND (organisation_id IS NULL) AND (password_hash IS NULL) AND (pending_email IS NULL) AND (mobile IS NULL) AND (date_of_birth IS NULL) AND (country IS NULL) AND (email_verified_at IS NULL) AND (last_login_at IS NULL) AND (invited_by IS NULL) AND (terms_accepted_version IS NULL)))),
  constraint users_mobile_check CHECK ((mobile ~ '^\+[0-9]{7,15}$'::text)),
  constraint users_pending_email_check CHECK ((char_length(pending_email) <= 254)),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'deleted'::text]))),
  constraint users_user_type_check CHECK ((user_type = ANY (ARRAY['unlimited'::text, 'tenant'::text, 'organisation'::text, 'group'::text, 'provider'::text, 'clinical'::text, 'patient'::text, 'machine'::text])))
);
comment on column users.status is 'Of deleted, the row stays for the records that point to it and says nothing of the person.';
comment on column users.date_of_birth is 'Of a patient, who also has a country; of nobody else.';
comment on column users.mobile is 'As E.164: +447400123456.';
comment on column users.first_steps_hidden_at is 'When somebody put away the list of next steps of a new tenant; null where they have not.';
CREATE INDEX users_by_name ON users USING btree (tenant_id, name_key, id);
CREATE INDEX users_by_pending_email ON users USING btree (tenant_id) WHERE (pending_email IS NOT NULL);
CREATE INDEX users_of_organisation ON users USING btree (tenant_id, organisation_id, name_key, id);
CREATE INDEX users_of_type ON users USING btree (tenant_id, user_type, name_key, id);
CREATE INDEX users_staff_by_name ON users USING btree (tenant_id, name_key, id) WHERE ((user_type <> 'patient'::text) AND (status <> 'deleted'::text));
CREATE UNIQUE INDEX users_by_email ON users USING btree (tenant_id, email_key);
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
CREATE TRIGGER user_words AFTER INSERT OR UPDATE OF full_name, email ON users FOR EACH ROW EXECUTE FUNCTION keep_user_words();
grant insert, select, update on users to {{server}};

create table verification_keys (
  tenant_id uuid not null,
  key bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint verification_keys_pkey PRIMARY KEY (tenant_id),
  constraint verification_keys_key_check CHECK ((octet_length(key) = 32))
);
comment on table verification_keys is 'Made when a tenant first prints a record. It stays, or sheets that were printed would not agree any more.';
alter table verification_keys enable row level security;
alter table verification_keys force row level security;
create policy tenant on verification_keys using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on verification_keys to {{server}};

create table web_assets (
  build_id text not null,
  name text not null,
  content bytea not null,
  is_gzipped boolean not null,
  constraint web_assets_pkey PRIMARY KEY (build_id, name)
);
comment on column web_assets.name is 'The file within the folder assets. It holds a hash of the content, so that files of one name are the same.';
alter table web_assets alter column content set storage external;
CREATE INDEX web_assets_name ON web_assets USING btree (name);
grant delete, insert, select on web_assets to {{server}};

create table web_builds (
  id text not null,
  started_at timestamp with time zone default now() not null,
  constraint web_builds_pkey PRIMARY KEY (id)
);
comment on column web_builds.started_at is 'When a process that serves this build started last. The builds that started last are kept.';
grant delete, insert, select, update on web_builds to {{server}};

create table webhook_attempts (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  kind text not null,
  message_id text not null,
  tried_at timestamp(3) with time zone not null,
  is_by_hand boolean not null,
  status integer,
  problem text,
  milliseconds integer not null,
  body text not null,
  answer text not null,
  sending_until timestamp(3) with time zone,
  constraint webhook_attempts_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_attempts_check CHECK (((status IS NULL) = (problem IS NOT NULL)))
);
comment on table webhook_attempts is 'What was sent in the last seven days, and what was answered.';
comment on column webhook_attempts.sending_until is 'Until when at the latest a process sends this; null once it has ended.';
CREATE INDEX webhook_attempts_by_age ON webhook_attempts USING btree (tenant_id, tried_at);
CREATE INDEX webhook_attempts_of_webhook ON webhook_attempts USING btree (tenant_id, webhook_id, id);
CREATE INDEX webhook_attempts_under_way ON webhook_attempts USING btree (tenant_id, webhook_id, sending_until) WHERE (sending_until IS NOT NULL);
alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy tenant on webhook_attempts using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on webhook_attempts to {{server}};
grant update (tried_at, status, problem, milliseconds, answer, sending_until) on webhook_attempts to {{server}};

create table webhook_secrets (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  secret bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  ends_at timestamp(3) with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (tenant_id, id)
);
comment on column webhook_secrets.secret is 'Encrypted with a key that is not in the database: server/platform/kept-secrets.ts.';
comment on column webhook_secrets.ends_at is 'When a former secret is used no more; null for the present one.';
CREATE INDEX webhook_secrets_by_end ON webhook_secrets USING btree (tenant_id, ends_at) WHERE (ends_at IS NOT NULL);
CREATE INDEX webhook_secrets_of_webhook ON webhook_secrets USING btree (tenant_id, webhook_id);
alter table webhook_secrets enable row level security;
alter table webhook_secrets force row level security;
create policy tenant on webhook_secrets using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant delete, insert, select on webhook_secrets to {{server}};
grant update (ends_at) on webhook_secrets to {{server}};

create table webhooks (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  kinds text[] not null,
  with_content boolean not null,
  state text default 'active'::text not null,
  paused_because text,
  "position" bigint not null,
  has_more boolean default true not null,
  due_at timestamp(3) with time zone default now() not null,
  tries integer default 0 not null,
  failing_since timestamp(3) with time zone,
  lease uuid,
  leased_until timestamp(3) with time zone,
  last_delivered_at timestamp(3) with time zone,
  made_by uuid not null,
  created_at timestamp(3) with time zone default now() not null,
  revoked_at timestamp(3) with time zone,
  revoked_by uuid,
  constraint webhooks_pkey PRIMARY KEY (tenant_id, id),
  constraint webhooks_check CHECK (((state = 'paused'::text) = (paused_because IS NOT NULL))),
  constraint webhooks_check1 CHECK (((state = 'revoked'::text) = (revoked_at IS NOT NULL))),
  constraint webhooks_check2 CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint webhooks_check3 CHECK (((lease IS NULL) = (leased_until IS NULL))),
  constraint webhooks_kinds_check CHECK ((cardinality(kinds) > 0)),
  constraint webhooks_paused_because_check CHECK ((paused_because = ANY (ARRAY['failing'::text, 'secret'::text, 'restored'::text]))),
  constraint webhooks_position_check CHECK (("position" >= 0)),
  constraint webhooks_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text, 'revoked'::text]))),
  constraint webhooks_url_check CHECK (((char_length(url) >= 9) AND (char_length(url) <= 500)))
);
comment on column webhooks."position" is 'The position in the audit chain up to which everything was delivered, or did not concern it.';
comment on column webhooks.has_more is 'False once nothing sealed is left for it; sealing sets it.';
comment on column webhooks.due_at is 'The time of the next try.';
comment on column webhooks.tries is 'The failed tries of the event that it is at.';
comment on column webhooks.lease is 'The process that sends for it now, until leased_until at the latest.';
CREATE INDEX webhooks_due ON webhooks USING btree (tenant_id, due_at) WHERE ((state = 'active'::text) AND has_more);
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy due on webhooks for select to current_user using ((current_tenant() IS NULL));
create policy tenant on webhooks using ((tenant_id = current_tenant())) with check ((tenant_id = current_tenant()));
grant insert, select on webhooks to {{server}};
grant update (state, paused_because, "position", has_more, due_at, tries, failing_since, lease, leased_until, last_delivered_at, revoked_at, revoked_by) on webhooks to {{server}};

alter table account_deletions add constraint account_deletions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table api_tokens add constraint api_tokens_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES users(tenant_id, id);
alter table api_tokens add constraint api_tokens_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES users(tenant_id, id);
alter table api_tokens add constraint api_tokens_tenant_id_organisation_id_fkey FOREIGN KEY (tenant_id, organisation_id) REFERENCES organisations(tenant_id, id);
alter table api_tokens add constraint api_tokens_tenant_id_revoked_by_fkey FOREIGN KEY (tenant_id, revoked_by) REFERENCES users(tenant_id, id);
alter table assay_organisation_meanings add constraint assay_organisation_meanings_tenant_id_assay_id_from_versio_fkey FOREIGN KEY (tenant_id, assay_id, from_version) REFERENCES assay_versions(tenant_id, assay_id, version);
alter table assay_organisation_meanings add constraint assay_organisation_meanings_tenant_id_organisation_id_fkey FOREIGN KEY (tenant_id, organisation_id) REFERENCES organisations(tenant_id, id);
alter table assay_pictures add constraint assay_pictures_tenant_id_assay_id_fkey FOREIGN KEY (tenant_id, assay_id) REFERENCES assays(tenant_id, id);
alter table assay_pictures add constraint assay_pictures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table assay_versions add constraint assay_versions_tenant_id_assay_id_fkey FOREIGN KEY (tenant_id, assay_id) REFERENCES assays(tenant_id, id);
alter table assay_words add constraint assay_words_tenant_id_assay_id_fkey FOREIGN KEY (tenant_id, assay_id) REFERENCES assays(tenant_id, id) ON DELETE CASCADE;
alter table assays add constraint assays_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table audit_events add constraint audit_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table audit_verifications add constraint audit_verifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table browsers add constraint browsers_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table catalogue_entries add constraint catalogue_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table deliveries add constraint deliveries_tenant_id_sent_by_fkey FOREIGN KEY (tenant_id, sent_by) REFERENCES users(tenant_id, id);
alter table deliveries add constraint deliveries_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table development_mail add constraint development_mail_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table device_images add constraint device_images_tenant_id_uploaded_by_fkey FOREIGN KEY (tenant_id, uploaded_by) REFERENCES users(tenant_id, id);
alter table export_turns add constraint export_turns_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table group_words add constraint group_words_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id);
alter table groups add constraint groups_tenant_id_organisation_id_fkey FOREIGN KEY (tenant_id, organisation_id) REFERENCES organisations(tenant_id, id);
alter table idempotency_keys add constraint idempotency_keys_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table import_changes add constraint import_changes_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES imports(tenant_id, id) ON DELETE CASCADE;
alter table import_changes add constraint import_changes_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id) ON DELETE CASCADE;
alter table import_mappings add constraint import_mappings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table import_matches add constraint import_matches_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES imports(tenant_id, id) ON DELETE CASCADE;
alter table import_matches add constraint import_matches_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id) ON DELETE CASCADE;
alter table import_rows add constraint import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES imports(tenant_id, id);
alter table import_secrets add constraint import_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table import_test_matches add constraint import_test_matches_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES imports(tenant_id, id) ON DELETE CASCADE;
alter table import_test_matches add constraint import_test_matches_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES test_records(tenant_id, id);
alter table imported_people add constraint imported_people_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id) ON DELETE CASCADE;
alter table imported_tests add constraint imported_tests_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES test_records(tenant_id, id);
alter table imports add constraint imports_tenant_id_acting_by_fkey FOREIGN KEY (tenant_id, acting_by) REFERENCES users(tenant_id, id) NOT VALID;
alter table imports add constraint imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table imports add constraint imports_tenant_id_organisation_id_fkey FOREIGN KEY (tenant_id, organisation_id) REFERENCES organisations(tenant_id, id);
alter table imports add constraint imports_tenant_id_uploaded_by_fkey FOREIGN KEY (tenant_id, uploaded_by) REFERENCES users(tenant_id, id);
alter table invite_codes add constraint invite_codes_tenant_id_invite_id_fkey FOREIGN KEY (tenant_id, invite_id) REFERENCES invites(tenant_id, id) ON DELETE CASCADE;
alter table invite_words add constraint invite_words_tenant_id_invite_id_fkey FOREIGN KEY (tenant_id, invite_id) REFERENCES invites(tenant_id, id) ON DELETE CASCADE;
alter table invites add constraint invites_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table invites add constraint invites_tenant_id_invited_by_fkey FOREIGN KEY (tenant_id, invited_by) REFERENCES users(tenant_id, id);
alter table invites add constraint invites_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id);
alter table known_operators add constraint known_operators_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table merged_subjects add constraint merged_subjects_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES subjects(tenant_id, id);
alter table merged_subjects add constraint merged_subjects_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table message_counts add constraint message_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table messages add constraint messages_tenant_id_delivery_id_fkey FOREIGN KEY (tenant_id, delivery_id) REFERENCES deliveries(tenant_id, id) ON DELETE CASCADE;
alter table messages add constraint messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table messages add constraint messages_tenant_id_invite_id_fkey FOREIGN KEY (tenant_id, invite_id) REFERENCES invites(tenant_id, id) ON DELETE CASCADE;
alter table messages add constraint messages_tenant_id_operator_entry_id_fkey FOREIGN KEY (tenant_id, operator_entry_id) REFERENCES operator_entries(tenant_id, id);
alter table messages add constraint messages_tenant_id_operator_request_id_fkey FOREIGN KEY (tenant_id, operator_request_id) REFERENCES operator_requests(tenant_id, id);
alter table messages add constraint messages_tenant_id_rule_id_fkey FOREIGN KEY (tenant_id, rule_id) REFERENCES notification_rules(tenant_id, id) ON DELETE CASCADE;
alter table messages add constraint messages_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table notification_follows add constraint notification_follows_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table notification_report_items add constraint notification_report_items_tenant_id_notification_id_fkey FOREIGN KEY (tenant_id, notification_id) REFERENCES notifications(tenant_id, id);
alter table notification_report_items add constraint notification_report_items_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES notification_reports(tenant_id, id);
alter table notification_reports add constraint notification_reports_tenant_id_again_of_fkey FOREIGN KEY (tenant_id, again_of) REFERENCES notification_reports(tenant_id, id);
alter table notification_reports add constraint notification_reports_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES users(tenant_id, id);
alter table notification_reports add constraint notification_reports_tenant_id_rule_id_rule_version_fkey FOREIGN KEY (tenant_id, rule_id, rule_version) REFERENCES notification_rule_versions(tenant_id, rule_id, version);
alter table notification_reports add constraint notification_reports_tenant_id_withdrawn_by_fkey FOREIGN KEY (tenant_id, withdrawn_by) REFERENCES users(tenant_id, id);
alter table notification_rule_versions add constraint notification_rule_versions_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES users(tenant_id, id);
alter table notification_rule_versions add constraint notification_rule_versions_tenant_id_rule_id_fkey FOREIGN KEY (tenant_id, rule_id) REFERENCES notification_rules(tenant_id, id);
alter table notification_rules add constraint notification_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table notification_sendings add constraint notification_sendings_tenant_id_rule_id_fkey FOREIGN KEY (tenant_id, rule_id) REFERENCES notification_rules(tenant_id, id);
alter table notifications add constraint notifications_tenant_id_answered_by_fkey FOREIGN KEY (tenant_id, answered_by) REFERENCES users(tenant_id, id);
alter table notifications add constraint notifications_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table notifications add constraint notifications_tenant_id_refers_to_fkey FOREIGN KEY (tenant_id, refers_to) REFERENCES notifications(tenant_id, id);
alter table notifications add constraint notifications_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES notification_reports(tenant_id, id);
alter table notifications add constraint notifications_tenant_id_rule_id_rule_version_fkey FOREIGN KEY (tenant_id, rule_id, rule_version) REFERENCES notification_rule_versions(tenant_id, rule_id, version);
alter table notifications add constraint notifications_tenant_id_sent_by_fkey FOREIGN KEY (tenant_id, sent_by) REFERENCES users(tenant_id, id);
alter table notifications add constraint notifications_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table operator_entries add constraint operator_entries_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES users(tenant_id, id);
alter table operator_entries add constraint operator_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table operator_entries add constraint operator_entries_tenant_id_operator_id_fkey FOREIGN KEY (tenant_id, operator_id) REFERENCES known_operators(tenant_id, id);
alter table operator_entries add constraint operator_entries_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES operator_requests(tenant_id, id);
alter table operator_requests add constraint operator_requests_tenant_id_answered_by_fkey FOREIGN KEY (tenant_id, answered_by) REFERENCES users(tenant_id, id);
alter table operator_requests add constraint operator_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table operator_requests add constraint operator_requests_tenant_id_operator_id_fkey FOREIGN KEY (tenant_id, operator_id) REFERENCES known_operators(tenant_id, id);
alter table organisation_words add constraint organisation_words_tenant_id_organisation_id_fkey FOREIGN KEY (tenant_id, organisation_id) REFERENCES organisations(tenant_id, id);
alter table organisations add constraint organisations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table outbreak_mail_refusals add constraint outbreak_mail_refusals_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table outbreak_rules add constraint outbreak_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table outbreaks add constraint outbreaks_tenant_id_closed_by_fkey FOREIGN KEY (tenant_id, closed_by) REFERENCES users(tenant_id, id);
alter table outbreaks add constraint outbreaks_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table policy_versions add constraint policy_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table record_origins add constraint record_origins_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table record_origins add constraint record_origins_tenant_id_recorded_by_fkey FOREIGN KEY (tenant_id, recorded_by) REFERENCES users(tenant_id, id);
alter table refusal_counts add constraint refusal_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table report_codes add constraint report_codes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table reported_values add constraint reported_values_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table reported_values add constraint reported_values_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id);
alter table round_rows add constraint round_rows_tenant_id_device_image_id_fkey FOREIGN KEY (tenant_id, device_image_id) REFERENCES device_images(tenant_id, id);
alter table round_rows add constraint round_rows_tenant_id_entered_by_fkey FOREIGN KEY (tenant_id, entered_by) REFERENCES users(tenant_id, id);
alter table round_rows add constraint round_rows_tenant_id_round_id_fkey FOREIGN KEY (tenant_id, round_id) REFERENCES rounds(tenant_id, id);
alter table round_rows add constraint round_rows_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table round_rows add constraint round_rows_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table rounds add constraint rounds_tenant_id_assay_id_assay_version_fkey FOREIGN KEY (tenant_id, assay_id, assay_version) REFERENCES assay_versions(tenant_id, assay_id, version);
alter table rounds add constraint rounds_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES users(tenant_id, id);
alter table rounds add constraint rounds_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table rounds add constraint rounds_tenant_id_started_by_fkey FOREIGN KEY (tenant_id, started_by) REFERENCES users(tenant_id, id);
alter table second_readings add constraint second_readings_tenant_id_first_by_fkey FOREIGN KEY (tenant_id, first_by) REFERENCES users(tenant_id, id);
alter table second_readings add constraint second_readings_tenant_id_read_by_fkey FOREIGN KEY (tenant_id, read_by) REFERENCES users(tenant_id, id);
alter table second_readings add constraint second_readings_tenant_id_settled_by_fkey FOREIGN KEY (tenant_id, settled_by) REFERENCES users(tenant_id, id);
alter table second_readings add constraint second_readings_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table sessions add constraint sessions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table subject_details add constraint subject_details_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table subject_groups add constraint subject_groups_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table subject_groups add constraint subject_groups_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subject_identities(tenant_id, subject_id) ON DELETE CASCADE;
alter table subject_identities add constraint subject_identities_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id);
alter table subject_identities add constraint subject_identities_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table subject_merges add constraint subject_merges_tenant_id_kept_subject_id_fkey FOREIGN KEY (tenant_id, kept_subject_id) REFERENCES subjects(tenant_id, id);
alter table subject_merges add constraint subject_merges_tenant_id_kept_user_id_fkey FOREIGN KEY (tenant_id, kept_user_id) REFERENCES users(tenant_id, id);
alter table subject_merges add constraint subject_merges_tenant_id_merged_by_fkey FOREIGN KEY (tenant_id, merged_by) REFERENCES users(tenant_id, id);
alter table subject_merges add constraint subject_merges_tenant_id_merged_subject_id_fkey FOREIGN KEY (tenant_id, merged_subject_id) REFERENCES subjects(tenant_id, id);
alter table subject_merges add constraint subject_merges_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id);
alter table subject_words add constraint subject_words_tenant_id_subject_id_group_id_fkey FOREIGN KEY (tenant_id, subject_id, group_id) REFERENCES subject_groups(tenant_id, subject_id, group_id) ON DELETE CASCADE;
alter table subjects add constraint subjects_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table subjects add constraint subjects_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id);
alter table tenant_addresses add constraint tenant_addresses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table tenant_directory add constraint tenant_directory_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table tenant_limits add constraint tenant_limits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table tenant_logo_wishes add constraint tenant_logo_wishes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table tenant_logos add constraint tenant_logos_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table tenant_permissions add constraint tenant_permissions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table tenant_turns add constraint tenant_turns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table tenants add constraint tenants_id_assay_id_fkey FOREIGN KEY (id, assay_id) REFERENCES assays(tenant_id, id);
alter table test_drafts add constraint test_drafts_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table test_record_versions add constraint test_record_versions_tenant_id_changed_by_fkey FOREIGN KEY (tenant_id, changed_by) REFERENCES users(tenant_id, id);
alter table test_record_versions add constraint test_record_versions_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table test_records add constraint test_records_of_origin FOREIGN KEY (tenant_id, origin_id, origin, recorded_by) REFERENCES record_origins(tenant_id, id, kind, recorded_by);
alter table test_records add constraint test_records_tenant_id_assay_id_assay_version_fkey FOREIGN KEY (tenant_id, assay_id, assay_version) REFERENCES assay_versions(tenant_id, assay_id, version);
alter table test_records add constraint test_records_tenant_id_device_image_id_fkey FOREIGN KEY (tenant_id, device_image_id) REFERENCES device_images(tenant_id, id);
alter table test_records add constraint test_records_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table test_records add constraint test_records_tenant_id_recorded_by_fkey FOREIGN KEY (tenant_id, recorded_by) REFERENCES users(tenant_id, id);
alter table test_records add constraint test_records_tenant_id_results_by_fkey FOREIGN KEY (tenant_id, results_by) REFERENCES users(tenant_id, id);
alter table test_records add constraint test_records_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table test_run_drafts add constraint test_run_drafts_tenant_id_test_run_id_fkey FOREIGN KEY (tenant_id, test_run_id) REFERENCES test_runs(tenant_id, id) ON DELETE CASCADE;
alter table test_run_drafts add constraint test_run_drafts_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table test_runs add constraint test_runs_tenant_id_assay_id_assay_version_fkey FOREIGN KEY (tenant_id, assay_id, assay_version) REFERENCES assay_versions(tenant_id, assay_id, version);
alter table test_runs add constraint test_runs_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES users(tenant_id, id);
alter table test_runs add constraint test_runs_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table test_runs add constraint test_runs_tenant_id_started_by_fkey FOREIGN KEY (tenant_id, started_by) REFERENCES users(tenant_id, id);
alter table test_runs add constraint test_runs_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table test_runs add constraint test_runs_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table test_runs add constraint test_runs_tenant_id_test_set_id_fkey FOREIGN KEY (tenant_id, test_set_id) REFERENCES test_sets(tenant_id, id);
alter table test_set_tests add constraint test_set_tests_tenant_id_test_record_id_fkey FOREIGN KEY (tenant_id, test_record_id) REFERENCES test_records(tenant_id, id);
alter table test_set_tests add constraint test_set_tests_tenant_id_test_set_id_fkey FOREIGN KEY (tenant_id, test_set_id) REFERENCES test_sets(tenant_id, id);
alter table test_sets add constraint test_sets_tenant_id_algorithm_id_algorithm_version_fkey FOREIGN KEY (tenant_id, algorithm_id, algorithm_version) REFERENCES testing_algorithm_versions(tenant_id, algorithm_id, version);
alter table test_sets add constraint test_sets_tenant_id_deciding_record_id_fkey FOREIGN KEY (tenant_id, deciding_record_id) REFERENCES test_records(tenant_id, id);
alter table test_sets add constraint test_sets_tenant_id_group_id_organisation_id_fkey FOREIGN KEY (tenant_id, group_id, organisation_id) REFERENCES groups(tenant_id, id, organisation_id);
alter table test_sets add constraint test_sets_tenant_id_started_by_fkey FOREIGN KEY (tenant_id, started_by) REFERENCES users(tenant_id, id);
alter table test_sets add constraint test_sets_tenant_id_subject_id_fkey FOREIGN KEY (tenant_id, subject_id) REFERENCES subjects(tenant_id, id);
alter table testing_algorithm_versions add constraint testing_algorithm_versions_tenant_id_algorithm_id_fkey FOREIGN KEY (tenant_id, algorithm_id) REFERENCES testing_algorithms(tenant_id, id) ON DELETE CASCADE;
alter table testing_algorithms add constraint testing_algorithms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE;
alter table throttle_counters add constraint throttle_counters_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table tokens add constraint tokens_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table user_groups add constraint user_groups_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES groups(tenant_id, id);
alter table user_groups add constraint user_groups_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE;
alter table user_words add constraint user_words_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id);
alter table users add constraint users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table users add constraint users_tenant_id_invited_by_fkey FOREIGN KEY (tenant_id, invited_by) REFERENCES users(tenant_id, id);
alter table users add constraint users_tenant_id_organisation_id_fkey FOREIGN KEY (tenant_id, organisation_id) REFERENCES organisations(tenant_id, id);
alter table verification_keys add constraint verification_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table webhook_attempts add constraint webhook_attempts_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id);
alter table webhook_secrets add constraint webhook_secrets_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id);
alter table webhooks add constraint webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table webhooks add constraint webhooks_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES users(tenant_id, id);
alter table webhooks add constraint webhooks_tenant_id_revoked_by_fkey FOREIGN KEY (tenant_id, revoked_by) REFERENCES users(tenant_id, id);

create function tenant_at(host text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT tenant_addresses.tenant_id
    FROM tenant_addresses
   WHERE (((tenant_addresses.kind = 'domain'::text) AND (tenant_addresses.address = lower(tenant_at.host))) OR ((tenant_addresses.kind = 'slug'::text) AND (tenant_addresses.address = split_part(lower(tenant_at.host), '.'::text, 1))) OR ((tenant_addresses.kind = 'default'::text) AND (tenant_addresses.address = ''::text)))
   ORDER BY
         CASE tenant_addresses.kind
             WHEN 'domain'::text THEN 1
             WHEN 'slug'::text THEN 2
             ELSE 3
         END
  LIMIT 1;
END;
comment on function tenant_at(host text) is 'A custom domain, else the first label of the host, else the default tenant.';

create function audit_hash(previous bytea, event audit_events)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN audit_hash(previous, (event)."position", (event).tenant_id, (event).id, (event).occurred_at, (event).actor_id, (event).action, (event).outcome, (event).resource_type, (event).resource_id, (event).details, (event).request_id);
comment on function audit_hash(previous bytea, event audit_events) is 'SHA-256 over the previous hash and every column of the event but its kind, as JSON.';

create function give_back_address(kind text, address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM tenant_addresses a
   WHERE ((a.kind = give_back_address.kind) AND (a.address = lower(give_back_address.address)) AND (a.tenant_id = current_tenant()));
END;
revoke execute on function give_back_address(kind text, address text) from public;
grant execute on function give_back_address(kind text, address text) to {{server}};
comment on function give_back_address(kind text, address text) is 'Frees an address of the tenant that was entered; leaves any other as it is.';

grant select on sequence record_deltas_id_seq to {{reader}};
