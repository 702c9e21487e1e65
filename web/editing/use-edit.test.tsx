import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { setLocale } from '../ui/phrases.ts'
import { useEdit } from './use-edit.ts'

interface Place {
  name: string
  kind: string
  isOpen: boolean
  groups: string[]
  version: number
}

const schema = z.object({ name: z.string(), kind: z.string(), isOpen: z.boolean(), groups: z.array(z.string()) })
const place: Place = { name: 'Quay', kind: 'home', isOpen: true, groups: ['a'], version: 1 }
const stale = () => new ApiError(412, { code: 'stale-version', message: 'words of the server' })
type Send = (body: unknown, headers: { 'If-Match': string }) => Promise<Place>

beforeEach(() => setLocale('en_GB'))

/** A form over a place. `stored` lists the server's states for successive requests. */
function editing(send: Send, ...stored: Place[]) {
  const sent = vi.fn<Send>(send)
  const newest = vi.fn<() => Promise<Place>>()
  for (const item of stored) newest.mockResolvedValueOnce(item)
  newest.mockRejectedValue(new ApiError(404, { code: 'not-found' }))
  const { result, rerender } = renderHook(
    ({ item }) =>
      useEdit({
        item,
        schema,
        valuesOf: ({ version: _, ...values }: Place) => values,
        fields: {
          name: { label: 'Name' },
          kind: { label: 'Kind', inWords: ({ kind }) => `a ${kind}` },
          isOpen: { label: 'Open', inWords: ({ isOpen }) => (isOpen ? 'yes' : 'no') },
          groups: { label: 'Groups', inWords: ({ groups }) => groups.map((group) => group.toUpperCase()).join(', ') },
        },
        newest,
        send: sent,
        failed: 'passwords:failed',
        updated: 'ownAccount:detailsUpdated',
      }),
    { initialProps: { item: place } },
  )
  const { form } = result.current
  return {
    sent,
    load: (item: Place) => rerender({ item }),
    edit: () => result.current,
    type: (values: Partial<Place>) => act(() => form.setValues((before) => ({ ...before, ...values }))),
    save: () => act(async () => result.current.submission.onSubmit()),
    versions: () => sent.mock.calls.map(([, headers]) => headers['If-Match']),
  }
}

/** A server that refuses outdated versions. */
function server(...current: number[]): Send {
  return async (body, headers) => {
    const version = current.length > 1 ? current.shift() : current[0]
    if (headers['If-Match'] !== `"${version}"`) throw stale()
    return { ...(body as Place), version: (version ?? 0) + 1 }
  }
}

test('every kind of field is merged, shown in words, and decided before saving', async () => {
  const theirs = { name: 'Quay', kind: 'school', isOpen: false, groups: ['b'], version: 2 }
  const { edit, type, save, sent, versions } = editing(server(2), theirs)
  type({ name: 'Quayside', isOpen: true, groups: [], kind: 'herd' })
  await save()
  expect(edit().news).toEqual({ version: 2, taken: ['Open'], clashing: ['Kind', 'Groups'] })
  expect(edit().form.values).toEqual({ name: 'Quayside', kind: 'herd', isOpen: false, groups: [] })
  expect(edit().clashAt('kind')).toMatchObject({ mine: 'a herd', theirs: 'a school', choice: undefined })
  expect(edit().clashAt('groups')).toMatchObject({ mine: 'nothing', theirs: 'B' })
  expect(edit().clashAt('name')).toBeUndefined()

  await save()
  expect(sent).toHaveBeenCalledTimes(1)
  expect(edit().clashAt('kind')?.error).toBe('Choose which one to keep')

  act(() => edit().clashAt('kind')?.choose('theirs'))
  act(() => edit().clashAt('groups')?.choose('theirs'))
  expect(edit().clashAt('groups')).toMatchObject({ mine: 'nothing', choice: 'theirs', error: undefined })
  act(() => edit().clashAt('groups')?.choose('mine'))
  expect(edit().form.isChanged).toBe(true)
  await save()
  expect(sent.mock.lastCall?.[0]).toEqual({ name: 'Quayside', kind: 'school', isOpen: false, groups: [] })
  expect(versions()).toEqual(['"1"', '"2"'])
  expect(edit()).toMatchObject({ news: undefined, form: { isChanged: false } })
})

test('a second change in the meantime is merged like the first', async () => {
  const { edit, type, save, versions } = editing(
    server(2, 3, 3),
    { ...place, name: 'Theirs', version: 2 },
    { ...place, name: 'Theirs now', isOpen: false, version: 3 },
  )
  type({ name: 'Mine' })
  await save()
  act(() => edit().clashAt('name')?.choose('mine'))
  await save()
  expect(edit().clashAt('name')).toMatchObject({ mine: 'Mine', theirs: 'Theirs now', choice: undefined })
  expect(edit().news).toMatchObject({ taken: ['Open'] })
  // Typing on in the field is a choice.
  type({ name: 'Mine after all' })
  expect(edit().clashAt('name')).toMatchObject({ mine: 'Mine after all', choice: 'mine' })
  await save()
  expect(versions()).toEqual(['"1"', '"2"', '"3"'])
  expect(edit().news).toBeUndefined()
})

test('a newer version without changes to the form is saved over silently', async () => {
  const { edit, type, save, versions } = editing(server(4), { ...place, version: 4 })
  type({ name: 'Mine' })
  await save()
  expect(versions()).toEqual(['"1"', '"4"'])
  expect(edit()).toMatchObject({ news: undefined, submission: { error: undefined } })
})

test('reloaded values come into the fields until somebody types, and are merged on saving after that', async () => {
  const newest = { ...place, name: 'Theirs now', kind: 'school', version: 3 }
  const { edit, load, type, save, versions } = editing(server(3), newest)
  load({ ...place, name: 'Theirs', version: 2 })
  expect(edit().form).toMatchObject({ isChanged: false, values: { name: 'Theirs' } })
  type({ name: 'Mine' })
  load(newest)
  expect(edit().form.values).toMatchObject({ name: 'Mine', kind: 'home' })
  await save()
  expect(edit().news).toMatchObject({ taken: ['Kind'], clashing: ['Name'] })
  act(() => edit().clashAt('name')?.choose('mine'))
  await save()
  expect(versions()).toEqual(['"2"', '"3"'])
})

test('an item that was deleted in the meantime is reported, and the typed data stays', async () => {
  const gone = editing(server(2))
  gone.type({ name: 'Mine' })
  await gone.save()
  expect(gone.edit().submission.error).toMatch(/no longer exists/)
  expect(gone.edit().form).toMatchObject({ isChanged: true, values: { name: 'Mine' } })
})

test('text that is typed during saving stays, and is not saved yet', async () => {
  let answer = (_: Place): void => undefined
  const { edit, type, save } = editing(
    () =>
      new Promise<Place>((resolve) => {
        answer = resolve
      }),
  )
  type({ name: 'Mine' })
  await save()
  type({ kind: 'herd' })
  await act(async () => answer({ ...place, name: 'Mine', version: 2 }))
  expect(edit().form).toMatchObject({ isChanged: true, values: { name: 'Mine', kind: 'herd' } })
})

test('a server that calls its own version outdated is believed once', async () => {
  const { edit, save, sent } = editing(() => Promise.reject(stale()), place)
  await save()
  expect(sent).toHaveBeenCalledTimes(1)
  expect(edit().submission.error).toBe('words of the server')
})
