import { createHmac, randomBytes } from 'node:crypto'
import { meaningIn } from '../../contract/assays/meanings.ts'
import { inviteCodeAlphabet } from '../../contract/rules/invite-code.ts'
import { verificationCodeLength } from '../../contract/rules/verification-code.ts'
import { anonymizedId } from '../../contract/subjects/subject.ts'
import type { PrintedSheet } from '../../contract/test-records/printing.ts'
import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import type { PrintedResult } from '../../contract/test-records/verifying.ts'
import { recordAudit } from '../access/audit.ts'
import type { ActorScope, EnterAsAnyone, Scope } from '../access/scope.ts'
import { addressCounter, forgiveAttempts, spendAttempts, type Counter } from '../access/throttle.ts'
import { isSameSecret } from '../access/tokens.ts'
import { findShownRow, toShownResult, type ShownRow } from '../results/service.ts'
import { getTestRecord } from './service.ts'
import { findSheetRow, findVerificationKey, insertVerificationKey } from './verifying-repository.ts'

/**
 * Notes that a record is printed, and answers it with what its sheet says besides. There is no code where the sheet could not be
 * verified, because nothing is left of the subject or no date of birth is known. Throws `not-found`.
 */
export async function printTest(scope: ActorScope, recordId: string): Promise<PrintedSheet> {
  const record = await getTestRecord(scope, recordId)
  const { subject, state, result } = record
  const isVerifiable = subject.id !== anonymizedId && (!hasBirthDates(scope) || subject.dateOfBirth !== null)
  const code = isVerifiable ? codeOf(await keyOf(scope), recordId) : null
  const sheet = await findSheetRow(scope, recordId)
  await recordAudit(scope, { action: 'test-record.printed', resourceType: 'test-record', resourceId: recordId })
  return {
    record,
    code,
    meaning: meaningIn(sheet.meanings, result, scope.locale),
    readFromMinutes: sheet.read_from_minutes,
    readUntilMinutes: sheet.read_until_minutes,
    labName: sheet.lab_name,
    clia: sheet.clia,
    change:
      state === 'recorded' || sheet.change === null
        ? null
        : { reason: sheet.change.reason, at: new Date(sheet.change.at).toISOString() },
  }
}

/** What one address has for all test IDs, and for one of them. */
const attempts = 10
const attemptsAtOne = 5
/** What one code has in a day, from everywhere: whoever holds it and no date of birth must not try them one after another. */
const attemptsWithCode = 30
const day = 24 * 60

/**
 * What the record says now that a sheet was printed from, or null where anything on the sheet does not agree with it. The
 * attempt is committed before anything is looked up, and given back after a success. It counts for the address, and for the
 * code as it was typed: who knows a test ID and not its code, which nobody guesses, uses up nothing of who holds the sheet.
 * Each refusal does the same work, whatever its reason, so that its time tells nothing either. Throws `too-many-attempts`.
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
    // Where nothing was printed yet, no code agrees with a key that nobody knows.
    const key = (await findVerificationKey(scope)) ?? randomBytes(32)
    const isCodeRight = isSameSecret(sheet.code, codeOf(key, row?.id ?? ''))
    const isPersonRight = isSameSecret(personOn(scope, sheet), personOf(scope, row))
    const verified = row !== undefined && isCodeRight && isPersonRight ? row : undefined
    await recordAudit(scope, {
      action: 'test-record.verified',
      outcome: verified === undefined ? 'refused' : 'done',
      ...(verified && { resourceType: 'test-record', resourceId: verified.id }),
    })
    if (verified === undefined) return null
    await forgiveAttempts(scope, spent)
    return toShownResult(verified)
  })
}

/**
 * The code of a record: 12 characters that follow from the tenant's key and the record's id, so that they outlast
 * corrections and are stored nowhere.
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

/** The tenant's key, which is made when it is first needed. */
async function keyOf(scope: Scope): Promise<Buffer> {
  const known = await findVerificationKey(scope)
  if (known !== undefined) return known
  await insertVerificationKey(scope, randomBytes(32))
  // Somebody else's, when they were first.
  const key = await findVerificationKey(scope)
  if (key === undefined) throw new Error('A key that was just stored is there')
  return key
}

/** Animals and samples have no date of birth: test ID and code alone prove the sheet. */
function hasBirthDates({ tenant }: Scope): boolean {
  return tenant.subjectKind === 'human'
}

/** What the sheet says of the person, to be the same as `personOf` its record. */
function personOn(scope: Scope, { dateOfBirth }: PrintedResult): string {
  return hasBirthDates(scope) ? `born ${dateOfBirth ?? 'on no day'}` : 'known'
}

/** Says nothing that a sheet says where nothing is left of the subject, or no date of birth is known. */
function personOf(scope: Scope, row: ShownRow | undefined): string {
  if (row === undefined || row.identified_subject_id === null) return 'unknown'
  return hasBirthDates(scope) ? `born ${row.date_of_birth ?? ''}` : 'known'
}
