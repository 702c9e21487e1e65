-- How many records a place has altogether, in one row: every list opens with that, and the days of years took an eighth of the page.
-- See docs/decisions/0053-record-counts.md.

alter table record_facets drop constraint record_facets_period_check,
  add constraint record_facets_period_check check (period in ('day', 'hour', 'ever'));
comment on table record_facets is 'How many records were performed on each day in UTC, in the tenant also in each hour, and altogether, without voided ones; `facets_of` says of what.';

create function ever() returns timestamptz
  language sql immutable
  return timestamptz '2000-01-01 00:00:00+00';
comment on function ever() is 'When what was counted altogether is said to have been.';

-- What a record of an hour counts for, and when: on its day for each of its places, in its hour for the tenant, as days of other zones
-- begin within one of UTC, and altogether. Of all records, quarters of an hour say what hours do; of the others nobody asks for all there are.
create or replace function counts_of(of_hour timestamptz, of_tenant uuid, of_organisation uuid, of_group uuid,
    of_assay uuid, of_lot text, of_reading text, of_result text, lines jsonb)
  returns table (counted_id uuid, facet text, period text, at timestamptz, assay_id uuid, key text, result text)
  language sql immutable
  begin atomic
    select p.id, f.facet, p.period, p.at, f.assay_id, f.key, f.result
    from facets_of(of_assay, of_lot, of_reading, of_result, lines) as f
    join (values
      (of_tenant, 'day', date_bin('1 day', of_hour, timestamptz '2000-01-01 00:00:00+00')),
      (of_organisation, 'day', date_bin('1 day', of_hour, timestamptz '2000-01-01 00:00:00+00')),
      (of_group, 'day', date_bin('1 day', of_hour, timestamptz '2000-01-01 00:00:00+00')),
      (of_tenant, 'hour', of_hour),
      (of_tenant, 'ever', ever()),
      (of_organisation, 'ever', ever()),
      (of_group, 'ever', ever())
    ) as p (id, period, at) on case p.period when 'day' then true when 'hour' then f.facet <> 'all' else f.facet = 'all' end;
  end;

do $$
declare
  tenant uuid;
begin
  for tenant in select distinct tenant_id from tenant_addresses loop
    perform enter_tenant(tenant);
    -- Whoever was folding has been waited for above, and whoever comes next counts so, too.
    insert into record_facets (tenant_id, counted_id, facet, period, at, assay_id, key, positive, negative, inconclusive, invalid)
    select f.tenant_id, f.counted_id, f.facet, 'ever', ever(), f.assay_id, f.key,
      sum(f.positive), sum(f.negative), sum(f.inconclusive), sum(f.invalid)
    from record_facets f
    where f.tenant_id = tenant and f.facet = 'all' and f.period = 'day'
    group by 1, 2, 3, 6, 7;
  end loop;
  perform enter_tenant(null);
end $$;
