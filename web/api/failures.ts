import type { ApiError } from './api-error.ts'

/** What the application does about errors that no caller deals with (spec §8). */
export interface FailureHandlers {
  isLoggedIn: () => boolean
  /** A 401 while logged in: the session is over, by itself or as the error says. */
  sessionExpired: (error: ApiError) => void
  /** A 404 while logged in. */
  notFound: () => void
  /** What an operator had entered is over: the session is their own again. */
  entryEnded: () => void
  /** The session is somebody else's than the person's whom the page shows. */
  otherPerson: () => void
  /** An operator has entered a tenant's records, or left them, in another tab. */
  otherPlace: () => void
  /** Everything else: the error page shows the response. */
  showError: (error: ApiError) => void
}

let handlers: FailureHandlers | undefined
let tellSuspended: () => unknown = () => undefined

/** Sets what happens on errors; without handlers every error goes to its caller alone. */
export function handleFailures(own: FailureHandlers | undefined): void {
  handlers = own
}

/** Sets what happens when the server says that the tenant is suspended, on whatever page. */
export function whenSuspended(tell: () => unknown): void {
  tellSuspended = tell
}

/** These pass their errors to the caller (spec §8). */
const passing = [
  '/logout',
  '/verify-invite',
  '/subjects/lookup',
  '/test-records/export',
  '/self-registration-user-create',
]

/** Nothing on the page can be mended when the session does not begin, or a link of a mail is refused so (spec §8). */
const beginnings = ['/sanctum/csrf-cookie', '/verify-new-self-registration', '/verify-new', '/verify']

/**
 * Deals with an error centrally, as spec §8 says, and marks it as handled; the caller receives it in any case. Left to
 * the caller: 422, whose messages belong to a form; no reply at all, because a form keeps its input and a page offers to
 * try again; and the paths that spec §8 names, except that a lost session is never theirs to deal with.
 */
export function handleFailure(error: ApiError, path: string): void {
  if (error.code === 'tenant-suspended' && !error.isHandled) {
    tellSuspended()
    error.isHandled = true
  }
  if (handlers === undefined || error.isHandled) return
  const isPassing = passing.includes(path) || path.endsWith('delete')
  if (error.code === 'other-session') {
    handlers.otherPerson()
  } else if (error.code === 'entered-elsewhere') {
    handlers.otherPlace()
  } else if (error.code === 'entry-ended') {
    handlers.entryEnded()
  } else if (error.status === 401 && handlers.isLoggedIn() && path !== '/logout') {
    handlers.sessionExpired(error)
  } else if (error.status === 401 && beginnings.includes(path)) {
    handlers.showError(error)
  } else if (isPassing || error.status === 0 || error.status === 422 || error.status === 401) {
    return
  } else if (error.status === 404 && handlers.isLoggedIn()) {
    handlers.notFound()
  } else {
    handlers.showError(error)
  }
  error.isHandled = true
}
