import { Worker } from 'node:worker_threads'
import type { Score } from '@zxcvbn-ts/core'
import { Failure } from '../platform/failure.ts'

/** What the thread is asked, and what it answers. */
export interface StrengthQuestion {
  id: number
  password: string
  names: readonly string[]
}
export interface StrengthAnswer {
  id: number
  score: Score
}

/** Passwords that wait to be measured; each takes up to a second, and another one is refused. */
const mostWaiting = 30
const retryAfterSeconds = 5

/** Milliseconds without a password after which the thread ends: it holds 2 MB of dictionaries. */
const idle = 60_000

interface Thread {
  worker: Worker
  waiting: Map<number, PromiseWithResolvers<Score>>
  ending: NodeJS.Timeout
}

let thread: Thread | undefined
let asked = 0

/**
 * How hard a password is to guess, from 0 to 4 by zxcvbn; `names` are words that a guesser would try first. It is measured in a
 * thread of its own, one password after the other: what somebody sends can take a second, and keeps nobody else waiting
 * but those who choose a password. Throws `unavailable` when there are too many of them.
 */
export async function passwordScore(password: string, names: readonly string[]): Promise<Score> {
  const { worker, waiting, ending } = (thread ??= startThread())
  if (waiting.size >= mostWaiting) throw new Failure('unavailable', { retryAfterSeconds })
  const id = (asked += 1)
  const answer = Promise.withResolvers<Score>()
  waiting.set(id, answer)
  ending.refresh()
  worker.ref()
  const question: StrengthQuestion = { id, password, names }
  worker.postMessage(question)
  return answer.promise
}

function startThread(): Thread {
  const worker = new Worker(new URL('password-strength-thread.ts', import.meta.url))
  const waiting: Thread['waiting'] = new Map()
  const ending = setTimeout(() => {
    if (waiting.size > 0) ending.refresh()
    else {
      if (thread === own) thread = undefined
      void worker.terminate()
    }
  }, idle).unref()
  const own = { worker, waiting, ending }
  worker.unref()
  worker.on('message', ({ id, score }: StrengthAnswer) => {
    waiting.get(id)?.resolve(score)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  })
  let cause: unknown
  worker.on('error', (error) => (cause = error))
  worker.on('exit', () => {
    clearTimeout(ending)
    if (thread === own) thread = undefined
    for (const answer of waiting.values()) answer.reject(new Error('Measuring a password ended', { cause }))
  })
  return own
}
