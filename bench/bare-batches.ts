import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { v7 as newId } from 'uuid'
import { nameKeyOf, searchRowsOf } from '../contract/subjects/search-words.ts'
import { idOf, type Scale } from './fixture.ts'

const atOnce = 500
const wordsAtOnce = 5000

/** How many seconds the statements take by themselves that store people and records of the big tenant. */
export interface BareSeconds {
  people: number
  records: number
}

/**
 * Stores people with their words and records, each with its event, in batches of 500 a transaction, by statements with nothing around
 * them. They are those of the server's role, so that all triggers and row-level security are on. The number of the first person is `from`.
 */
export async function storeBare(
  ownerUrl: string,
  scale: Scale,
  { people, records, from }: { people: number; records: number; from: number },
): Promise<BareSeconds> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const server = owner.escapeIdentifier(`${decodeURIComponent(new URL(ownerUrl).username)}_server`)
  await owner.query(`grant ${server} to current_user`)
  try {
    await owner.query(`set role ${server}`)
    const made = Array.from({ length: people }, (_, n) => personOf(from + n, scale))
    const peopleSeconds = await inBatches(owner, made, insertPeople)
    const recorded = Array.from({ length: records }, (_, n) => recordOf(made[n % people] ?? personOf(0, scale), n))
    return { people: peopleSeconds, records: await inBatches(owner, recorded, insertRecords) }
  } finally {
    await owner.query(`reset role; revoke ${server} from current_user`)
    await owner.end()
  }
}

type Row = Record<string, unknown>

const tenant_id = idOf.tenant(0)

function personOf(n: number, { groups, organisations }: Scale) {
  const names = { firstName: n % 5 === 0 ? `José${n}` : `Jo${n}`, lastName: `Bare${n % 997}` }
  const identity = { ...names, email: `bare${n}@example.org`, localId: `BARE-${n}`, customId1: null, customId2: null }
  const place = { group_id: idOf.group(0, n % groups), organisation_id: idOf.organisation(0, n % organisations) }
  return { id: newId(), ...place, identity, words: searchRowsOf(identity), name_key: nameKeyOf(identity) }
}
type Person = ReturnType<typeof personOf>

function recordOf({ id: subject_id, group_id, organisation_id }: Person, n: number): Row {
  const result = n % 9 === 0 ? 'positive' : 'negative'
  return {
    tenant_id,
    id: newId(),
    test_id: `BNCH-B${randomUUID().replaceAll('-', '').slice(0, 11).toUpperCase()}`,
    organisation_id,
    group_id,
    subject_id,
    assay_id: idOf.assay(0),
    assay_version: 1,
    result,
    analyte_results: JSON.stringify([{ analyteId: 'sars-cov-2', analyteName: 'SARS-CoV-2', result }]),
    performed_at: new Date(Date.UTC(2025, n % 12, (n % 28) + 1, n % 24, n % 60)),
    performed_zone: 'UTC',
    specimen: null,
    note: null,
    recorded_by: idOf.user(0, 0),
  }
}

async function insertPeople(client: Client, people: readonly Person[]): Promise<void> {
  const placed = people.map(({ id, group_id, organisation_id }) => ({
    tenant_id,
    subject_id: id,
    group_id,
    organisation_id,
  }))
  await insert(
    client,
    'subjects',
    placed.map(({ subject_id: id, ...place }) => ({ ...place, id, kind: 'human' })),
  )
  await insert(
    client,
    'subject_identities',
    people.map(({ id, group_id, identity: { email, firstName, lastName, localId } }) => ({
      tenant_id,
      subject_id: id,
      group_id,
      email,
      date_of_birth: '1984-02-28',
      first_name: firstName,
      last_name: lastName,
      local_id: localId,
    })),
  )
  const known = people.map(({ name_key }, at) => ({
    ...placed[at],
    name_key,
    is_home: true,
    is_first_of_organisation: true,
  }))
  await insert(client, 'subject_groups', known)
  const words = people.flatMap(({ words: own }, at) => own.map((row) => ({ ...row, ...placed[at] })))
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    await insert(client, 'subject_words', words.slice(at, at + wordsAtOnce))
  }
  await insert(
    client,
    'audit_events',
    people.map(({ id }) => eventOf('subject.created', 'subject', id)),
  )
}

async function insertRecords(client: Client, records: readonly Row[]): Promise<void> {
  await insert(
    client,
    'audit_events',
    records.map(({ id }) => eventOf('test-record.recorded', 'test-record', id)),
  )
  await insert(client, 'test_records', records)
}

function eventOf(action: string, resource_type: string, resource_id: unknown): Row {
  const request_id = randomUUID()
  return {
    tenant_id,
    id: newId(),
    actor_id: idOf.user(0, 0),
    action,
    outcome: 'done',
    resource_type,
    resource_id,
    request_id,
  }
}

async function inBatches<T>(
  client: Client,
  all: readonly T[],
  store: (client: Client, part: readonly T[]) => Promise<void>,
): Promise<number> {
  const started = performance.now()
  for (let at = 0; at < all.length; at += atOnce) {
    await client.query('begin')
    await client.query('select enter_tenant($1)', [tenant_id])
    await store(client, all.slice(at, at + atOnce))
    await client.query('commit')
  }
  return (performance.now() - started) / 1000
}

async function insert(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map((_, row) => `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join(',')})`)
  const values = rows.flatMap((row) => columns.map((column) => row[column]))
  await client.query(`insert into ${table} (${columns.join(', ')}) values ${places.join(', ')}`, values)
}
