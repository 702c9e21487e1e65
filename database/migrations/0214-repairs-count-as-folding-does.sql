-- A repair of counts changes quarters before days and hours, as folding has done since migration 0207. It went the other way round, so that
-- the two could wait for each other, and the database ended one of them.
-- The version before goes on: it calls the same function.

create or replace function repair_record_counts(of_tenant uuid) returns int
  language plpgsql as $$
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
end $$;
