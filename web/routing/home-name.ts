import type { UserType } from '../../contract/permissions/permissions.ts'
import type { PhraseKey } from '../ui/phrases.ts'

/** The name of the page at `/` in the navigation, crumbs and title: for patients it is the page of their results. */
export function nameOfHome(userType: UserType | undefined): PhraseKey {
  return userType === 'patient' ? 'shell:page.myResults' : 'shell:page.dashboard'
}
