import { speakerOf } from '../../contract/speaker.ts'
import type { User } from '../../contract/own-account/user.ts'

/**
 * Under which all tabs of this browser find for whom it was said last that its session speaks. It is an id, and stays: a tab that
 * slept would miss a message, but not what is written.
 */
const key = 'lateral.speaker'

let speaker: string | undefined

/** Whom this page shows, as each of its requests says; undefined on the pages of visitors, which speak for nobody. */
export function currentSpeaker(): string | undefined {
  return speaker
}

/** Shows this person from now on, as the server has answered, and tells the other tabs. */
export function speakFor(user: Pick<User, 'id' | 'tenant'>): void {
  speaker = speakerOf(user)
  try {
    localStorage.setItem(key, speaker)
    isTold = localStorage.getItem(key) === speaker
  } catch {
    isTold = false
  }
}

/** Where nothing could be stored, what stands there is somebody's of before, and the server alone tells. */
let isTold = false

/** What another tab has made of the session that this page has known. */
type OtherSpeaker = 'other-person' | 'other-place'

/**
 * Calls back when another tab speaks for somebody else, or has entered or left a tenant's records: at once, and for a page that
 * slept as soon as it is seen again.
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
