import {
  createEventEnvelope,
  dsnFromString,
  getEnvelopeEndpointWithUrlEncodedAuth,
  type Event,
} from '@sentry/core/browser'
import { defaultStackParser, makeFetchTransport } from '@sentry/browser'
import { functionName } from '../../contract/error-reports/describe-error.ts'
import type { Frame } from '../../contract/error-reports/events.ts'

/**
 * Returns a function that sends an event to the service of a DSN. Of the library, only envelopes, transport and stack
 * parser are used.
 */
export function openTransport(dsn: string): (event: Event) => void {
  const components = dsnFromString(dsn)
  if (components === undefined) return () => undefined
  const transport = makeFetchTransport(
    {
      url: getEnvelopeEndpointWithUrlEncodedAuth(components),
      recordDroppedEvent: () => undefined,
      fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    },
    // Without this, the library would create a frame to find an unmodified fetch.
    (...sent) => fetch(...sent),
  )
  return (event) => {
    // The app works without the service, so a blocked or failed report is not an error.
    transport.send(createEventEnvelope(event, components)).then(undefined, () => undefined)
  }
}

/** The frames of a stack that lie in our own files. Other addresses, such as that of the page, may hold tokens. */
export function framesOf(stack: string): Frame[] {
  return defaultStackParser(stack)
    .toReversed()
    .flatMap(({ filename = '', function: name, lineno = 0, colno = 0 }) => {
      const url = URL.parse(filename)
      const isOurs = url?.origin === window.location.origin && /^\/assets\/[\w.-]+$/.test(url.pathname)
      return isOurs ? [{ file: url.pathname, function: functionName(name), line: lineno, column: colno }] : []
    })
}
