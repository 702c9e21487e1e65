import { useState, type RefObject } from 'react'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { reportError } from '../api/error-reporting.ts'
import type { FieldErrors } from '../ui/use-form.ts'
import { failureWords, isOurFault, type FailureWords } from '../api/failure-words.ts'
import { isGone, usePanelRow } from './panel-row.ts'

interface FormState<Body> {
  form: RefObject<HTMLFormElement | null>
  values: unknown
  validate: (candidate: unknown, also?: FieldErrors) => Body | undefined
  showErrors: (errors: FieldErrors) => void
  markSaved: () => void
}

export interface Submission<Body, Reply> extends FailureWords {
  /**
   * Converts the form to the request body, with the errors that no schema can see; by default the values are sent
   * unchanged.
   */
  read?: () => Reading | Promise<Reading>
  send: (body: Body) => Promise<Reply>
  onDone: (reply: Reply, body: Body) => unknown
  /**
   * True if the form shows the panel's row as it is stored: after somebody else changed it, it is fetched again, to be
   * submitted for what is then shown.
   */
  showsRow?: boolean
  /** Handles a failure that needs more than a message, and returns true if it did. `body` is the sent body, if any. */
  onFailure?: (error: unknown, body: Body | undefined) => boolean | Promise<boolean>
}

interface Reading {
  candidate: unknown
  errors?: FieldErrors
  /** Blocks sending for a reason that belongs to no field, such as that nothing was changed. */
  refusal?: string | undefined
}

/**
 * Submits a form: reads and checks it, calls the server, and shows errors at the fields or above them. The typed data
 * stays. Returns the props of `Form`, to be spread on it.
 */
export function useSubmit<Body, Reply>(state: FormState<Body>, submission: Submission<Body, Reply>) {
  const { read, send, onDone, showsRow = false, onFailure } = submission
  const row = usePanelRow()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  /** True if somebody else changed the subject of the form, which now shows the change. */
  const [isOutdated, setOutdated] = useState(false)
  /** A refusal of the form as a whole, which no longer applies once a value changes. */
  const [refused, setRefused] = useState<{ words: string; values: unknown }>()

  async function submit(): Promise<void> {
    setError(undefined)
    setRefused(undefined)
    setOutdated(false)
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
      if (row !== undefined && isGone(failure)) return row.sayGone(submission.refused?.[404] ?? 'editing:gone')
      if (showsRow && isStale(failure) && (await row?.refetch())?.isSuccess) return setOutdated(true)
      if (isOurFault(failure)) reportError(failure)
      setError(failureWords(failure, submission))
      state.showErrors(fieldErrors(failure))
    } finally {
      setPending(false)
    }
  }

  const refusal = refused?.values === state.values ? refused?.words : undefined
  return { ref: state.form, error, refusal, isOutdated, isPending, onSubmit: () => void submit() }
}

function isStale(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'stale-version'
}

/**
 * Loads another page in place of this one. The browser's back button returns here, unless `by` is `replace`. The
 * promise never settles, so that a form that waits for it is not submitted twice.
 */
export async function leaveFor(address: string, by: 'assign' | 'replace' = 'assign'): Promise<never> {
  window.location[by](address)
  return await new Promise<never>(() => undefined)
}
