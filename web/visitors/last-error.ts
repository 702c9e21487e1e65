import type { ApiError } from '../api/api-error.ts'

let last: ApiError | undefined

/**
 * Keeps the error that the error page is about to show. It is not in the address, because addresses are shared and
 * logged.
 */
export function rememberError(error: ApiError): void {
  last = error
}

export function lastError(): ApiError | undefined {
  return last
}
