import type { DescribedError, Frame } from './events.ts'

/** Further causes are left out; an error may also be its own cause. */
const maxErrors = 4

/**
 * Describes an error without anything that it may quote: its type, its code, the frames that `framesOf` finds in its
 * stack, and the same for its causes. The stack is passed without the message, whose lines may look like frames.
 */
export function describeError(error: unknown, framesOf: (stack: string) => Frame[], left = maxErrors): DescribedError {
  if (!(error instanceof Error)) return { type: 'NoError', code: undefined, frames: [], cause: undefined }
  return {
    type: /^[\w$]{1,60}$/.test(error.name) ? error.name : 'Error',
    code: codeOf(error),
    frames: framesOf((error.stack ?? '').replace(error.message, '')),
    cause: error.cause instanceof Error && left > 1 ? describeError(error.cause, framesOf, left - 1) : undefined,
  }
}

/** Accepts only names that a function can have: a computed name could hold a value. */
export function functionName(name: string | undefined): string {
  return name !== undefined && /^[\w$.<> [\]#]{1,100}$/.test(name) ? name : '?'
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : undefined
}
