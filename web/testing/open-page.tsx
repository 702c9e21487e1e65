import type { User } from '../../contract/own-account/user.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { openAt } from './open.tsx'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { setLocale } from '../ui/phrases.ts'
import { currentMessages, dismissMessage } from '../ui/snackbar-store.ts'
import { answer, aUser, reply, somePreferences } from './replies.ts'

interface Situation {
  user?: User
  preferences?: Partial<Preferences>
  replies?: Parameters<typeof answer>[0]
  /** The page's imports, which would suspend it during a test if they came late. */
  parts?: readonly Promise<unknown>[]
}

/** Opens an address of the application in English, without messages of earlier tests. Returns the mocked fetch. */
export async function openPage(address: string, { user = aUser(), preferences, replies, parts = [] }: Situation) {
  await Promise.all(parts)
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
  for (const { id } of currentMessages()) dismissMessage(id)
  cachePreferences(somePreferences(preferences))
  await loadPreferences()
  const fetched = answer({
    'GET /users/my-details': reply(200, { data: user }),
    'GET /dashboard': refusal(500, 'internal'),
    ...replies,
  })
  const router = openAt(address)
  return { router, fetched }
}

/** The requests of a method whose address contains a path. */
export function called(fetched: ReturnType<typeof answer>, method: string, path: string) {
  return fetched.mock.calls.filter(([address, init]) => address.includes(path) && init?.method === method)
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
