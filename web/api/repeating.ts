import type { Endpoint } from '../../contract/endpoint.ts'

/** What is sent by POST and stores nothing that anybody would look for: it asks, or opens and closes the session. */
const asking: ReadonlySet<string> = new Set([
  'checkInvite',
  'checkTenantDomain',
  'login',
  'logout',
  'lookUpSubject',
  'matchSubjects',
  'noteListPrint',
  'openResult',
  'printTest',
  'searchEverything',
  'verifyResult',
])

/**
 * What is sent by POST without a key, and is all the same not done twice when it is sent twice: its second time is refused because
 * the first is there, or leads to the same state.
 */
const doneOnce: ReadonlySet<string> = new Set([
  'createAssay',
  'createGroup',
  'createInvite',
  'createOrganisation',
  'createTenant',
  'createUser',
  'enterTenant',
  'mergeSubject',
  'redeemInvite',
  'requestPasswordReset',
  'requestVerification',
  'selfRegister',
  'takeFromCatalogue',
  'undoMerge',
  'uploadAssayPicture',
  'uploadDeviceImage',
  'verifyEmail',
  'verifyRegistration',
])

/** Whether a request that gets no answer may have stored something. */
export function mayStore({ method, name }: Pick<Endpoint, 'method' | 'name'>): boolean {
  return method !== 'GET' && !asking.has(name)
}

/** Whether a request can be sent again without being done again, as far as is known: under a key it can. */
export function isSafeToRepeat(
  { method, name }: Pick<Endpoint, 'method' | 'name'>,
  headers: Record<string, string> = {},
): boolean {
  return method !== 'POST' || 'Idempotency-Key' in headers || asking.has(name) || doneOnce.has(name)
}
