-- Folding asks no other server than that of the tenant. What was taken in one statement and inserted in the next parts of it went to every server
-- where tenants are spread, so that one that was away stopped folding for all. See docs/decisions/0103-tenants-over-several-servers.md.
-- The version before goes on: it calls the same function.

create or replace function fold_record_deltas(of_tenant uuid, at_most int) returns int
  language plpgsql set enable_seqscan = off as $$
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
end $$;
