import { createHmac, randomBytes } from 'node:crypto'
import { inviteCodeAlphabet } from '../../../contract/rules/invite-code.ts'
import { verificationCodeLength } from '../../../contract/limits-and-times.ts'
import { anonymizedId } from '../../../contract/subjects/subject.ts'
import type { PrintedSheet } from '../../../contract/test-records/printing.ts'
import type { ShownResult } from '../../../contract/test-records/shown-result.ts'
import type { PrintedResult } from '../../../contract/test-records/verifying.ts'
import { recordAudit, recordDone } from '../../access/audit/audit.ts'
import type { ActorScope, EnterAsAnyone, Scope } from '../../access/scope.ts'
import { addressCounter, forgiveAttempts, spendAttempts, type Counter } from '../../access/serving/throttle.ts'
import { isSameSecret } from '../../access/sessions/tokens.ts'
import { Failure } from '../../platform/failure.ts'
import { labOf } from '../../groups/columns.ts'
import { findShownRow, meaningOfTest, showResult, type ShownRow } from '../../results/service.ts'
import { getTestRecord } from '../service.ts'
import { findSheetRow, findVerificationKey, insertVerificationKey } from './repository.ts'

/**
 * Audits that a record is printed, and returns it with the further data of its sheet. There is no code when the sheet
 * could not be verified, because the subject was erased or has no date of birth. Throws `not-found`, and `result-held-back` for
 * a step of a set that has no outcome.
 */
export async function printTest(scope: ActorScope, recordId: string): Promise<PrintedSheet> {
  const record = await getTestRecord(scope, recordId)
  const { subject, state, testSet } = record
  if (testSet !== undefined && testSet.state !== 'ended') throw new Failure('result-held-back')
  const isVerifiable = subject.id !== anonymizedId && (!hasBirthDates(scope) || subject.dateOfBirth !== null)
  const code = isVerifiable ? codeOf(await keyOf(scope), recordId) : null
  const sheet = await findSheetRow(scope, recordId)
  await recordDone(scope, 'test-record.printed', recordId)
  return {
    record,
    code,
    meaning: await meaningOfTest(scope, recordId),
    readFromMinutes: sheet.read_from_minutes,
    readUntilMinutes: sheet.read_until_minutes,
    ...labOf(sheet),
    change:
      state === 'recorded' || sheet.change === null
        ? null
        : { reason: sheet.change.reason, at: new Date(sheet.change.at).toISOString() },
  }
}

/** Attempts of one address for all test IDs; `attemptsAtOne` are those for one ID. */
const attempts = 10
const attemptsAtOne = 5
/** Attempts per code and day from everywhere, so that a holder without the date of birth cannot try all dates. */
const attemptsWithCode = 30
const day = 24 * 60

/**
 * Returns the present state of a printed record, or null when anything on the sheet disagrees with it. The attempt is
 * committed before anything is looked up, and given back on success. It counts for the address and for the typed code:
 * a stranger who knows a test ID but not its code, which cannot be guessed, uses up no attempts of the holder. Every
 * refusal does equal work, so that its time reveals nothing. Throws `too-many-attempts`.
 */
export async function verifyResult(
  enter: EnterAsAnyone,
  sheet: PrintedResult,
  address: string,
): Promise<ShownResult | null> {
  const ofAddress = addressCounter('verify-result', address, attempts)
  const ofTest = `verify-result:test:${sheet.testId}`
  const ofBoth = { ...ofAddress, key: `${ofTest}:${ofAddress.key}`, attempts: attemptsAtOne }
  const ofCode: Counter = {
    key: `${ofTest}:code:${sheet.code}`,
    attempts: attemptsWithCode,
    minutes: day,
    isShared: true,
  }
  const spent = await enter((scope) => spendAttempts(scope, [ofAddress, ofBoth, ofCode]))
  return await enter(async (scope) => {
    const row = await findShownRow(scope, { testId: sheet.testId })
    // Before the first print there is no key, and no code matches a random one.
    const key = (await findVerificationKey(scope)) ?? randomBytes(32)
    const isCodeRight = isSameSecret(sheet.code, codeOf(key, row?.id ?? ''))
    const isPersonRight = isSameSecret(personOn(scope, sheet), personOf(scope, row))
    const verified = row?.is_shown === true && isCodeRight && isPersonRight ? row : undefined
    await recordAudit(scope, {
      action: 'test-record.verified',
      outcome: verified === undefined ? 'refused' : 'done',
      ...(verified && { resourceType: 'test-record', resourceId: verified.id }),
    })
    if (verified === undefined) return null
    await forgiveAttempts(scope, spent)
    return await showResult(scope, verified)
  })
}

/**
 * Derives the code of a record, 12 characters, from the tenant's key and the record's id, so that it survives
 * corrections and is stored nowhere.
 */
function codeOf(key: Buffer, recordId: string): string {
  const base = BigInt(inviteCodeAlphabet.length)
  let rest = BigInt(`0x${createHmac('sha256', key).update(`test-record:${recordId}`).digest('hex')}`)
  return Array.from({ length: verificationCodeLength }, () => {
    const character = inviteCodeAlphabet[Number(rest % base)]
    rest /= base
    return character
  }).join('')
}

/** Returns the tenant's key, which is made when it is first needed. */
async function keyOf(scope: Scope): Promise<Buffer> {
  const known = await findVerificationKey(scope)
  if (known !== undefined) return known
  await insertVerificationKey(scope, randomBytes(32))
  // Another transaction may have stored its key first.
  const key = await findVerificationKey(scope)
  if (key === undefined) throw new Error('A key that was just stored is there')
  return key
}

/** Animals and samples have no date of birth: their test ID and code alone prove the sheet. */
function hasBirthDates({ tenant }: Scope): boolean {
  return tenant.subjectKind === 'human'
}

/** Describes the person on the sheet, to be compared with `personOf` the record. */
function personOn(scope: Scope, { dateOfBirth }: PrintedResult): string {
  return hasBirthDates(scope) ? `born ${dateOfBirth ?? 'on no day'}` : 'known'
}

/** Describes a record's person. Matches no sheet when the subject was erased or has no date of birth. */
function personOf(scope: Scope, row: ShownRow | undefined): string {
  if (row === undefined || row.identified_subject_id === null) return 'unknown'
  return hasBirthDates(scope) ? `born ${row.date_of_birth ?? ''}` : 'known'
}
