/** What takes the place of session, row-level security and scope: the tenant as a parameter. */
export const unfiltered = 'r.tenant_id = $1'
/** As for somebody of one organisation who looks at one result since a day. */
export const filtered = `${unfiltered} and r.organisation_id = $2 and r.result = $3 and r.performed_at >= $4`

/** The list's statements as Lateral runs them. */
export const listPage = (condition: string): string => `
  select r.id, r.test_id, r.performed_at, r.performed_zone, r.recorded_at, r.result, r.state,
         o.id as organisation_id, o.name as organisation_name, g.id as group_id, g.name as group_name,
         u.id as user_id, u.full_name as user_name, s.id as subject_id, s.kind as subject_kind, s.group_id as subject_group_id,
         i.email, i.date_of_birth, i.first_name, i.last_name, i.local_id, i.custom_id_1, i.custom_id_2, i.subject_id as identity_of
  from (select r.tenant_id, r.id, r.test_id, r.performed_at, r.performed_zone, r.recorded_at, r.result, r.state,
               r.subject_id as record_subject_id, r.organisation_id as record_organisation_id,
               r.group_id as record_group_id, r.recorded_by as record_recorded_by
        from test_records r where ${condition} order by r.performed_at desc, r.id desc limit 51) as r
  join organisations o on o.tenant_id = r.tenant_id and o.id = r.record_organisation_id
  join groups g on g.tenant_id = r.tenant_id and g.id = r.record_group_id
  join subjects s on s.tenant_id = r.tenant_id and s.id = r.record_subject_id
  left join subject_identities i on i.tenant_id = s.tenant_id and i.subject_id = s.id
  left join users u on u.tenant_id = r.tenant_id and u.id = r.record_recorded_by
  order by r.performed_at desc, r.id desc`

export const listCount = (condition: string): string => `
  select count(*)::int as count from (select 1 from test_records r where ${condition} limit 10001) as counted`

/** One record with its audit event, as recording stores them; the columns of the record come as one JSON object. */
export const insertRecord = `
  with stored as (
    insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result,
      analyte_results, specimen, performed_at, performed_zone, location, lot, note, recorded_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    returning tenant_id, id, test_id, recorded_at, recorded_by)
  select test_id, recorded_at from stored`

/** The export's query with the tenant as a literal, for psql. */
export const exportRows = (tenantId: string): string => `
  select 1 from test_records where tenant_id = '${tenantId}'`
