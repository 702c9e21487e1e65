import { createHmac } from 'node:crypto'
import { anyOrderOfDay, dayFrom1900 } from '../../contract/imports/written-dates.ts'
import type { Cell } from '../../contract/imports/row-cells.ts'
import { meantEmail } from '../../contract/rules/name-and-email.ts'
import type { Person } from '../access/person.ts'
import type { Scope } from '../access/scope.ts'
import { findNamesOf, findSubjectsOf } from '../subjects/service.ts'
import {
  addLeavers,
  cancelNaming,
  cancelRead,
  findAccount,
  findMakers,
  forgetNaming,
  hasUnread,
  listPersonKeys,
} from './erasing-repository.ts'
import { keyOfPerson } from './reading/keys-of.ts'
import { keyWithoutNumber, secretOf } from './running/known-repository.ts'
import { keyMaker } from './running/made-keys.ts'

/**
 * Erases a person from files, by their email, by names and date of birth, and as somebody whom an import has made or found. An import
 * that names them and has not begun is cancelled, and whoever still needs it sends the file again without them. One that
 * has begun goes on without their rows. A file that was not read to its end is cancelled once it turns out to name them.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  const subjectIds = await findSubjectsOf(scope, person)
  const { personKeys, unclearKeys } = await personKeysOf(scope, person)
  const named = { email: person.email, personKeys, unclearKeys, subjectIds }
  if (await hasUnread(scope)) {
    const hash = await leaverHash(scope)
    await addLeavers(scope, [hash(person.email.toLowerCase()), ...[...personKeys, ...unclearKeys].map(hash)])
  }
  const ids = [...(await cancelNaming(scope, named)), ...(await forgetNaming(scope, named))]
  for (const id of ids) await scope.addJob('remove-import', id)
}

/** The keys of rows that name a person, and of those that may name them because nobody has said the order of their dates. */
async function personKeysOf(scope: Scope, person: Person): Promise<{ personKeys: string[]; unclearKeys: string[] }> {
  const names = await findNamesOf(scope, person)
  const account = await findAccount(scope, person)
  const all = [...names, ...namesIn(account)]
  const keys = new Set(all.map(keyOfPerson))
  const unclearKeys = all.flatMap((one) =>
    unclearDaysOf(one.dateOfBirth).map((dateOfBirth) => keyOfPerson({ ...one, dateOfBirth })),
  )
  const makers = await findMakers(
    scope,
    names.map(({ subjectId }) => subjectId),
  )
  if (makers.length === 0) return { personKeys: [...keys], unclearKeys }
  // Their names may have been changed here since.
  const keyOf = keyMaker(await secretOf(scope))
  for (const { importId, key, groups } of makers) {
    for (const personKey of await listPersonKeys(scope, importId)) {
      if ((groups ?? []).some(({ groupId }) => keyOf(groupId, personKey) === keyWithoutNumber(key))) keys.add(personKey)
    }
  }
  return { personKeys: [...keys], unclearKeys }
}

/**
 * What is taken for a date of which nobody has said how it is written: the day with day and month swapped, what stands for two digits of
 * each, and the day on which a number of days ends if it is counted from 1900 and not from 1904.
 */
function unclearDaysOf(day: string): string[] {
  return [day.replace(/-(\d\d)-(\d\d)$/, '-$2-$1'), anyOrderOfDay(day), dayFrom1900(day)]
}

/** The first and last names that the name of an account may consist of, or the one name. */
function namesIn(account: Awaited<ReturnType<typeof findAccount>>) {
  if (account === undefined || account.dateOfBirth === null) return []
  const { dateOfBirth } = account
  const words = (account.full_name ?? '').split(/\s+/).filter((word) => word !== '')
  return words.map((_, at) => ({
    firstName: words.slice(0, at).join(' '),
    lastName: words.slice(at).join(' '),
    dateOfBirth,
  }))
}

async function leaverHash(scope: Scope): Promise<(text: string) => string> {
  const secret = await secretOf(scope)
  return (text) => createHmac('sha256', secret).update(`leaver ${text}`).digest('base64url')
}

/**
 * Cancels an import if what was read of its file names somebody who has left since it was sent, and tells whether it did.
 * `leavers` are those of the import.
 */
export async function cancelForLeavers(
  scope: Scope,
  importId: string,
  leavers: readonly string[],
  read: readonly { cells: readonly Cell[]; personKey: string | null }[],
): Promise<boolean> {
  if (leavers.length === 0 || read.length === 0) return false
  const hash = await leaverHash(scope)
  const isOfLeaver = (text: string) => leavers.includes(hash(text))
  const isNamed = read.some(
    ({ cells, personKey }) => (personKey !== null && isOfLeaver(personKey)) || emailsIn(cells).some(isOfLeaver),
  )
  if (!isNamed) return false
  await cancelRead(scope, importId)
  await scope.addJob('remove-import', importId)
  return true
}

/** What may be an email in cells, in lower case. */
function emailsIn(cells: readonly Cell[]): string[] {
  const words = cells.flatMap((cell) => (cell?.includes('@') ? cell.toLowerCase().split(/[\s,;:<>()[\]"']+/) : []))
  return words.map((word) => meantEmail(word).toLowerCase())
}
