import { useState, type RefObject } from 'react'
import { fieldErrors } from '../api/api-error.ts'
import { reportError } from '../api/error-reporting.ts'
import type { FieldErrors } from '../ui/use-form.ts'
import { failureWords, isOurFault, type FailureWords } from './failure-words.ts'

/** What `useForm` gives, as far as sending needs it. */
interface FormState<Body> {
  form: RefObject<HTMLFormElement | null>
  values: unknown
  validate: (candidate: unknown, also?: FieldErrors) => Body | undefined
  showErrors: (errors: FieldErrors) => void
  markSaved: () => void
}

interface Submission<Body, Reply> extends FailureWords {
  /** What was typed as the server takes it, with what no schema can see; the values as they are when left out. */
  read?: () => Reading | Promise<Reading>
  send: (body: Body) => Promise<Reply>
  onDone: (reply: Reply, body: Body) => unknown
  /** Deals with a failure that is more than words, and answers whether it did. `body` is what was sent, if anything was. */
  onFailure?: (error: unknown, body: Body | undefined) => boolean | Promise<boolean>
}

interface Reading {
  candidate: unknown
  errors?: FieldErrors
  /** Why nothing is sent, where that is no field's fault, such as that nothing was changed. */
  refusal?: string | undefined
}

/**
 * Sends a form: reads and checks it, calls the server, and says what failed at the fields or above them. What was typed
 * stays. Answers what `Form` needs, to be spread on it.
 */
export function useSubmit<Body, Reply>(state: FormState<Body>, submission: Submission<Body, Reply>) {
  const { read, send, onDone, onFailure } = submission
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  /** What was refused as a whole; another value makes it another thing. */
  const [refused, setRefused] = useState<{ words: string; values: unknown }>()

  async function submit(): Promise<void> {
    setError(undefined)
    setRefused(undefined)
    setPending(true)
    let body: Body | undefined
    try {
      const { candidate, errors, refusal }: Reading = read === undefined ? { candidate: state.values } : await read()
      body = state.validate(candidate, errors)
      if (refusal !== undefined) setRefused({ words: refusal, values: state.values })
      if (body === undefined || refusal !== undefined) return
      const reply = await send(body)
      state.markSaved()
      await onDone(reply, body)
    } catch (failure) {
      if (await onFailure?.(failure, body)) return
      if (isOurFault(failure)) reportError(failure)
      setError(failureWords(failure, submission))
      state.showErrors(fieldErrors(failure))
    } finally {
      setPending(false)
    }
  }

  const refusal = refused?.values === state.values ? refused?.words : undefined
  return { ref: state.form, error, refusal, isPending, onSubmit: () => void submit() }
}

/**
 * Loads another page in place of this one, to which the browser's back returns unless it is to `replace` it. It never settles, so
 * that a form which waits for it is not sent twice.
 */
export async function leaveFor(address: string, by: 'assign' | 'replace' = 'assign'): Promise<never> {
  window.location[by](address)
  return await new Promise<never>(() => undefined)
}
