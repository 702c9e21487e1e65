import { isDeepStrictEqual } from 'node:util'
import { detailKinds, type DetailKind } from '../../contract/subjects/detail-kinds.ts'
import {
  noDetails,
  type DetailsForm,
  type PersonDetails,
  type Telephone,
  type TypedTelephone,
} from '../../contract/subjects/details.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { duplicate, Failure, invalid } from '../platform/failure.ts'
import { readPersonPhone, requireFittingAddress } from '../tenants/service.ts'
import { holdSubject, touchSubject } from './changes-repository.ts'
import { deleteDetails, findByNhsNumber, findDetails, knownKinds, storeDetails } from './details-repository.ts'
import { holdText } from './repository.ts'

/** Returns the details that the tenant keeps of a subject, and the kinds that are stored but hidden. */
export async function openDetails(
  scope: Scope,
  subjectId: string,
): Promise<Pick<OpenedSubject, 'details' | 'keptDetails' | 'hiddenDetails'>> {
  const stored = await findDetails(scope, subjectId)
  const kept = scope.tenant.subjectDetails
  return {
    details: { ...noDetails, ...only(stored, kept) },
    keptDetails: [...kept],
    hiddenDetails: knownKinds(stored).filter((kind) => !kept.includes(kind)),
  }
}

/**
 * Changes the details of a subject, and returns the kinds that differ now. Throws `validation` at `details.KIND` for a
 * value of a kind that the tenant does not keep, and at the field for a telephone or an address that it does not accept.
 */
export async function changeDetails(scope: Scope, subjectId: string, form: DetailsForm): Promise<DetailKind[]> {
  const before = await findDetails(scope, subjectId)
  const after = { ...before, ...(await readDetails(scope, form, before)) }
  const changed = detailKinds.filter((kind) => !isDeepStrictEqual(before[kind], after[kind]))
  if (changed.length > 0) await storeDetails(scope, subjectId, after)
  return changed
}

/**
 * An NHS number belongs to one person. A number that somebody already has does not keep the rest of them from being
 * corrected. Throws `duplicate`.
 */
export async function refuseKnownNhsNumber(
  scope: ActorScope,
  { nhsNumber }: DetailsForm,
  placed: { groups: readonly { id: string }[]; subject_id?: string },
): Promise<void> {
  if (!nhsNumber) return
  const known = placed.subject_id === undefined ? undefined : await findDetails(scope, placed.subject_id)
  if (known?.nhsNumber === nhsNumber) return
  await holdText(scope, nhsNumber)
  const others = { besides: placed.subject_id, groupIds: placed.groups.map(({ id }) => id) }
  const isKnown = (await findByNhsNumber(scope, nhsNumber, others)).length > 0
  if (isKnown) throw duplicate('details.nhsNumber', 'nhsNumberOfSubject')
}

/** Converts the details of a form to their stored form. */
async function readDetails(
  scope: Scope,
  form: DetailsForm,
  before: Partial<PersonDetails>,
): Promise<Partial<PersonDetails>> {
  const refused = detailKinds.find(
    (kind) => (form[kind] ?? null) !== null && !scope.tenant.subjectDetails.includes(kind),
  )
  if (refused !== undefined) throw invalid(`details.${refused}`, 'detailNotKept')
  const { telephones, guardian, address, unit, ...others } = form
  const stored = [...(before.telephones ?? []), ...(before.guardian?.telephone ? [before.guardian.telephone] : [])]
  await requireFittingAddress(scope, 'details.address', address ?? null)
  const read: { [Kind in DetailKind]?: PersonDetails[Kind] | undefined } = {
    ...others,
    address,
    unit: unit && (unit.name ?? unit.room) === null ? null : unit,
    telephones: telephones && (await readTelephones(scope, telephones, stored)),
    guardian: guardian && {
      ...guardian,
      telephone:
        guardian.telephone && (await readTelephone(scope, 'details.guardian.telephone', guardian.telephone, stored)),
    },
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

async function readTelephones(
  scope: Scope,
  typed: readonly TypedTelephone[],
  stored: readonly Telephone[],
): Promise<Telephone[] | null> {
  const read: Telephone[] = []
  for (const [at, one] of typed.entries())
    read.push(await readTelephone(scope, `details.telephones.${at}`, one, stored))
  return read.length === 0 ? null : read
}

/** Whatever line a number was said to have when it was stored, it does not keep the rest of the person from being corrected. */
async function readTelephone(
  scope: Scope,
  field: string,
  typed: TypedTelephone,
  stored: readonly Telephone[],
): Promise<Telephone> {
  const { type, texts } = typed
  const ofAnyLine = await readPersonPhone(scope, 'unknown', typed)
  if ('number' in ofAnyLine && stored.some((one) => one.number === ofAnyLine.number && one.type === type)) {
    return { number: ofAnyLine.number, type, texts }
  }
  const phone = await readPersonPhone(scope, type, typed)
  if ('number' in phone) return { number: phone.number, type, texts }
  const part = phone.problem.field.split('.').at(-1) ?? ''
  throw new Failure('validation', { fields: [{ ...phone.problem, field: `${field}.${part}` }] })
}

/** Details of somebody before and after a change, by their kinds. */
export interface ChangedDetails {
  subjectId: string
  before: Partial<PersonDetails>
  after: Partial<PersonDetails>
}

/**
 * Changes details of people as an edit does, each with an event, and returns what was changed. A kind that is not what it was
 * before stays as it is. The caller has checked that the actor reaches them.
 */
export async function takeDetails(scope: ActorScope, changes: readonly ChangedDetails[]): Promise<ChangedDetails[]> {
  const changed: ChangedDetails[] = []
  for (const { subjectId, before, after } of changes.toSorted(inOrder)) {
    await holdSubject(scope, subjectId)
    const stored = await findDetails(scope, subjectId)
    const kinds = detailKinds.filter(
      (kind) => after[kind] !== undefined && isDeepStrictEqual(stored[kind], before[kind] ?? null),
    )
    if (kinds.length === 0) continue
    await storeDetails(scope, subjectId, { ...stored, ...pick(after, kinds) })
    await touchSubject(scope, subjectId)
    await recordDone(scope, 'subject.changed', subjectId, { fields: kinds })
    changed.push({ subjectId, before: pick(before, kinds), after: pick(after, kinds) })
  }
  return changed
}

function inOrder(one: ChangedDetails, other: ChangedDetails): number {
  return one.subjectId < other.subjectId ? -1 : 1
}

function pick(details: Partial<PersonDetails>, kinds: readonly DetailKind[]): Partial<PersonDetails> {
  return Object.fromEntries(kinds.map((kind) => [kind, details[kind] ?? null]))
}

function only(details: PersonDetails, kinds: readonly DetailKind[]): Partial<PersonDetails> {
  return Object.fromEntries(kinds.map((kind) => [kind, details[kind]]))
}

/** The details of a merged subject, and the kinds that the kept one took over, which undoing the merge needs to know. */
interface MergedDetails {
  details: PersonDetails | null
  filled: DetailKind[]
}

/** Gives the kept subject those details of the merged one that it lacks, and deletes the latter's. */
export async function mergeDetails(
  scope: Scope,
  { keptId, mergedId }: { keptId: string; mergedId: string },
): Promise<MergedDetails> {
  const [kept, merged] = [await findDetails(scope, keptId), await findDetails(scope, mergedId)]
  const known = knownKinds(merged)
  const filled = known.filter((kind) => kept[kind] === null)
  if (filled.length > 0) await storeDetails(scope, keptId, { ...kept, ...only(merged, filled) })
  await deleteDetails(scope, [mergedId])
  return { details: known.length === 0 ? null : merged, filled }
}

/** Reverses `mergeDetails`. The kept subject loses what it took over, unless that was changed since. */
export async function partDetails(
  scope: Scope,
  { keptId, mergedId, details, filled }: { keptId: string; mergedId: string } & MergedDetails,
): Promise<void> {
  if (details === null) return
  const kept = await findDetails(scope, keptId)
  const unchanged = filled.filter((kind) => isDeepStrictEqual(kept[kind], details[kind]))
  await storeDetails(scope, keptId, { ...kept, ...only(noDetails, unchanged) })
  await storeDetails(scope, mergedId, details)
}
