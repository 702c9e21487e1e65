/**
 * The content of error reports and traces, on the server and in browsers. Events are assembled here from named parts,
 * and nothing is copied from a request, a page or an error as a whole, so that nothing unlisted can leave.
 */

/** A stack frame in our own code. */
export interface Frame {
  /** A path of the program, never an address of a page. */
  file: string
  function: string
  line: number
  column: number
}

/** The description of an error, without its message, which may quote a value (`Key (email)=(…) already exists`). */
export interface DescribedError {
  type: string
  /** Such as `23505` of PostgreSQL, `ECONNRESET` of Node or one of our own. */
  code: string | undefined
  /** The innermost first. */
  frames: Frame[]
  /** The cause of the error, if that was an error, too. */
  cause: DescribedError | undefined
}

/** The context of an event. `id` is 32 hexadecimal digits that no other event has. */
export interface Circumstances {
  id: string
  platform: 'node' | 'javascript'
  /** The pattern of the address, such as `GET /api/v1/test-records/:id`. */
  route: string
  release: string
  environment: string
  requestId?: string | undefined
}

/** The error and the user who met it (spec §7), in Sentry's format. Times are milliseconds since 1970. */
export function errorEvent(
  error: DescribedError,
  user: { id: string; email: string } | null,
  circumstances: Circumstances & { at: number },
) {
  return {
    ...eventOf(circumstances),
    level: 'error' as const,
    timestamp: circumstances.at / 1000,
    user: user === null ? {} : { id: user.id, email: user.email },
    // In Sentry's order the error itself comes after its causes.
    exception: { values: withCauses(error).toReversed().map(exceptionOf) },
  }
}

/**
 * The duration of an operation, in Sentry's format; `spanId` is 16 hexadecimal digits. Times are milliseconds since
 * 1970.
 */
export function traceEvent(
  trace: { spanId: string; operation: string; status: 'ok' | 'internal_error'; startedAt: number; endedAt: number },
  circumstances: Circumstances,
) {
  return {
    ...eventOf(circumstances),
    type: 'transaction' as const,
    transaction_info: { source: 'route' as const },
    start_timestamp: trace.startedAt / 1000,
    timestamp: trace.endedAt / 1000,
    contexts: {
      trace: { trace_id: circumstances.id, span_id: trace.spanId, op: trace.operation, status: trace.status },
    },
    spans: [],
  }
}

function eventOf({ id, platform, route, release, environment, requestId }: Circumstances) {
  return {
    event_id: id,
    platform,
    transaction: route,
    release,
    environment,
    tags: { route, ...(requestId !== undefined && { request_id: requestId }) },
    // Otherwise the service would record the address that a report comes from.
    sdk: { name: 'lateral', version: release, settings: { infer_ip: 'never' as const } },
  }
}

function withCauses(error: DescribedError): DescribedError[] {
  return [error, ...(error.cause === undefined ? [] : withCauses(error.cause))]
}

function exceptionOf({ type, code, frames }: DescribedError) {
  return {
    type,
    ...(code !== undefined && { value: code }),
    stacktrace: {
      frames: frames.toReversed().map(({ file, function: name, line, column }) => ({
        filename: file,
        function: name,
        lineno: line,
        colno: column,
        in_app: !/^node:|node_modules/.test(file),
      })),
    },
  }
}
