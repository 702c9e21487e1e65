import { randomUUID } from 'node:crypto'
import { idOf, recordsScale } from './fixture.ts'
import type { Request } from './http-client.ts'

/** Returns the request that records a test performed at midnight today, with another subject each time. */
export function recordingAt(path: string, n: number): Request {
  const subject = Math.floor(Math.random() * recordsScale.subjects.ofBig)
  const body = {
    organisationId: idOf.organisation(0, subject % recordsScale.organisations),
    groupId: idOf.group(0, subject % recordsScale.groups),
    subjectId: idOf.subject(0, subject),
    assayId: idOf.assay(0),
    analyteResults: [{ analyteId: 'sars-cov-2', result: n % 8 === 0 ? 'positive' : 'negative' }],
    specimen: 'Nasal swab',
    performedDate: new Date().toISOString().slice(0, 10),
    performedTime: '00:00',
    performedZone: 'UTC',
    location: 'Room 4',
    lot: 'BT2611',
    note: null,
  }
  return { method: 'POST', path, body: JSON.stringify(body) }
}

/** Returns requests that each record a test under an idempotency key of their own. */
export function newRecording(headers: Record<string, string>): (n: number) => Request {
  return (n) => ({
    ...recordingAt('/api/v1/test-records', n),
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
}
