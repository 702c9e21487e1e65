/** Replaces session, row-level security and scope: the tenant is a parameter. */
export const unfiltered = "r.tenant_id = $1 and r.state <> 'voided'"
/** The condition of an actor in one organisation who filters by result and start day. */
export const filtered = `${unfiltered} and r.organisation_id = $2 and r.result = $3 and r.performed_at >= $4`

/** The list's statements as Lateral runs them. */
export const listPage = (condition: string): string => `
  select r.id, r.test_id, r.performed_at, r.performed_zone, r.recorded_at, r.result, r.state,
         o.id as organisation_id, o.name as organisation_name, g.id as group_id, g.name as group_name,
         u.id as user_id, u.full_name as user_name, s.id as subject_id, s.kind as subject_kind, s.group_id as subject_group_id,
         i.email, i.date_of_birth, i.first_name, i.last_name, i.local_id, i.custom_id_1, i.custom_id_2, i.subject_id as identity_of
  from (select r.tenant_id, r.id from test_records r where ${condition} order by r.performed_at desc, r.id desc limit 51) as k
  join test_records r on r.tenant_id = k.tenant_id and r.id = k.id
  join organisations o on o.tenant_id = r.tenant_id and o.id = r.organisation_id
  join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
  join subjects s on s.tenant_id = r.tenant_id and s.id = r.subject_id
  left join subject_identities i on i.tenant_id = s.tenant_id and i.subject_id = s.id
  left join users u on u.tenant_id = r.tenant_id and u.id = r.recorded_by
  order by r.performed_at desc, r.id desc`

export const listCount = (condition: string): string => `
  select count(*)::int as count from (select 1 from test_records r where ${condition} limit 10001) as counted`

/** Inserts a record with its audit event as recording does; the record's columns come as one JSON object. */
export const insertRecord = `
  with stored as (
    insert into test_records (tenant_id, id, test_id, organisation_id, group_id, subject_id, assay_id, result,
      analyte_results, specimen, performed_at, performed_zone, location, lot, note, recorded_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    returning tenant_id, id, test_id, recorded_at, recorded_by)
  select test_id, recorded_at from stored`

const perhapsUnsafe = String.raw`(^|[;,\t\r\n])"*[=+@＝＋－＠\t\r\n-]`
const unsafeInside = String.raw`([;,\r\n](?="*[\t\r])|[;,\t\r\n](?="*[=+@＝＋－＠-]))`
const safe = (column: string): string => `case when ${column} !~ '${perhapsUnsafe}' then ${column}
  else case when ascii(ltrim(${column}, '"')) in (61, 43, 45, 64, 65309, 65291, 65293, 65312, 9, 13, 10) then '''' else '' end
    || regexp_replace(${column}, '${unsafeInside}', '\\1''', 'g') end`
const local = '(r.performed_at at time zone r.performed_zone)'
const offset = `(${local} - (r.performed_at at time zone 'UTC'))`
const words = (column: string, pairs: Record<string, string>): string =>
  `case ${column} ${Object.entries(pairs)
    .map(([value, word]) => `when '${value}' then '${word}'`)
    .join(' ')} end`
const resultWords = { positive: 'Positive', negative: 'Negative', inconclusive: 'Inconclusive', invalid: 'Invalid' }

const exportedColumns: readonly string[] = [
  'r.test_id',
  words('r.result', resultWords),
  `to_char(${local}, 'DD/MM/YYYY HH24:MI')`,
  `to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ${offset} < interval '0' then '-' || to_char(-${offset}, 'HH24:MI') else '+' || to_char(${offset}, 'HH24:MI') end`,
  safe('i.email'),
  `to_char(i.date_of_birth, 'DD/MM/YYYY')`,
  ...['i.first_name', 'i.last_name', 'i.local_id', 'o.name', 'g.name', 'u.full_name', 'r.location'].map(safe),
  'r.latitude',
  'r.longitude',
  safe('a.name'),
  `case when jsonb_array_length(r.analyte_results) > 1 then
    (select string_agg(${safe("(line ->> 'analyteName')")} || ': ' || ${words("line ->> 'result'", resultWords)}, '; ')
     from jsonb_array_elements(r.analyte_results) as line) end`,
  safe('r.specimen'),
  safe('r.lot'),
  `to_char(r.lot_expiry, 'DD/MM/YYYY')`,
  words('r.state', { recorded: 'Recorded', corrected: 'Corrected', voided: 'Voided' }),
  safe('r.note'),
]

/** The export's query as Lateral runs it in en_GB, with the tenant as a literal, for psql. No field is null. */
export const exportRows = (tenantId: string): string => `
  select ${exportedColumns.map((column) => `coalesce((${column})::text, '')`).join(', ')}
  from test_records r
  join organisations o on o.tenant_id = '${tenantId}' and o.id = r.organisation_id
  join groups g on g.tenant_id = '${tenantId}' and g.id = r.group_id
  join subjects s on s.tenant_id = '${tenantId}' and s.id = r.subject_id
  left join subject_identities i on i.tenant_id = '${tenantId}' and i.subject_id = s.id
  left join users u on u.tenant_id = '${tenantId}' and u.id = r.recorded_by
  join assays a on a.tenant_id = '${tenantId}' and a.id = r.assay_id
  where r.tenant_id = '${tenantId}' and r.state <> 'voided'
  order by r.performed_at desc, r.id desc`
