import { expect } from 'vitest'
import type { Client, TestResponse } from './client.ts'
import { newRecordAt } from './new-record.ts'
import type { Place } from './places.ts'

let added = 0

const person = { kind: 'human', dateOfBirth: '1984-02-03', firstName: 'Ana', lastName: 'Quill', localId: null }

/** Adds a subject to a place's group, with a new email unless one is given, and whoever has the same name. */
export async function addSubject(client: Client, place: Place, identity: object = {}): Promise<string> {
  const email = `added-${(added += 1)}@people.test`
  const body = { ...person, email, groupId: place.groupId, ...identity }
  const response = await client.post('/subjects', { ...(body.kind === 'human' && { isNamesake: true }), ...body })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data.id
}

/** Records a test of a subject in a place's group, and returns its id. */
export async function recordTestOf(client: Client, place: Place, subjectId: string): Promise<string> {
  const response = await client.post('/test-records', { ...newRecordAt(place), subjectId })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data.id
}

/** Merges a subject into another as the same person, in their present versions unless others are given. */
export async function merge(
  client: Client,
  { from, into }: { from: string; into: string },
  versions: { from?: number; into?: number } = {},
): Promise<TestResponse> {
  const versionOf = async (id: string): Promise<number> =>
    (await client.get(`/subjects/${id}`)).json().data?.version ?? 1
  return await client.send('POST', `/subjects/${into}/merge`, {
    body: { subjectId: from, version: versions.from ?? (await versionOf(from)), isSamePerson: true },
    headers: { 'if-match': `"${versions.into ?? (await versionOf(into))}"` },
  })
}

/** Undoes a merge, by its reply. */
export function undo(client: Client, merged: { id: string; subjectId: string }): Promise<TestResponse> {
  return client.post(`/subjects/${merged.subjectId}/merges/${merged.id}/undo`)
}
