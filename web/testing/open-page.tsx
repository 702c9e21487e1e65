import type { ReactNode } from 'react'
import type { User } from '../../contract/own-account/user.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { openAt } from './open.tsx'
import { cachePreferences } from '../preferences/preferences-cache.ts'
import { loadPreferences } from '../preferences/preferences.ts'
import { setLocale } from '../ui/phrases.ts'
import { currentMessages, dismissMessage } from '../ui/snackbar-store.ts'
import { answer, aUser, pageOf, refusal, reply, somePreferences } from './replies.ts'

interface Situation {
  user?: User
  preferences?: Partial<Preferences>
  replies?: Parameters<typeof answer>[0]
  /** The page's imports, which would suspend it during a test if they came late. */
  parts?: readonly Promise<unknown>[]
  /** Elements beside the page. */
  beside?: ReactNode
}

/** Opens an address of the application in English, without messages of earlier tests. */
export async function openPage(address: string, situation: Situation) {
  const { user = aUser(), preferences, replies, parts = [], beside } = situation
  await Promise.all(parts)
  document.cookie = 'XSRF-TOKEN=token'
  await setLocale('en_GB')
  for (const { id } of currentMessages()) dismissMessage(id)
  cachePreferences(somePreferences(preferences))
  await loadPreferences()
  const fetched = answer({
    'GET /users/my-details': reply(200, { data: user }),
    'GET /dashboard': refusal(500, 'internal'),
    'GET /testing-algorithms': pageOf([]),
    'GET /test-sets': pageOf([]),
    ...replies,
  })
  const router = openAt(address, beside)
  return { router, fetched }
}
