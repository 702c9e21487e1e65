import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { builtInTerms } from '../../contract/own-account/user.ts'
import { defaultPermissions, userTypes, type UserType } from '../../contract/permissions/permissions.ts'
import { idOf, insertPlace, type Place } from './places.ts'
import { tinyPng } from './uploads.ts'
import { insertRows } from './rows.ts'

export const password = 'Lateral-Flow-2026'
/** One hash for all test users, with parameters that are fast to verify; the product's are slow on purpose. */
const hashed = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A tenant with one user of each type, whose emails and ids are equal in every test tenant. */
export interface TestTenant {
  id: string
  slug: string
  host: string
  /** A word that every text of this tenant contains, and no text of another. */
  marker: string
  idPrefix: string
  assayId: string
  /** An assay with two lines. */
  pairAssayId: string
  /** An assay without any records. */
  spareAssayId: string
  /** A picture in the first assay's instructions. */
  assayPictureId: string
  passwordHash: string
  places: Places
}

/**
 * `home` is the place of the tenant's own users, `ward` another group of its organisation, and `away` another
 * organisation.
 */
interface Places {
  home: Place
  ward: Place
  away: Place
  /** Ids and emails here are unique, while those of the other places are equal in all tenants. */
  unique: Place
}

const settings = {
  subjects: { kind: 'human', customId1: 'Tag', customId2: 'Herd' },
  theme: {
    web: {
      primary: '#0F766E',
      secondary: '#134E4A',
      hover: '#115E59',
      accent: '#14B8A6',
      anchor: '#0F766E',
      grey: '#64748B',
      textLink: '#0F766E',
    },
  },
}

/** Keeps what the operator sees of the tenant that was entered, as the server does. No trigger does where tenants are spread over servers. */
export async function keepDirectory(client: pg.ClientBase, tenantId: string): Promise<void> {
  const { rows } = await client.query<{ entry: string }>(
    `select (to_jsonb(t) || jsonb_build_object('kind', subjects ->> 'kind'))::text as entry
     from tenants t where id = $1 and not is_operator`,
    [tenantId],
  )
  for (const { entry } of rows) await client.query('select keep_directory_entry($1::jsonb)', [entry])
}

/** Inserts a tenant with its places and users. `space` is any number that no other tenant of the test uses. */
export async function insertTenant(
  client: pg.ClientBase,
  { slug, marker, idPrefix, space }: { slug: string; marker: string; idPrefix: string; space: number },
): Promise<TestTenant> {
  const tenant = {
    id: idOf(space, 0),
    slug,
    host: `${slug}.localhost`,
    marker,
    idPrefix,
    assayId: idOf(1, 100),
    pairAssayId: idOf(1, 101),
    spareAssayId: idOf(1, 102),
    assayPictureId: idOf(1, 110),
    testingAlgorithmId: idOf(1, 120),
    spareAlgorithmId: idOf(1, 121),
    passwordHash: await hashed,
  }
  const ownAssayId = idOf(space + 1, 100)
  const ownSpareAssayId = idOf(space + 1, 102)
  const ownPictureId = idOf(space + 1, 110)
  await client.query('select enter_tenant($1)', [tenant.id])
  await insertRows(client, 'tenants', [
    {
      id: tenant.id,
      name: `${marker} Health`,
      slug,
      product_name: `${marker} Tests`,
      id_prefix: idPrefix,
      available_languages: ['en_GB', 'es_MX'],
      subjects: JSON.stringify(settings.subjects),
      theme: JSON.stringify(settings.theme),
      date_format: JSON.stringify({}),
    },
  ])
  await insertRows(client, 'policy_versions', [
    { tenant_id: tenant.id, policy: 'eula', version: 1, locale: 'en_GB', text: `Terms of ${marker}` },
  ])
  await keepDirectory(client, tenant.id)
  await client.query(`select take_address('slug', $1)`, [slug])
  await insertRows(
    client,
    'tenant_permissions',
    userTypes.map((user_type) => ({ tenant_id: tenant.id, user_type, permissions: defaultPermissions[user_type] })),
  )
  await insertRows(
    client,
    'tenant_logos',
    ['light', 'icon'].map((name) => ({ tenant_id: tenant.id, name, media_type: 'image/png', content: tinyPng })),
  )
  await insertRows(client, 'tenant_logo_wishes', [
    { tenant_id: tenant.id, name: 'light', asked_at: '2025-01-01T00:00Z' },
  ])
  await insertRows(client, 'assays', [
    assayRow(tenant, tenant.assayId, ['line']),
    assayRow(tenant, tenant.pairAssayId, ['a', 'b']),
    { ...assayRow(tenant, tenant.spareAssayId, ['line']), name: `Spare assay ${tenant.marker}` },
    { ...assayRow(tenant, ownSpareAssayId, ['line']), name: `Another spare assay ${tenant.marker}` },
    { ...assayRow(tenant, ownAssayId, ['line']), name: `Another assay ${tenant.marker}` },
  ])
  await insertRows(client, 'assay_pictures', [
    pictureRow(tenant, tenant.assayPictureId, tenant.assayId),
    pictureRow(tenant, ownPictureId, ownAssayId),
  ])
  await client.query('update tenants set assay_id = $2 where id = $1', [tenant.id, tenant.assayId])
  const home = await insertPlace(client, tenant, { space: 2, marker: 'Homestead' })
  const ward = await insertPlace(client, tenant, { space: 3, marker: 'Wardroom', organisation: home.organisationId })
  const away = await insertPlace(client, tenant, { space: 4, marker: 'Faraway' })
  const unique = await insertPlace(
    client,
    {
      ...tenant,
      assayId: ownAssayId,
      spareAssayId: ownSpareAssayId,
      assayPictureId: ownPictureId,
      testingAlgorithmId: idOf(space + 1, 120),
      spareAlgorithmId: idOf(space + 1, 121),
    },
    { space: space + 1, marker: 'Singular' },
  )
  await insertRows(
    client,
    'assay_organisation_meanings',
    Object.entries({ Homestead: home, Faraway: away }).map(([place, { organisationId }]) => ({
      tenant_id: tenant.id,
      assay_id: tenant.assayId,
      organisation_id: organisationId,
      from_version: 1,
      meanings: JSON.stringify({ en_GB: { inconclusive: `${marker} ${place} says come again` } }),
    })),
  )
  const complete: TestTenant = { ...tenant, places: { home, ward, away, unique } }
  for (const userType of userTypes) await insertUser(client, complete, userType)
  // The row is there for the tests that look at each table.
  await insertRows(client, 'erasures', [
    { tenant_id: tenant.id, user_id: idOf(5, 99), subject_ids: [], invite_ids: [] },
  ])
  return complete
}

/** Returns the id of the tenant's user of a type, which is equal in every test tenant. */
export function userIdOf(userType: UserType): string {
  return idOf(5, userTypes.indexOf(userType))
}

export function emailOf(userType: UserType): string {
  return `${userType}@clinic.test`
}

const inGroup: readonly UserType[] = ['group', 'clinical']
const inOrganisation: readonly UserType[] = ['organisation', 'provider', ...inGroup]

async function insertUser(client: pg.ClientBase, tenant: TestTenant, userType: UserType): Promise<void> {
  const { home } = tenant.places
  const id = userIdOf(userType)
  await insertRows(client, 'users', [
    {
      tenant_id: tenant.id,
      id,
      email: emailOf(userType),
      full_name: `${tenant.marker} ${userType}`,
      user_type: userType,
      organisation_id: inOrganisation.includes(userType) ? home.organisationId : null,
      password_hash: tenant.passwordHash,
      email_verified_at: new Date(),
      terms_accepted_version: builtInTerms,
      terms_accepted_at: new Date(),
    },
  ])
  if (inGroup.includes(userType)) {
    await insertRows(client, 'user_groups', [{ tenant_id: tenant.id, user_id: id, group_id: home.groupId }])
  }
  if (userType === 'patient') {
    await client.query('update subjects set user_id = $2 where id = $1', [home.subjectId, id])
    await client.query('update subject_merges set kept_user_id = $2 where kept_subject_id = $1', [home.subjectId, id])
  }
}

/** The content differs between tenants, and is no real picture. */
function pictureRow({ id: tenant_id, marker }: { id: string; marker: string }, id: string, assay_id: string) {
  return { tenant_id, id, assay_id, content: Buffer.from(marker), width: 1, height: 1, uploaded_by: userIdOf('tenant') }
}

function assayRow(tenant: { id: string; marker: string }, id: string, analytes: readonly string[]) {
  return {
    tenant_id: tenant.id,
    id,
    name: `Assay ${tenant.marker} ${analytes.length}`,
    manufacturer: `Maker ${tenant.marker}`,
    analytes: JSON.stringify(
      analytes.map((line) => ({ id: line, name: `Line ${line} ${tenant.marker}`, loinc: null, snomed: null })),
    ),
    specimens: JSON.stringify([{ name: 'Nasal swab', snomed: null }]),
    read_from_minutes: 15,
    read_until_minutes: 30,
  }
}
