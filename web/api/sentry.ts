import {
  createEventEnvelope,
  dsnFromString,
  getEnvelopeEndpointWithUrlEncodedAuth,
  type Event,
} from '@sentry/core/browser'
import { defaultStackParser, makeFetchTransport } from '@sentry/browser'
import { functionName } from '../../contract/error-reports/describe-error.ts'
import type { Frame } from '../../contract/error-reports/events.ts'

/** What sends an event to the service of a DSN. Of the library only envelopes, transport and stack parser are used. */
export function openTransport(dsn: string): (event: Event) => void {
  const components = dsnFromString(dsn)
  if (components === undefined) return () => undefined
  const transport = makeFetchTransport(
    {
      url: getEnvelopeEndpointWithUrlEncodedAuth(components),
      recordDroppedEvent: () => undefined,
      fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' },
    },
    // Else the library looks for an untouched one in a frame of its own.
    (...sent) => fetch(...sent),
  )
  return (event) => {
    // Without the service the app works as well: a blocked or failed report is no error of ours.
    transport.send(createEventEnvelope(event, components)).then(undefined, () => undefined)
  }
}

/** The places of a stack that lie in files of ours; others, such as the page itself, are named by addresses that hold tokens. */
export function framesOf(stack: string): Frame[] {
  return defaultStackParser(stack)
    .toReversed()
    .flatMap(({ filename = '', function: name, lineno = 0, colno = 0 }) => {
      const url = URL.parse(filename)
      const isOurs = url?.origin === window.location.origin && /^\/assets\/[\w.-]+$/.test(url.pathname)
      return isOurs ? [{ file: url.pathname, function: functionName(name), line: lineno, column: colno }] : []
    })
}
