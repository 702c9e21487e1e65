import type { Endpoint } from '../../contract/endpoint.ts'

/** POST endpoints that store nothing of consequence: they ask a question, or open and close the session. */
const asking: ReadonlySet<string> = new Set([
  'checkInvite',
  'checkTenantDomain',
  'findInvitee',
  'findInviteeOfGroup',
  'login',
  'logout',
  'lookUpSubject',
  'matchSubjects',
  'noteListPrint',
  'openResult',
  'printOutbreak',
  'printRound',
  'printTest',
  'printTestSet',
  'searchEverything',
  'verifyResult',
])

/**
 * POST endpoints without a key that still take effect only once: a repeat is refused because of the first request, or
 * leads to the same state.
 */
const doneOnce: ReadonlySet<string> = new Set([
  'enterTenant',
  'mergeSubject',
  'redeemInvite',
  'requestPasswordReset',
  'requestVerification',
  'selfRegister',
  'undoMerge',
  'uploadAssayPicture',
  'uploadDeviceImage',
  'verifyEmail',
  'verifyRegistration',
])

/** True if a request without an answer may have stored something. */
export function mayStore({ method, name }: Pick<Endpoint, 'method' | 'name'>): boolean {
  return method !== 'GET' && !asking.has(name)
}

/** True if an endpoint does a request only once under each key. */
export function takesKey({ headers }: Pick<Endpoint, 'headers'>): boolean {
  return headers?.['idempotency-key'] !== undefined
}

/** True if a request is known to be repeatable without taking effect twice. */
export function isSafeToRepeat(endpoint: Pick<Endpoint, 'method' | 'name' | 'headers'>): boolean {
  const { method, name } = endpoint
  return method !== 'POST' || takesKey(endpoint) || asking.has(name) || doneOnce.has(name)
}

/**
 * True if a request that was refused with a time to wait is sent again without asking anybody: it reads or asks, has a key, or sends a
 * picture, of which one too many is removed. Other changes are left to the person, who may see first what has become of them.
 */
export function isRepeatedUnasked(endpoint: Pick<Endpoint, 'method' | 'name' | 'headers' | 'upload'>): boolean {
  const { method, name, upload } = endpoint
  const isOfPicture = upload !== undefined && doneOnce.has(name)
  return method === 'GET' || takesKey(endpoint) || asking.has(name) || isOfPicture
}
