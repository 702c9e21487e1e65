import type { ApiError } from './api-error.ts'

/** Reactions of the application to errors that no caller handles (spec §8). */
export interface FailureHandlers {
  isLoggedIn: () => boolean
  /** A 401 while logged in: the session has expired, or ended for the reason in the error. */
  sessionExpired: (error: ApiError) => void
  notFound: () => void
  /** An operator's entry into a tenant's records has ended, and the session is their own again. */
  entryEnded: () => void
  /** The session belongs to another person than the page shows. */
  otherPerson: () => void
  /** An operator has entered or left a tenant's records in another tab. */
  otherPlace: () => void
  /** Any other error: the error page shows the response. */
  showError: (error: ApiError) => void
}

let handlers: FailureHandlers | undefined
let tellSuspended: () => unknown = () => undefined

/** Sets the reactions to errors; without handlers every error goes to its caller alone. */
export function handleFailures(own: FailureHandlers | undefined): void {
  handlers = own
}

/** Sets the reaction to a reply that the tenant is suspended, on any page. */
export function whenSuspended(tell: () => unknown): void {
  tellSuspended = tell
}

let keepers = 0

/**
 * Keeps the page when something on it is not found, while a form on it says so itself: leaving would cost what was
 * typed. Returns a function that ends this.
 */
export function stayWhenNotFound(): () => void {
  keepers += 1
  return () => {
    keepers -= 1
  }
}

/** Paths whose errors go to the caller (spec §8). */
const passing = [
  '/logout',
  '/verify-invite',
  '/subjects/lookup',
  '/test-records/export',
  '/self-registration-user-create',
]

/** If starting a session or opening a mailed link is refused, nothing on the page can fix that (spec §8). */
const beginnings = ['/sanctum/csrf-cookie', '/verify-new-self-registration', '/verify-new', '/verify']

/**
 * Handles an error centrally, as spec §8 says, and marks it as handled; the caller receives it in any case. The caller
 * handles 422, whose messages belong to a form; a missing reply, because a form keeps its input and a page offers
 * another attempt; and errors of the paths in spec §8, except for a lost session.
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
  } else if (
    isPassing ||
    error.status === 0 ||
    error.code === 'refused-on-the-way' ||
    error.status === 422 ||
    error.status === 401 ||
    (keepers > 0 && isLost(error))
  ) {
    return
  } else if (error.status === 404 && handlers.isLoggedIn()) {
    handlers.notFound()
  } else {
    handlers.showError(error)
  }
  error.isHandled = true
}

/** True if what was asked for no longer exists, or is out of the user's sight. */
export function isLost({ status }: ApiError): boolean {
  return status === 404 || status === 410
}
