import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { updateMyLang } from '../../contract/own-account/user.ts'
import { login, logout } from '../../contract/session/endpoints.ts'
import { lookUpSubject } from '../../contract/subjects/endpoints.ts'
import { getTestRecord } from '../../contract/test-records/endpoints.ts'
import { recordTest } from '../../contract/test-records/recording.ts'
import { shell } from '../../contract/phrases/en_GB/shell.ts'
import { answer, called, reply } from '../testing/replies.ts'
import { alsoSay, setLocale } from '../ui/phrases.ts'
import { ApiError, fieldErrors } from './api-error.ts'
import { abortPending, call, upload } from './client.ts'
import { failureWords } from './failure-words.ts'
import { handleFailures } from './failures.ts'

const id = '01998878-2800-7000-8000-000000000001'
const failure = (status: number, code: string, more = {}) =>
  reply(status, { message: `words of ${code}`, code, requestId: 'r-1', ...more })

beforeEach(() => {
  document.cookie = 'XSRF-TOKEN=first'
  document.documentElement.lang = 'es-MX'
})

describe('the request', () => {
  test('has parameters and query in the address, the language, and no token when it changes nothing', async () => {
    const fetched = answer({ 'GET /dashboard': reply(200, { data: 1 }) })
    await call(getDashboard, { query: { from: '2026-01-01T00:00:00.000Z', to: undefined } })
    const [address, init] = fetched.mock.calls[0] ?? []
    expect(address).toBe('/api/v1/dashboard?from=2026-01-01T00%3A00%3A00.000Z')
    expect(init?.headers).toMatchObject({ 'Accept-Language': 'es-MX' })
    expect(init?.headers).not.toHaveProperty('X-XSRF-TOKEN')
  })

  test('has the token of the cookie when it changes something', async () => {
    const fetched = answer({ 'POST /logout': reply(204) })
    await call(logout)
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-XSRF-TOKEN': 'first' })
  })

  test('starts a session first when there is no token', async () => {
    document.cookie = 'XSRF-TOKEN=; max-age=0'
    const fetched = answer({ 'GET /sanctum/csrf-cookie': reply(204), 'POST /logout': reply(204) })
    await call(logout)
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/v1/sanctum/csrf-cookie', '/api/v1/logout'])
  })

  test('is repeated with a new token after a mismatch, and only once', async () => {
    const fetched = answer({
      'GET /sanctum/csrf-cookie': reply(204),
      'PUT /users/my-details/lang': failure(403, 'csrf-mismatch'),
    })
    const answered = fetched.getMockImplementation()
    fetched.mockImplementation(async (address, init) => {
      if (address.endsWith('/csrf-cookie')) document.cookie = 'XSRF-TOKEN=second'
      return (await answered?.(address, init)) ?? reply(404)
    })
    await expect(call(updateMyLang, { body: { lang: 'es' } })).rejects.toMatchObject({ code: 'csrf-mismatch' })
    expect(fetched).toHaveBeenCalledTimes(3)
    const tokens = called(fetched, 'PUT', '/lang').map(([, init]) => new Headers(init?.headers).get('X-XSRF-TOKEN'))
    expect(tokens).toEqual(['first', 'second'])
  })
})

describe('an error', () => {
  const handlers = {
    isLoggedIn: vi.fn<() => boolean>(),
    sessionExpired: vi.fn<() => void>(),
    entryEnded: vi.fn<() => void>(),
    otherPerson: vi.fn<() => void>(),
    otherPlace: vi.fn<() => void>(),
    notFound: vi.fn<() => void>(),
    showError: vi.fn<(error: ApiError) => void>(),
  }
  const lookUp = () => call(lookUpSubject, { body: { email: 'a@b.test' } })
  const open = () => call(getTestRecord, { params: { id } })

  beforeEach(() => {
    vi.clearAllMocks()
    handlers.isLoggedIn.mockReturnValue(true)
    handleFailures(handlers)
  })
  afterEach(() => handleFailures(undefined))

  function nothingHandled() {
    for (const handler of [handlers.sessionExpired, handlers.notFound, handlers.showError])
      expect(handler).not.toHaveBeenCalled()
  }

  test('with status 401 while logged in ends the session, whatever the path', async () => {
    answer({ 'POST /subjects/lookup': failure(401, 'unauthenticated') })
    await expect(lookUp()).rejects.toMatchObject({ status: 401, isHandled: true })
    expect(handlers.sessionExpired).toHaveBeenCalledOnce()
  })

  test('about somebody else’s session concerns the whole page, whoever made the request', async () => {
    answer({ 'POST /subjects/lookup': failure(409, 'other-session') })
    for (const errors of ['caller', 'unattended'] as const) {
      const asked = call(lookUpSubject, { body: { email: 'a@b.test' }, errors })
      await expect(asked).rejects.toMatchObject({ code: 'other-session', isHandled: true })
    }
    expect(handlers.otherPerson).toHaveBeenCalledTimes(2)
    answer({ 'POST /subjects/lookup': failure(409, 'entered-elsewhere') })
    await expect(lookUp()).rejects.toMatchObject({ isHandled: true })
    expect(handlers.otherPlace).toHaveBeenCalledOnce()
    nothingHandled()
  })

  test('with status 401 for a visitor goes to the form, which shows its message', async () => {
    handlers.isLoggedIn.mockReturnValue(false)
    answer({ 'POST /login': failure(401, 'wrong-credentials') })
    await expect(call(login, { body: { username: 'a', password: 'b' } })).rejects.toThrow('words of wrong-credentials')
    nothingHandled()
  })

  test('with status 401 for a visitor at a login or a mailed link shows the error page', async () => {
    handlers.isLoggedIn.mockReturnValue(false)
    answer({ 'GET /verify': failure(401, 'unauthenticated') })
    await expect(call({ ...getDashboard, path: '/verify' })).rejects.toMatchObject({ isHandled: true })
    expect(handlers.showError).toHaveBeenCalledOnce()
    document.cookie = 'XSRF-TOKEN=; max-age=0'
    answer({ 'GET /sanctum/csrf-cookie': failure(401, 'unauthenticated') })
    await expect(call(login, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({ isHandled: true })
    expect(handlers.showError).toHaveBeenCalledTimes(2)
  })

  test('with status 404 leads logged-in users to the dashboard, and visitors to the error page', async () => {
    answer({ [`GET /test-records/${id}`]: failure(404, 'not-found') })
    await expect(open()).rejects.toBeInstanceOf(ApiError)
    expect(handlers.notFound).toHaveBeenCalledOnce()
    handlers.isLoggedIn.mockReturnValue(false)
    await expect(open()).rejects.toBeInstanceOf(ApiError)
    expect(handlers.showError).toHaveBeenCalledOnce()
  })

  test('with status 422 gives the form the first message of each field', async () => {
    answer({
      'PUT /users/my-details/lang': failure(422, 'validation', {
        errors: { lang: ['first', 'second'], other: ['third'] },
      }),
    })
    const error: unknown = await call(updateMyLang, { body: { lang: 'en' } }).catch((caught: unknown) => caught)
    expect(fieldErrors(error)).toEqual({ lang: 'first', other: 'third' })
    nothingHandled()
  })

  test('with any other status shows the error page with the response', async () => {
    answer({ [`GET /test-records/${id}`]: failure(500, 'internal') })
    await expect(open()).rejects.toBeInstanceOf(ApiError)
    expect(handlers.showError).toHaveBeenCalledWith(expect.objectContaining({ status: 500, requestId: 'r-1' }))
  })

  test('in the lookup of a subject goes only to the caller', async () => {
    answer({ 'POST /subjects/lookup': failure(404, 'email-not-found') })
    await expect(lookUp()).rejects.toMatchObject({ code: 'email-not-found' })
    nothingHandled()
  })

  test('without a reply goes to the caller, who keeps the typed data', async () => {
    answer({ [`GET /test-records/${id}`]: new TypeError('Failed to fetch') })
    await expect(open()).rejects.toMatchObject({ status: 0, code: 'offline' })
    nothingHandled()
  })

  test('from a proxy without an answer counts as no answer, and a reply in another format as an internal error', async () => {
    answer({ [`GET /test-records/${id}`]: new Response('<h1>Bad gateway</h1>', { status: 502 }) })
    await expect(open()).rejects.toMatchObject({ status: 502, code: 'no-answer' })
    for (const reply of ['<h1>Error</h1>', '{"error":"broken"}', 'null', '']) {
      answer({ [`GET /test-records/${id}`]: new Response(reply, { status: 500 }) })
      await expect(open()).rejects.toMatchObject({ status: 500, code: 'internal' })
    }
  })

  test('of a proxy with a limit of its own is told as the network’s, whatever the form says of our own refusal', async () => {
    await setLocale('en_GB')
    const words = async (status: number, response: Response) => {
      answer({ [`GET /test-records/${id}`]: response })
      const error: unknown = await open().catch((failed: unknown) => failed)
      return failureWords(error, { failed: 'shell:unknownError', refused: { [status]: 'importing:new.tooLarge' } })
    }
    await alsoSay('importing')
    const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
    expect(await words(413, new Response(page, { status: 413 }))).toBe(shell.tooLargeOnTheWay)
    expect(await words(403, new Response('blocked', { status: 403 }))).toMatch(/^Something in the network .*403/)
    nothingHandled()
    handleFailures(undefined)
    expect(await words(413, failure(413, 'too-large'))).toMatch(/^This file is larger than 50.MB/)
  })

  test('caused by the end of the session stops pending requests without an error page', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    )
    const pending = open()
    abortPending()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    nothingHandled()
  })

  test('that was aborted while its reply was read leads to no error page', async () => {
    const left = Object.assign(new Error('Left'), { name: 'AbortError' })
    const broken = new ReadableStream({ start: (body) => body.error(left) })
    vi.stubGlobal('fetch', async () => new Response(broken, { status: 403 }))
    await expect(open()).rejects.toMatchObject({ name: 'AbortError' })
    nothingHandled()
  })
})

describe('while the server is unavailable', () => {
  const away = (more: ResponseInit = {}) =>
    new Response(JSON.stringify({ message: 'Away', code: 'unavailable', requestId: 'r-1' }), {
      status: 503,
      headers: { 'retry-after': '5' },
      ...more,
    })
  const showError = vi.fn<(error: ApiError) => void>()
  const open = (more: { signal?: AbortSignal; errors?: 'unattended' } = {}) =>
    call(getTestRecord, { params: { id }, ...more })

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    showError.mockClear()
    const rest = { sessionExpired: vi.fn(), entryEnded: vi.fn(), otherPerson: vi.fn(), otherPlace: vi.fn() }
    handleFailures({ ...rest, isLoggedIn: () => true, notFound: vi.fn(), showError })
  })
  afterEach(() => {
    handleFailures(undefined)
    vi.mocked(Math.random).mockRestore()
    vi.useRealTimers()
  })

  test('a question is asked again as Retry-After says, and the page stays', async () => {
    const fetched = answer({ [`GET /test-records/${id}`]: [away(), away(), reply(200, { data: 1 })] })
    const asked = open()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(fetched).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await asked).toEqual({ data: 1 })
    expect(showError).not.toHaveBeenCalled()
  })

  test('pages that were refused together do not ask again together', async () => {
    vi.mocked(Math.random).mockReturnValue(0.4)
    const fetched = answer({ [`GET /test-records/${id}`]: [away(), reply(200, { data: 1 })] })
    const asked = open()
    await vi.advanceTimersByTimeAsync(5_399)
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toEqual({ data: 1 })
  })

  test('a proxy that allows hardly any pause is not asked without one', async () => {
    const fetched = answer({ [`GET /test-records/${id}`]: away({ headers: { 'retry-after': '0.1' } }) })
    const asked = open().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await asked).toMatchObject({ status: 503 })
    expect(fetched).toHaveBeenCalledTimes(31)
  })

  test('the error page is shown after half a minute', async () => {
    const fetched = answer({ [`GET /test-records/${id}`]: away() })
    const asked = open().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(showError).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toMatchObject({ status: 503 })
    expect(fetched).toHaveBeenCalledTimes(7)
    expect(showError).toHaveBeenCalledOnce()
  })

  test('a proxy that knows no server is asked again, too', async () => {
    const nobody = new Response('<h1>503 Service Unavailable</h1>', { status: 503 })
    answer({ [`GET /test-records/${id}`]: [nobody, reply(200, { data: 1 })] })
    const asked = open()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await asked).toEqual({ data: 1 })
  })

  test('a question that nobody needs any more is not asked again', async () => {
    const fetched = answer({ [`GET /test-records/${id}`]: away() })
    const left = new AbortController()
    const asked = open({ signal: left.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    left.abort()
    expect(await asked).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('a test that is recorded is sent again under its key, and a photo with its bytes', async () => {
    const fetched = answer({
      'POST /test-records': [away(), reply(201, { data: { id } })],
      'POST /device-images': [away(), away(), reply(201, { data: { id } })],
    })
    const recorded = call(recordTest, { body: { note: 'typed' } as never })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await recorded).toEqual({ data: { id } })
    const [first, second] = called(fetched, 'POST', '/test-records').map(([, init]) => init)
    expect(second).toMatchObject({ body: first?.body, headers: first?.headers })
    const photo = new Blob(['photo'])
    const sent = upload(uploadDeviceImage, photo)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sent).toEqual({ data: { id } })
    const bodies = called(fetched, 'POST', '/device-images').map(([, init]) => init?.body as FormData | undefined)
    const files = bodies.map((body) => body?.get('file'))
    expect(await Promise.all(files.map(async (file) => await (file as Blob).text()))).toEqual(Array(3).fill('photo'))
    expect(showError).not.toHaveBeenCalled()
  })

  test('what stores something is not sent again where a proxy answers without a time to wait', async () => {
    const fetched = answer({ 'POST /test-records': new Response('<h1>503</h1>', { status: 503 }) })
    const sent = call(recordTest, { body: {} as never, errors: 'caller' }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await sent).toMatchObject({ code: 'unavailable' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('a change, and what the page asks by itself, fail at once', async () => {
    const fetched = answer({ [`GET /test-records/${id}`]: away(), 'PUT /users/my-details/lang': away() })
    const failed = (error: unknown) => error
    const asked = [
      open({ errors: 'unattended' }).catch(failed),
      call(updateMyLang, { body: { lang: 'en' } }).catch(failed),
    ]
    await vi.advanceTimersByTimeAsync(0)
    expect(fetched).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await Promise.all(asked)).toEqual(Array(2).fill(expect.objectContaining({ code: 'unavailable' })))
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})
