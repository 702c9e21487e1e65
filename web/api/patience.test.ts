import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { createOrganisation } from '../../contract/organisations/endpoints.ts'
import { publishPolicy } from '../../contract/policies/endpoints.ts'
import { correctTest } from '../../contract/test-records/changing.ts'
import { recordTest } from '../../contract/test-records/recording.ts'
import { failureWords } from './failure-words.ts'
import { setLocale } from '../ui/phrases.ts'
import { uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { exportTestRecords } from '../../contract/test-records/endpoints.ts'
import { putLogo } from '../../contract/tenants/logos.ts'
import { call, request, upload } from './client.ts'
import { longPatienceMs, patienceMs } from './patience.ts'
import { isSafeToRepeat } from './repeating.ts'

beforeEach(async () => {
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

/** Accepts every request and never answers it until it is aborted. */
function hang() {
  const fetched = vi.fn<typeof fetch>(
    (_address, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
      }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** A reply whose body breaks off, or stalls, after this text. */
function half(text: string, ending: 'cut' | 'still' | 'short'): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text))
      if (ending === 'cut') stream.error(new TypeError('network error'))
      if (ending === 'short') stream.close()
    },
  })
  return new Response(body, { status: 201 })
}

const record = () => call(recordTest, { body: {} as never, errors: 'caller' })
/** Publishes a text, which a repeat would do again. */
const publish = () => call(publishPolicy, { params: { id: 'a', name: 'eula' }, body: {} as never, errors: 'caller' })
const said = async (asked: Promise<unknown>) =>
  await asked.then(
    () => 'done',
    (error: unknown) => failureWords(error, { failed: 'shell:unknownError' }),
  )

describe('a request without an answer', () => {
  test('is given up within half a minute, and may be repeated under its key', async () => {
    const fetched = hang()
    const words = said(record())
    await vi.advanceTimersByTimeAsync(patienceMs - 1)
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await words).toMatch(/may have been saved\. You can safely try again/)
    expect(patienceMs).toBeGreaterThanOrEqual(20_000)
    expect(patienceMs).toBeLessThanOrEqual(30_000)
  })

  test('warns of a double effect only if that is possible', async () => {
    hang()
    const asked = [
      said(publish()),
      said(call(createOrganisation, { body: {} as never, errors: 'caller' })),
      said(call(getDashboard, { query: {}, errors: 'caller' })),
    ]
    await vi.advanceTimersByTimeAsync(patienceMs)
    const [policy, organisation, list] = await Promise.all(asked)
    expect(policy).toMatch(/may have been saved\. Check before you try again/)
    expect(organisation).toMatch(/may have been saved\. You can safely try again/)
    expect(list).toMatch(/has not answered/)
  })
})

describe('a request that may take the server long', () => {
  test('is given up no sooner than the server gives it up, and may have been stored', async () => {
    const fetched = hang()
    const photo = said(upload(uploadDeviceImage, new Blob(['photo']), { errors: 'caller' }))
    const logo = { params: { id: 'x', name: 'light' }, errors: 'caller' } as const
    const asked = [photo, said(upload(putLogo, new Blob(['logo']), logo)), said(request(exportTestRecords, {}))]
    await vi.advanceTimersByTimeAsync(longPatienceMs - 1)
    expect(fetched.mock.calls.map(([, init]) => init?.signal?.aborted)).toEqual([false, false, false])
    await vi.advanceTimersByTimeAsync(1)
    const mayBeSaved = expect.stringMatching(/may have been saved\. You can safely try again/) as string
    expect(await Promise.all(asked)).toEqual([mayBeSaved, mayBeSaved, expect.stringMatching(/has not answered/)])
  })

  test('is waited for in the middle of a file, too', async () => {
    vi.stubGlobal('fetch', async () => half('Test ID,', 'still'))
    const words = vi.fn()
    void said(request(exportTestRecords, { errors: 'caller' }).then((response) => response.text())).then(words)
    await vi.advanceTimersByTimeAsync(longPatienceMs - 1)
    expect(words).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(longPatienceMs)
    expect(words).toHaveBeenCalledWith(expect.stringMatching(/has not answered/))
  })
})

describe('an incomplete answer', () => {
  test.each([
    ['that is cut off', () => half('{ "data": { "id": "0', 'cut')],
    ['that ends in the middle', () => half('{ "data": { "id": "0', 'short')],
    ['of a proxy that waited in vain', () => new Response('<h1>Gateway timeout</h1>', { status: 504 })],
    ['of a proxy that found nobody', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['of a proxy in front of nothing', () => new Response('', { status: 503 })],
    [
      'of a server whose database went away',
      () => Response.json({ code: 'unavailable', message: 'Away' }, { status: 503 }),
    ],
  ])('%s is no refusal: the data may have been stored', async (_name, answered) => {
    vi.stubGlobal('fetch', async () => answered())
    expect(await said(record())).toMatch(/may have been saved\. You can safely try again/)
    expect(await said(publish())).toMatch(/may have been saved\. Check before/)
  })

  test('that stalls is given up, too', async () => {
    vi.stubGlobal('fetch', async () => half('{ "data"', 'still'))
    const words = said(record())
    await vi.advanceTimersByTimeAsync(2 * patienceMs)
    expect(await words).toMatch(/may have been saved/)
  })

  test('that is a file is given up once it stalls, too', async () => {
    vi.stubGlobal('fetch', async () => half('Test ID,', 'still'))
    const file = request(getDashboard, { errors: 'caller' }).then((response) => response.text())
    const words = said(file)
    await vi.advanceTimersByTimeAsync(2 * patienceMs)
    expect(await words).toMatch(/has not answered/)
  })
})

test('a broken connection claims neither success nor failure', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await said(record())).toMatch(/^The server cannot be reached\. This may have been saved/)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await said(record())).toMatch(/^No internet connection\. Nothing was lost/)
})

test('each endpoint without a key has a considered answer to repeats', () => {
  const doubling = endpoints.filter((endpoint: Endpoint) => !isSafeToRepeat(endpoint)).map(({ name }) => name)
  expect(doubling.toSorted()).toEqual([
    'askToEnter',
    'createApiToken',
    'createWebhook',
    // The first request leaves nothing that a second one could report.
    'makeNotificationReport',
    'publishPolicy',
    'uploadImport',
  ])
})

test('a request has one key until it is acknowledged, and another request has another', async () => {
  const sent: unknown[] = []
  let answer = () => new Response('', { status: 503 })
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['Idempotency-Key'])
    return answer()
  })
  const create = (name: string) => call(createOrganisation, { body: { name }, errors: 'caller' })
  await said(create('Ward'))
  await said(create('Another'))
  answer = () => Response.json({ data: {} }, { status: 201 })
  expect(await said(create('Ward'))).toBe('done')
  await said(create('Ward'))
  const [first, other, repeat, next] = sent
  expect(repeat).toBe(first)
  expect(new Set([first, other, next]).size).toBe(3)
})

test('a request has another key for another version, after a refusal, and once somebody has had time to look', async () => {
  const sent: unknown[] = []
  let answer = () => new Response('', { status: 503 })
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['Idempotency-Key'])
    return answer()
  })
  const correct = (version: string) =>
    call(correctTest, {
      params: { id: 'a' },
      headers: { 'If-Match': version },
      body: {} as never,
      errors: 'caller',
    })
  await said(correct('"1"'))
  await said(correct('"2"'))
  answer = () => Response.json({ code: 'validation' }, { status: 422 })
  await said(correct('"2"'))
  answer = () => new Response('', { status: 503 })
  await said(correct('"2"'))
  const minutesLater = performance.now() + 5 * 60_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(minutesLater)
  await said(correct('"2"'))
  clock.mockRestore()
  const [first, ofSecond, refused, afterRefusal, later] = sent
  expect(refused).toBe(ofSecond)
  expect(new Set([first, ofSecond, afterRefusal, later]).size).toBe(4)
})
