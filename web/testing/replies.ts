import { vi } from 'vitest'
import type { User } from '../../contract/own-account/user.ts'
import { defaultPermissions, type UserType } from '../../contract/permissions/permissions.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { idleMinutes } from '../../contract/limits-and-times.ts'

type Reply = Response | Error

/** A reply of the API. 204 and the like have no body. */
export function reply(status: number, body?: unknown): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status })
}

/** A refusal, with further members of its body. */
export function refusal(status: number, code: string, more = {}): Response {
  return reply(status, { message: `words of ${code}`, code, requestId: 'r', ...more })
}

/** A reply with a complete list. */
export function pageOf(data: readonly unknown[]): Response {
  return reply(200, {
    data,
    page: { size: 5, next: null, previous: null, total: data.length, totalIsCapped: false },
  })
}

/** Answers requests by `METHOD /path` below `/api/v1`, one reply after the other; the last one is repeated. */
export function answer(replies: Record<string, Reply | Reply[]>) {
  const waiting = new Map(Object.entries(replies).map(([request, given]) => [request, [given].flat()]))
  const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>(async (address, init) => {
    const path = address.replace('/api/v1', '').replace(/\?.*/, '')
    const queue = waiting.get(`${init?.method ?? 'GET'} ${path}`)
    if (queue === undefined) throw new Error(`No reply for ${init?.method} ${path}`)
    const next = queue.length > 1 ? queue.shift() : queue[0]
    if (next === undefined || next instanceof Error) throw next ?? new TypeError('Failed to fetch')
    return next.clone()
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** The requests with this method whose address contains this text. */
export function called(fetched: ReturnType<typeof answer>, method: string, path: string) {
  return fetched.mock.calls.filter(([address, init]) => address.includes(path) && init?.method === method)
}

/** The body of the last request whose address ends with a path. */
export function sentBody(fetched: ReturnType<typeof answer>, path: string): unknown {
  const [, init] = fetched.mock.calls.findLast(([address]) => address.endsWith(path)) ?? []
  return JSON.parse(typeof init?.body === 'string' ? init.body : 'null')
}

export function aUser(type: UserType = 'clinical', changes: Partial<User> = {}): User {
  const id = '01998878-2800-7000-8000-000000000001'
  return {
    id,
    email: 'ana@harbour.test',
    fullName: 'Ana Price',
    userType: { name: type, displayName: type },
    permissions: [...defaultPermissions[type]],
    termsAccepted: true,
    groups: [],
    organisation: { id, name: 'Harbour Care Homes' },
    tenant: { id, name: 'Harbour Health' },
    entry: null,
    lang: 'en',
    assay_id: null,
    emailVerification: 'verified',
    status: 'active',
    lastLogin: null,
    invitedBy: null,
    invitedWhen: null,
    dateOfBirth: null,
    mobile: null,
    version: 1,
    ...changes,
  }
}

export function somePreferences(changes: Partial<Preferences> = {}): Preferences {
  const primary = '#0F766E'
  return {
    id: '01998878-2800-7000-8000-000000000002',
    version: 1,
    name: 'Harbour Health',
    slug: 'harbour',
    productName: 'Harbour',
    environment: 'production',
    defaultLanguage: 'en_GB',
    availableLanguages: ['en_GB', 'es_MX'],
    countries: ['GB', 'IE'],
    phoneRegex: null,
    postcodeRegex: null,
    subjects: { kind: 'human', customId1: '', customId2: '' },
    features: [],
    theme: {
      web: {
        primary,
        secondary: primary,
        hover: primary,
        accent: primary,
        anchor: primary,
        grey: primary,
        textLink: primary,
      },
    },
    logos: { light: null, dark: null, icon: null },
    appLinks: { ios: 'https://apps.example/ios', android: null },
    dateFormat: { web: null, mobile: null },
    sessionIdleMinutes: idleMinutes.usual,
    suspension: null,
    errorReporting: { dsn: null },
    ...changes,
  }
}
