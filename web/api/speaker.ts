import { speakerOf } from '../../contract/speaker.ts'
import type { User } from '../../contract/own-account/user.ts'

/**
 * The storage key under which the tabs of this browser find the person of the session. It holds an id and stays,
 * because a tab that slept would miss a message but not a stored value.
 */
const key = 'lateral.speaker'

let speaker: string | undefined

/** The id of the person whom this page shows, which each of its requests names; undefined on visitors' pages. */
export function currentSpeaker(): string | undefined {
  return speaker
}

/** Sets the person of this page, as the server answered, and tells the other tabs. */
export function speakFor(user: Pick<User, 'id' | 'tenant'>): void {
  speaker = speakerOf(user)
  try {
    localStorage.setItem(key, speaker)
    isTold = localStorage.getItem(key) === speaker
  } catch {
    isTold = false
  }
}

/** False if the value could not be stored. The stored value is then outdated, and only the server can tell. */
let isTold = false

/** The change of session that another tab has caused. */
type OtherSpeaker = 'other-person' | 'other-place'

/**
 * Calls back when another tab has logged in somebody else, or has entered or left a tenant's records. A page that slept
 * is called back as soon as it is visible again.
 */
export function onOtherSpeaker(tell: (other: OtherSpeaker) => void): void {
  function look(): void {
    const told = isTold ? localStorage.getItem(key) : null
    if (speaker === undefined || told === null || told === speaker) return
    tell(told.split('.')[0] === speaker.split('.')[0] ? 'other-place' : 'other-person')
  }
  window.addEventListener('storage', (event) => event.key === key && look())
  for (const name of ['pageshow', 'focus'] as const) window.addEventListener(name, look)
  document.addEventListener('visibilitychange', look)
}
