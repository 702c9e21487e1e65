import type { ErrorCode, ErrorReply } from '../errors/errors.ts'

/** FHIR's words for what went wrong (value set `issue-type`); any other code is `processing`. */
const issueTypes: Partial<Record<ErrorCode, string>> = {
  'bad-request': 'structure',
  unauthenticated: 'login',
  'access-suspended': 'suppressed',
  forbidden: 'forbidden',
  'tenant-suspended': 'suppressed',
  'not-found': 'not-found',
  'method-not-allowed': 'not-supported',
  'not-acceptable': 'not-supported',
  'unsupported-media-type': 'not-supported',
  validation: 'invalid',
  'too-many-attempts': 'throttled',
  'too-large': 'too-long',
  internal: 'exception',
  unavailable: 'transient',
  'export-queued': 'throttled',
}

/** The system of the codes of `contract/errors`, in which `details` names an error. */
export const errorSystem = 'urn:lateral:error'

/** Writes an error as FHIR does: one issue for each field, or one for the whole. `diagnostics` is the request's reference. */
export function operationOutcome({ code, message, errors, requestId }: ErrorReply) {
  const issue = (text: string, field?: string) => ({
    severity: code === 'internal' ? ('fatal' as const) : ('error' as const),
    code: issueTypes[code] ?? 'processing',
    details: { coding: [{ system: errorSystem, code }], text },
    diagnostics: `requestId=${requestId}`,
    ...(field !== undefined && { expression: [`http.${field}`] }),
  })
  const ofFields = Object.entries(errors ?? {}).flatMap(([field, texts]) => texts.map((text) => issue(text, field)))
  return { resourceType: 'OperationOutcome' as const, issue: ofFields.length > 0 ? ofFields : [issue(message)] }
}
