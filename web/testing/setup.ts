import { DutiesBadge, RunsBadge } from '../shell/navigation-links.ts'
import { alsoSay } from '../ui/phrases.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi, type MockInstance, beforeAll } from 'vitest'

/** The setup of every web test. A test fails if React or the app writes an unexpected error. */
// The machine may be busy, and content that appears late is not an error.
configure({ asyncUtilTimeout: 40_000 })

// jsdom does not support popovers either: the button that names one shows and hides it.
HTMLElement.prototype.showPopover = function showPopover() {
  toggle(this, 'open')
}
HTMLElement.prototype.hidePopover = function hidePopover() {
  toggle(this, 'closed')
}
function pressOpener({ target }: Event) {
  const opener = target instanceof Element ? target.closest('[popovertarget]') : null
  const panel = document.getElementById(opener?.getAttribute('popovertarget') ?? '')
  if (opener?.getAttribute('aria-expanded') === 'true') panel?.hidePopover()
  else panel?.showPopover()
}

function toggle(panel: HTMLElement, newState: 'open' | 'closed') {
  // Closing returns the focus only from inside.
  const opener = panel.contains(document.activeElement) && openers.get(panel)
  panel.style.display = newState === 'open' ? 'block' : ''
  panel.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))
  if (newState === 'open') openers.set(panel, document.activeElement)
  else if (opener instanceof HTMLElement) opener.focus()
  panel.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}

let errors: MockInstance<typeof console.error>

/** The element that had the focus when a dialog or a popover was opened. */
const openers = new WeakMap<HTMLElement, Element | null>()

// jsdom renders dialogs but cannot open them: a browser moves the focus into them and back.
HTMLDialogElement.prototype.showModal = function showModal() {
  openers.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>('button, a, input')?.focus()
}
HTMLDialogElement.prototype.close = function close() {
  const opener = openers.get(this)
  this.open = false
  // Browsers dispatch this event in a task of its own.
  setTimeout(() => this.dispatchEvent(new Event('close')))
  if (opener instanceof HTMLElement) opener.focus()
}

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.scrollTo = () => undefined
  // Removed after each test, because the next file may share the document, and a second press would close the popover
  // again.
  document.addEventListener('click', pressOpener)
  // jsdom has no layout, so no media query matches.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`) })
})

afterEach(async () => {
  cleanup()
  document.removeEventListener('click', pressOpener)
  // Otherwise a page that is still loading would request its data in the middle of the next test.
  await vi.dynamicImportSettled()
  // A late import on a busy machine suspends during a test. That is not an error of the app, and the content is waited
  // for.
  const written = errors.mock.calls.filter(
    ([words]) => !String(words).startsWith('A component suspended inside an `act`'),
  )
  // The worker is shared with the next file, which must find neither fake clocks nor stubs of this one.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  localStorage.clear()
  sessionStorage.clear()
  document.body.hidden = false
  if (written.length > 0)
    throw new Error(`Unexpected console.error: ${written.map((words) => words.join(' ')).join('; ')}`)
})

// Its import would suspend every page of staff during a test.
beforeAll(() => Promise.all([RunsBadge.preload(), DutiesBadge.preload()]))

// Routes need these preferences; tests of single components have none.
beforeAll(() =>
  alsoSay(
    'accounts',
    'editing',
    'invites',
    'kitScan',
    'recording',
    'recordingDetails',
    'personParts',
    'subjectSearch',
    'testRecords',
  ),
)
