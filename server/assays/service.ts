import { isDeepStrictEqual } from 'node:util'
import { v7 as newId } from 'uuid'
import type { Analyte, Assay, AssayListItem, listAssays as listEndpoint } from '../../contract/assays/assay.ts'
import type { AssayForm } from '../../contract/assays/endpoints.ts'
import type { UsCounty } from '../../contract/assays/us-counties.ts'
import type { Query, Reply } from '../../contract/endpoint.ts'
import type { CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { usStates, type UsState } from '../../contract/rules/us-states.ts'
import { recordDone } from '../access/audit/audit.ts'
import { makeChange } from '../access/changing/changes.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { asSeen } from '../access/changing/touched.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { listOffered, type OfferedEntry } from './catalogue-service.ts'
import { givePictures, picturesToStore } from './picture-service.ts'
import {
  findAssayRow,
  findDefaultAssayId,
  findOrganisationNames,
  insertAssay,
  insertOrganisationMeanings,
  listAssayRows,
  lockAssay,
  setDefaultAssay,
  updateAssayRow,
  updateRetirement,
  type AssayRow,
  type AssayToStore,
} from './repository.ts'
import { countiesOf } from './us-counties.ts'

export { findNames as namesOfAssays } from './repository.ts'

export async function listAssays(
  scope: ActorScope,
  query: Query<typeof listEndpoint>,
): Promise<Reply<typeof listEndpoint>> {
  const { items, page } = await listAssayRows(scope, query)
  return { data: items.map((row) => toListItem(row, scope.tenant.assayId)), page }
}

/** Throws `not-found`, also for an assay that the actor does not see. */
export async function getAssay(scope: ActorScope, assayId: string): Promise<Assay> {
  const [row, defaultId] = await Promise.all([findAssayRow(scope, assayId), findDefaultAssayId(scope)])
  return toAssay(found(row), defaultId)
}

/**
 * Creates an assay with this id. Throws `duplicate` at the name, and `validation` for organisations that the tenant does
 * not have.
 */
export async function createAssay(scope: ActorScope, form: AssayForm, id: string): Promise<Assay> {
  requireKeeper(scope)
  return await create(scope, id, form, null)
}

/** Makes an assay with this id from an entry of the catalogue. Throws `not-found`, and `duplicate` at the name. */
export async function takeFromCatalogue(scope: ActorScope, entryId: string, id: string): Promise<Assay> {
  requireKeeper(scope)
  const entry = found((await listOffered(scope, scope.locale)).find((offered) => offered.id === entryId))
  return await create(scope, id, entry.form, takenFrom(entry))
}

async function create(scope: ActorScope, id: string, form: AssayForm, from: Assay['takenFrom']): Promise<Assay> {
  const organisationMeanings = await meaningsToStore(scope, form)
  const defaultId = await findDefaultAssayId(scope, { lock: true })
  const pictures = await picturesToStore(scope, form)
  await insertAssay(scope, id, { ...toStore(form, []), pictures }, from)
  await givePictures(scope, id, pictures)
  await insertOrganisationMeanings(scope, { id, version: 1 }, changesOf([], organisationMeanings))
  // The operator's assays are the catalogue. Nothing is recorded with them, so none is the default.
  if (!scope.tenant.isOperator && (form.isDefault || defaultId === null)) await setDefaultAssay(scope, id)
  await recordDone(scope, 'assay.created', id)
  return getAssay(scope, id)
}

function takenFrom({ id, version, form: { name } }: OfferedEntry): Assay['takenFrom'] {
  return { entry: id, version, name }
}

/** Throws `forbidden` for an operator anywhere but in the operator's own tenant, whose assays are the catalogue. */
function requireKeeper({ actor, tenant }: ActorScope): void {
  if (actor.userType === 'unlimited' && !tenant.isOperator) throw new Failure('forbidden')
}

/**
 * Makes a new version of an assay. Equal content leaves no trace. Throws `not-found`, `stale-version`, `duplicate` at
 * the name and `validation`, also at `isDefault` when the tenant would be left without a default.
 */
export async function updateAssay(
  scope: ActorScope,
  assayId: string,
  version: number,
  form: AssayForm,
): Promise<Assay> {
  requireKeeper(scope)
  const { row, defaultId } = await hold(scope, assayId, version)
  const isDefault = defaultId === assayId
  if (isDefault && !form.isDefault) throw invalid('isDefault', 'defaultStays')
  if (form.isDefault && row.retired_at !== null) throw invalid('isDefault', 'retiredDefault')
  const assay = { ...toStore(form, row.analytes), pictures: await picturesToStore(scope, form) }
  const before = row.organisation_meanings
  const organisationMeanings = await meaningsToStore(scope, form, before)
  const change = {
    id: assayId,
    from: flat({ ...formOf(row), isDefault, organisationMeanings: before }),
    to: flat({ ...assay, isDefault: form.isDefault, organisationMeanings }),
  }
  await makeChange(scope, 'assay.changed', change, async () => {
    await updateAssayRow(scope, assayId, assay)
    await givePictures(scope, assayId, assay.pictures)
    const next = { id: assayId, version: row.version + 1 }
    await insertOrganisationMeanings(scope, next, changesOf(before, organisationMeanings))
    if (form.isDefault && !isDefault && !scope.tenant.isOperator) await setDefaultAssay(scope, assayId)
  })
  return getAssay(scope, assayId)
}

/**
 * Retires an assay or brings it back; does nothing when it is already so. Throws `not-found`, `not-possible` for the
 * tenant's default, and `stale-version` when a version is given and outdated.
 */
export async function setRetirement(
  scope: ActorScope,
  assayId: string,
  { isRetired, version }: { isRetired: boolean; version: number | undefined },
): Promise<Assay> {
  requireKeeper(scope)
  const { row, defaultId } = await hold(scope, assayId, version)
  if (isRetired === (row.retired_at !== null)) return getAssay(scope, assayId)
  if (isRetired && defaultId === assayId) {
    throw new Failure('not-possible', { fields: [{ field: 'isDefault', phrase: 'defaultStays', values: {} }] })
  }
  await updateRetirement(scope, assayId, isRetired)
  await recordDone(scope, isRetired ? 'assay.retired' : 'assay.restored', assayId)
  return getAssay(scope, assayId)
}

/** Lists the counties of a US state, or of all states. */
export function listUsCounties(state?: UsState): UsCounty[] {
  return state === undefined ? usStates.flatMap(countiesOf) : countiesOf(state)
}

/** Lists the catalogue in the reader's language. Throws `forbidden` for an operator in another tenant. */
export async function listCatalogue(scope: ActorScope): Promise<CatalogueEntry[]> {
  requireKeeper(scope)
  return (await listOffered(scope, scope.locale)).map(
    ({ id, version, kind, form: { name, manufacturer, analytes } }) => ({
      id,
      version,
      kind,
      name,
      manufacturer,
      analytes: analytes.map(({ id: _, ...analyte }) => analyte),
    }),
  )
}

/**
 * The catalogue entries that a new tenant starts with, unless they were withdrawn. The first one becomes the default.
 */
const starters = { human: ['covid-19', 'influenza'], 'non-human': ['bvd', 'canine-parvovirus'] } as const

/** Gives a new tenant its starter assays and sets the default. */
export async function addStarterAssays(scope: Scope): Promise<void> {
  const { subjectKind, defaultLanguage } = scope.tenant
  const offered = await listOffered(scope, defaultLanguage)
  const entries = starters[subjectKind].flatMap((word) => offered.find(({ builtIn }) => builtIn === word) ?? [])
  const starting = entries.map((entry) => ({ id: newId(), entry }))
  await Promise.all(
    starting.map(({ id, entry }) =>
      insertAssay(scope, id, { ...toStore(entry.form, []), pictures: [] }, takenFrom(entry)),
    ),
  )
  const [first] = starting
  if (first !== undefined) await setDefaultAssay(scope, first.id)
}

/** Reads an assay that the actor saw, and locks it and the default until the transaction ends. */
async function hold(scope: ActorScope, assayId: string, version: number | undefined) {
  // Every transaction takes these locks in this order, which prevents deadlocks.
  const defaultId = await findDefaultAssayId(scope, { lock: true })
  await lockAssay(scope, assayId)
  return { row: asSeen(await findAssayRow(scope, assayId), version), defaultId }
}

/**
 * Returns the meanings at organisations to be stored, with the organisations' names. A form without them keeps
 * `before`. Throws `validation` for organisations that the tenant does not have.
 */
async function meaningsToStore(
  scope: ActorScope,
  { organisationIds, organisationMeanings }: AssayForm,
  before: Assay['organisationMeanings'] = [],
): Promise<Assay['organisationMeanings']> {
  const saying = organisationMeanings?.map(({ organisationId }) => organisationId) ?? []
  const names = await findOrganisationNames(scope, [...(organisationIds ?? []), ...saying])
  if (organisationIds?.some((id) => !names.has(id))) throw invalid('organisationIds', 'unknownReference')
  if (saying.some((id) => !names.has(id))) throw invalid('organisationMeanings', 'unknownReference')
  if (organisationMeanings === undefined) return before
  return organisationMeanings
    .map(({ organisationId: id, meanings }) => ({
      organisation: { id, name: names.get(id) ?? '' },
      meanings: withoutSilence(meanings),
    }))
    .filter(({ meanings }) => Object.keys(meanings).length > 0)
}

/**
 * Returns the meanings that changed, by the organisation's id; an organisation that has none any more gets an empty
 * object.
 */
function changesOf(
  before: Assay['organisationMeanings'],
  after: Assay['organisationMeanings'],
): Map<string, Assay['meanings']> {
  const [old, next] = [before, after].map(
    (list) => new Map(list.map(({ organisation, meanings }) => [organisation.id, meanings])),
  )
  const ids = [...new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])])]
  return new Map(
    ids.flatMap((id) => {
      const meanings = next?.get(id) ?? {}
      return isDeepStrictEqual(old?.get(id) ?? {}, meanings) ? [] : [[id, meanings] as const]
    }),
  )
}

/** Gives each analyte of a form an id: the one that it had, or a new one that no analyte of the version before had. */
function toStore(
  { isDefault: _, pictures: __, organisationMeanings: ___, ...form }: AssayForm,
  before: readonly Analyte[],
) {
  const known = new Set(before.map(({ id }) => id))
  const used = new Set(known)
  const analytes = form.analytes.map((analyte) => {
    const isFree = analyte.id !== null && known.delete(analyte.id)
    const id = isFree && analyte.id !== null ? analyte.id : unusedId(analyte.name, used)
    used.add(id)
    return { ...analyte, id }
  })
  const written = Object.entries(form.instructions).filter(([, text]) => text !== '')
  return { ...form, analytes, instructions: Object.fromEntries(written), meanings: withoutSilence(form.meanings) }
}

/** Removes empty meanings. */
function withoutSilence(meanings: AssayForm['meanings']): Assay['meanings'] {
  const said = Object.entries(meanings).map(
    ([locale, texts]) => [locale, Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))] as const,
  )
  return Object.fromEntries(said.filter(([, texts]) => Object.keys(texts).length > 0))
}

/** Makes an id such as `influenza-a` for Influenza A, or `influenza-a-2` if that is taken. */
function unusedId(name: string, used: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const start = plain.replaceAll(/^-|-$/g, '').slice(0, 40) || 'line'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? start : `${start}-${number}`
    if (!used.has(id)) return id
  }
}

function formOf(row: AssayRow): AssayToStore {
  const { name, manufacturer, model, gtin, analytes, specimens, offeredResults, readFromMinutes, readUntilMinutes } =
    toListItem(row, null)
  return {
    name,
    manufacturer,
    model,
    gtin,
    analytes,
    specimens,
    offeredResults,
    readFromMinutes,
    readUntilMinutes,
    imageRequired: row.image_required,
    requiresTimer: row.requires_timer,
    twoReaders: row.two_readers,
    instructions: row.instructions,
    pictures: row.pictures,
    meanings: row.meanings,
    organisationIds: row.organisation_ids,
  }
}

function toListItem(row: Omit<AssayRow, 'organisation_meanings'>, defaultId: string | null): AssayListItem {
  return {
    id: row.id,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    gtin: row.gtin,
    analytes: row.analytes,
    specimens: row.specimens,
    offeredResults: row.offered_results,
    readFromMinutes: row.read_from_minutes,
    readUntilMinutes: row.read_until_minutes,
    imageRequired: row.image_required,
    requiresTimer: row.requires_timer,
    twoReaders: row.two_readers,
    hasInstructions: Object.keys(row.instructions).length > 0 || row.pictures.length > 0,
    organisations: row.organisations,
    status: row.retired_at === null ? 'active' : 'retired',
    isDefault: row.id === defaultId,
    version: row.version,
  }
}

function toAssay(row: AssayRow, defaultId: string | null): Assay {
  return {
    ...toListItem(row, defaultId),
    instructions: row.instructions,
    pictures: row.pictures,
    meanings: row.meanings,
    organisationMeanings: row.organisation_meanings,
    takenFrom: row.taken_from,
  }
}

/** Flattens an assay for the audit trail, which keeps each field as a text. */
function flat(assay: AssayToStore & Pick<Assay, 'organisationMeanings'> & { isDefault: boolean }) {
  const coded = ({ name, codes }: { name: string; codes: readonly (string | null)[] }) => {
    const given = codes.filter((code) => code !== null)
    return given.length === 0 ? name : `${name} (${given.join(', ')})`
  }
  const inWords = ([locale, text]: [string, string]) => `${locale}: ${text}`
  const instructions = Object.entries(assay.instructions)
  const linesOf = (meanings: Assay['meanings']) =>
    Object.entries(meanings).flatMap(([locale, texts]) =>
      Object.entries(texts).map(([result, text]) => `${locale}, ${result}: ${text}`),
    )
  return {
    name: assay.name,
    manufacturer: assay.manufacturer,
    model: assay.model,
    gtin: assay.gtin,
    analytes: assay.analytes.map(({ name, loinc, snomed }) => coded({ name, codes: [loinc, snomed] })).join('; '),
    specimens: assay.specimens.map(({ name, snomed }) => coded({ name, codes: [snomed] })).join('; ') || null,
    offeredResults: assay.offeredResults.join(', '),
    readFromMinutes: String(assay.readFromMinutes),
    readUntilMinutes: String(assay.readUntilMinutes),
    imageRequired: String(assay.imageRequired),
    requiresTimer: String(assay.requiresTimer),
    twoReaders: String(assay.twoReaders),
    instructions: instructions.map(inWords).toSorted().join('\n') || null,
    meanings: linesOf(assay.meanings).toSorted().join('\n') || null,
    organisationMeanings:
      assay.organisationMeanings
        .flatMap(({ organisation, meanings }) => linesOf(meanings).map((line) => `${organisation.name}, ${line}`))
        .toSorted()
        .join('\n') || null,
    pictures:
      assay.pictures
        .map(({ id, words }, at) => `${at + 1}. ${id} ${Object.entries(words).map(inWords).toSorted().join('; ')}`)
        .join('\n') || null,
    organisationIds: assay.organisationIds?.toSorted() ?? null,
    isDefault: String(assay.isDefault),
  }
}
