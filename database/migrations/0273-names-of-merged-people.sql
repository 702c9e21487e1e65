-- For each tenant, in a transaction of its own. What is kept for undoing a merge tells the names and the NHS number of whoever was merged
-- in the last 30 days. Of others nothing tells them any more.
update merged_subjects m
set first_name = k.identity ->> 'firstName', last_name = k.identity ->> 'lastName', nhs_number = k.details ->> 'nhsNumber'
from subject_merges k
where k.tenant_id = m.tenant_id and k.merged_subject_id = m.id and k.undone_at is null and k.identity is not null
  and m.last_name is null;

-- The rows of files that were made stay for an hour, and longer where others wait: they tell whom an import has found.
insert into import_matches (tenant_id, import_id, subject_id, made_by)
select distinct r.tenant_id, r.import_id, r.subject_id, k.import_id
from import_rows r
join imports i on i.tenant_id = r.tenant_id and i.id = r.import_id and i.state not in ('undoing', 'undone')
join imported_people k on k.tenant_id = r.tenant_id and k.subject_id = r.subject_id and k.import_id <> r.import_id
join imports maker on maker.tenant_id = k.tenant_id and maker.id = k.import_id
where r.outcome = 'made' and r.person = 'matched'
on conflict do nothing;
