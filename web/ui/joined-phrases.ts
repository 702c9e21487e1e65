import type { Phrases } from '../../contract/phrases/phrases.ts'

/** The nouns whose phrases pages need together, so that a browser loads one file for them in each locale. */
export const joinedPhrases = {
  /** The phrases of every page, and those of so many that files of their own would cost more. The login page must stay light. */
  everyPage: ['errors', 'fields', 'lists', 'ranges', 'reasons', 'results', 'rules', 'session', 'shell', 'userTypes'],
  accounts: ['invitee', 'ownAccount', 'passwords', 'registration'],
  /** The phrases of the pages of organisations and groups. */
  places: ['groups', 'history', 'organisations', 'places'],
} as const satisfies Record<string, readonly (keyof Phrases)[]>
