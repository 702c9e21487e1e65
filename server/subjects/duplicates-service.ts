import type { DuplicateReason, PossibleDuplicate } from '../../contract/subjects/merging.ts'
import { foldedId } from '../../contract/rules/folding.ts'
import { searchWordsOf } from '../../contract/subjects/search-words.ts'
import type { SubjectDetails } from '../../contract/subjects/subject.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure } from '../platform/failure.ts'
import { keptWithPauses } from '../platform/kept-with-pauses.ts'
import { compareWith } from './comparing-service.ts'
import { findByNhsNumber, findDetails } from './details-repository.ts'
import { findBornOn, findByWholeWords } from './duplicates-repository.ts'
import { findSubjects } from './list-repository.ts'
import { toDetails } from './shown-subject.ts'
import { areSimilarNames, areSameNames } from './similar-names.ts'

/** The number of subjects read in full, before those out of the actor's scope are left out. */
const mostCompared = 100
const mostShown = 20

/** Lists the subjects of the actor's scope that may be the same as one, the most likely first. Throws `not-found`. */
export async function listDuplicates(scope: ActorScope, subjectId: string): Promise<PossibleDuplicate[]> {
  const [row] = await findSubjects(scope, [subjectId])
  if (row === undefined) throw new Failure('not-found')
  const known = toDetails(row)
  const sameNumber = await idsWithSameNhsNumber(scope, subjectId)
  const ids = [...sameNumber, ...(await idsWithSameIdentifiers(scope, known)), ...(await idsOfNamesakes(scope, known))]
  const found = await findSubjects(scope, [...new Set(ids)].slice(0, mostCompared))
  const shown = found
    .flatMap((other) => {
      const subject = toDetails(other)
      const reason = reasonOf(known, subject, sameNumber.includes(other.subject_id))
      if (reason === undefined) return []
      const isKnownBeyond = [row, other].some(({ known_in, groups }) => (known_in ?? 0) > groups.length)
      const haveAccounts = row.user_id !== null && other.user_id !== null && row.user_id !== other.user_id
      const obstacle = isKnownBeyond ? 'beyond-scope' : haveAccounts ? 'two-accounts' : null
      return [{ subject, reason, obstacle } as const]
    })
    .toSorted((one, other) => order.indexOf(one.reason) - order.indexOf(other.reason))
    .slice(0, mostShown)
  const others = shown.map(({ subject }) => subject)
  const compared = known.kind === 'human' ? await compareWith(scope, known, others) : []
  return shown.map((one, at) => {
    const { agrees, differs } = compared[at] ?? { agrees: [], differs: [] }
    return { ...one, agrees, differs }
  })
}

const order: readonly DuplicateReason[] = [
  'same-identifiers',
  'same-nhs-number',
  'same-birth-date',
  'swapped-birth-date',
]

function reasonOf(one: SubjectDetails, other: SubjectDetails, haveSameNhsNumber: boolean): DuplicateReason | undefined {
  if (one.kind !== other.kind) return undefined
  if (haveSameIdentifiers(one, other)) return 'same-identifiers'
  if (haveSameNhsNumber) return 'same-nhs-number'
  const pairs = namedAs(one).flatMap((ours) => namedAs(other).map((theirs) => [ours, theirs] as const))
  if (pairs.some(([a, b]) => a.dateOfBirth === b.dateOfBirth && areSimilarNames(a.name, b.name))) {
    return 'same-birth-date'
  }
  const isSwapped = pairs.some(
    ([a, b]) => withDayAsMonth(a.dateOfBirth) === b.dateOfBirth && areSameNames(a.name, b.name),
  )
  return isSwapped ? 'swapped-birth-date' : undefined
}

/** The names and dates of birth of a subject, in each pair that its own and those of subjects merged into it make. */
function namedAs(subject: SubjectDetails): { name: string; dateOfBirth: string }[] {
  const all = [subject, ...subject.alsoKnownBy]
  const names = all.map(nameOf).filter((name) => name !== '')
  return names.flatMap((name) =>
    all.flatMap(({ dateOfBirth }) => (dateOfBirth === null ? [] : [{ name, dateOfBirth }])),
  )
}

/** Local IDs belong to a group, so equal ones in two groups mean nothing. */
function haveSameIdentifiers(one: SubjectDetails, other: SubjectDetails): boolean {
  const share = (some: string[], others: string[]) => some.some((each) => others.includes(each))
  const haveSameGroup = share(
    one.groups.map(({ id }) => id),
    other.groups.map(({ id }) => id),
  )
  return (
    share(identifiersOf(one).unique, identifiersOf(other).unique) ||
    (haveSameGroup && share(identifiersOf(one).local, identifiersOf(other).local))
  )
}

/** Collects the identifiers of a subject and of those merged into it, in the form in which they are compared. */
function identifiersOf(subject: SubjectDetails): { unique: string[]; local: string[] } {
  const all = [subject, ...subject.alsoKnownBy]
  const customIds = all.flatMap(({ customId1, customId2 }) =>
    customId1 === null || customId2 === null ? [] : [JSON.stringify([foldedId(customId1), foldedId(customId2)])],
  )
  const given = (texts: (string | null)[]) => texts.filter((text) => text !== null)
  return {
    unique: [...given(all.map(({ email }) => email)).map((email) => email.toLowerCase()), ...customIds],
    local: given(all.map(({ localId }) => localId)).map(foldedId),
  }
}

async function idsWithSameNhsNumber(scope: ActorScope, subjectId: string): Promise<string[]> {
  if (!scope.tenant.subjectDetails.includes('nhsNumber')) return []
  const { nhsNumber } = await findDetails(scope, subjectId)
  return nhsNumber === null ? [] : await findByNhsNumber(scope, nhsNumber, { besides: subjectId })
}

function idsWithSameIdentifiers(scope: ActorScope, known: SubjectDetails): Promise<string[]> {
  const all = [known, ...known.alsoKnownBy]
  // The first search word of an identifier is the whole of it.
  const emails = all.flatMap(({ email }) => searchWordsOf({ ...unnamed, email }).slice(0, 1))
  const ids = all
    .flatMap(({ localId, customId1 }) => [localId, customId1])
    .flatMap((id) => (id === null ? [] : [foldedId(id)]))
  return findByWholeWords(scope, known.id, [...new Set([...emails, ...ids])])
}

const unnamed = { firstName: null, lastName: null, localId: null, customId1: null, customId2: null }

/** Finds the subjects with a similar name and the same date of birth, or with its day and month swapped. */
async function idsOfNamesakes(scope: ActorScope, known: SubjectDetails): Promise<string[]> {
  const named = namedAs(known)
  const dates = named.flatMap(({ dateOfBirth }) => [dateOfBirth, withDayAsMonth(dateOfBirth) ?? dateOfBirth])
  const born = await Promise.all([...new Set(dates)].map((date) => findBornOn(scope, known.id, date)))
  const names = [...new Set(named.map(({ name }) => name))]
  const alike = await keptWithPauses(born.flat(), (other) => names.some((name) => areSimilarNames(name, nameOf(other))))
  return alike.map(({ id }) => id)
}

function nameOf({ firstName, lastName }: Pick<SubjectDetails, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ')
}

/** Swaps the day and month of a YYYY-MM-DD date; undefined when that is not another date. */
function withDayAsMonth(date: string): string | undefined {
  const [year, month, day] = date.split('-')
  return day !== undefined && Number(day) <= 12 && day !== month ? `${year}-${day}-${month}` : undefined
}
