import { RunsBadge } from '../shell/navigation-links.ts'
import { alsoSay } from '../ui/phrases.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi, type MockInstance, beforeAll } from 'vitest'

/** Before each web test. A test fails when it makes React or the app write an error that it did not expect. */
// The machine may be busy: what appears late is not wrong.
configure({ asyncUtilTimeout: 40_000 })

// Nor does it know popovers: the button that names one shows it and hides it again.
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
  panel.style.display = newState === 'open' ? 'block' : ''
  for (const type of ['beforetoggle', 'toggle']) panel.dispatchEvent(Object.assign(new Event(type), { newState }))
}

let errors: MockInstance<typeof console.error>

/** What had the focus when a dialog was opened. */
const openers = new WeakMap<HTMLDialogElement, Element | null>()

// jsdom draws dialogs, but cannot open them: a browser moves the focus into them and back.
HTMLDialogElement.prototype.showModal = function showModal() {
  openers.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>('button, a, input')?.focus()
}
HTMLDialogElement.prototype.close = function close() {
  const opener = openers.get(this)
  this.open = false
  // As browsers do, in a task of its own.
  setTimeout(() => this.dispatchEvent(new Event('close')))
  if (opener instanceof HTMLElement) opener.focus()
}

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.scrollTo = () => undefined
  // For the test alone: the next file may have the same document, and twice pressed is shut again.
  document.addEventListener('click', pressOpener)
  // jsdom has no layout: no media query matches.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`) })
})

afterEach(async () => {
  cleanup()
  document.removeEventListener('click', pressOpener)
  // What a page has begun to load would ask for its data in the middle of the next test.
  await vi.dynamicImportSettled()
  // What loads late on a busy machine suspends while a test acts: that is no error of the app's, and what is tested is waited for.
  const written = errors.mock.calls.filter(
    ([words]) => !String(words).startsWith('A component suspended inside an `act`'),
  )
  // A file shares its worker with the next one, which must find neither its clock nor what else it put in the place of something.
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

// It would suspend every page of staff while a test acts.
beforeAll(() => RunsBadge.preload())

// Routes ask for these; tests of single components have none.
beforeAll(() =>
  alsoSay('accounts', 'editing', 'invites', 'kitScan', 'recording', 'recordingDetails', 'records', 'subjectSearch'),
)
