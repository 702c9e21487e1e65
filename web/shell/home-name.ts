import type { UserType } from '../../contract/permissions/permissions.ts'
import type { PhraseKey } from '../ui/phrases.ts'

/** What the page at `/` is called in the navigation, in crumbs and in the title: patients have their results there. */
export function nameOfHome(userType: UserType | undefined): PhraseKey {
  return userType === 'patient' ? 'shell:page.myResults' : 'shell:page.dashboard'
}
