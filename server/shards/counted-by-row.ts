/**
 * Counts a record by triggers of its row, in place of those of a statement (`0060-record-counts.sql`), which read the rows of
 * the statement as a table. With Citus each statement that fires such a trigger fails. One PostgreSQL keeps them, because
 * they count a batch at once. The statements may be repeated.
 */
export const countByRow: readonly string[] = [
  `create or replace function count_record() returns trigger
     language plpgsql as $$
   begin
     -- A correction takes away what the record was and adds what it is; a void only takes away.
     if tg_op = 'UPDATE' then
       if (quarter_of(new.performed_at), new.organisation_id, new.group_id, new.assay_id, new.lot, new.reading, new.result,
           new.analyte_results, new.state = 'voided')
         is not distinct from
          (quarter_of(old.performed_at), old.organisation_id, old.group_id, old.assay_id, old.lot, old.reading, old.result,
           old.analyte_results, old.state = 'voided') then
         return null;
       end if;
       if old.state <> 'voided' then
         insert into record_deltas (tenant_id, at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, change)
         values (old.tenant_id, quarter_of(old.performed_at), old.organisation_id, old.group_id, old.assay_id, old.lot, old.reading,
           old.result, old.analyte_results, -1);
       end if;
     end if;
     if new.state <> 'voided' then
       insert into record_deltas (tenant_id, at, organisation_id, group_id, assay_id, lot, reading, result, analyte_results, change)
       values (new.tenant_id, quarter_of(new.performed_at), new.organisation_id, new.group_id, new.assay_id, new.lot, new.reading,
         new.result, new.analyte_results, 1);
     end if;
     return null;
   end $$`,
  'drop trigger if exists record_deltas_of_new on test_records',
  'drop trigger if exists record_deltas_of_changed on test_records',
  `create trigger record_deltas_of_new after insert on test_records for each row execute function count_record()`,
  `create trigger record_deltas_of_changed after update of performed_at, organisation_id, group_id, assay_id, lot, reading, result,
     analyte_results, state on test_records for each row execute function count_record()`,
]
