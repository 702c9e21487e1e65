import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { setLocale } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import { leaveFor, useSubmit } from './use-submit.ts'

const schema = z.object({ name: z.string() })

beforeEach(() => setLocale('en_GB'))

function sending(send: () => Promise<string>, onDone = vi.fn<() => unknown>()) {
  const { result } = renderHook(() => {
    const form = useForm({ schema, initial: { name: 'Ana' } })
    const submission = useSubmit(form, {
      failed: 'passwords:failed',
      refused: { 409: 'ownAccount:deletion.lastAdministrator' },
      send,
      onDone,
    })
    return { form, submission }
  })
  return { result, onDone, press: () => act(async () => result.current.submission.onSubmit()) }
}

test('a submitted form passes on the reply and the sent body', async () => {
  const { onDone, press, result } = sending(async () => 'stored')
  await press()
  expect(onDone).toHaveBeenCalledWith('stored', { name: 'Ana' })
  expect(result.current.submission).toMatchObject({ error: undefined, isPending: false })
})

test.each([
  [new ApiError(0, { code: 'offline' }), /The server cannot be reached/],
  [new ApiError(401, { code: 'unauthenticated', message: 'words of the server' }), 'words of the server'],
  [new ApiError(403, { code: 'forbidden', message: 'words of the server' }), 'words of the server'],
  [new ApiError(409, { code: 'not-possible', message: 'words of the server' }), /administrator/],
  [new ApiError(500, { code: 'internal', message: 'words of the server' }), /a problem on our side/],
])('a failure has one message, and the typed data stays (%#)', async (failure, words) => {
  const { onDone, press, result } = sending(() => Promise.reject(failure))
  await press()
  expect(result.current.submission.error).toMatch(words)
  expect(result.current.form.values).toEqual({ name: 'Ana' })
  expect(onDone).not.toHaveBeenCalled()
})

test('a form that leads to another page is pending while that loads', async () => {
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { assign })
  const { press, result } = sending(
    async () => 'stored',
    vi.fn<() => unknown>(() => leaveFor('/login')),
  )
  await press()
  expect(assign).toHaveBeenCalledWith('/login')
  expect(result.current.submission.isPending).toBe(true)
})

test('the server’s message about a field is shown there and not above', async () => {
  const { press, result } = sending(() =>
    Promise.reject(new ApiError(422, { code: 'validation', errors: { name: ['words at the name'] } })),
  )
  await press()
  expect(result.current.form.errors).toEqual({ name: 'words at the name' })
  expect(result.current.submission.error).toBeUndefined()
})

test('a form without messages for failures does not compile', () => {
  const form = {
    form: { current: null },
    values: {},
    validate: () => ({}),
    showErrors: () => undefined,
    markSaved: () => undefined,
  }
  const { result } = renderHook(() =>
    // @ts-expect-error -- the words are missing
    useSubmit(form, { send: async () => undefined, onDone: () => undefined }),
  )
  expect(result.current.isPending).toBe(false)
})
