import { Worker } from 'node:worker_threads'
import type { Score } from '@zxcvbn-ts/core'
import { TenantTurns } from '../platform/tenant-turns.ts'

/** The message to the thread, which answers with the score. */
export interface StrengthQuestion {
  password: string
  names: readonly string[]
}

/**
 * The number of passwords that may wait to be measured, in total and per tenant; each takes up to a second, and further
 * ones are refused.
 */
const turns = new TenantTurns({ inFlight: 30, ofOneTenant: 10 })

/** Milliseconds without a password after which the thread ends, because it holds 2 MB of dictionaries. */
const idle = 60_000

let worker: Worker | undefined
let ending: NodeJS.Timeout | undefined

/**
 * Scores how hard a password is to guess, from 0 to 4 by zxcvbn; `names` are words that an attacker would try first. A
 * thread measures one password after the other, because one may take a second and must not block other requests.
 * Tenants take turns. Throws `unavailable` when too many are waiting.
 */
export async function passwordScore(tenantId: string, password: string, names: readonly string[]): Promise<Score> {
  return await turns.take({ tenantId }, () => turns.run({ tenantId }, () => measure({ password, names })))
}

async function measure(question: StrengthQuestion): Promise<Score> {
  clearTimeout(ending)
  const own = (worker ??= startWorker())
  const { promise, resolve, reject } = Promise.withResolvers<Score>()
  const fail = (cause: unknown) => reject(new Error('Measuring a password ended', { cause }))
  own.on('message', resolve).on('error', fail).on('exit', fail)
  own.ref()
  own.postMessage(question)
  try {
    return await promise
  } finally {
    own.off('message', resolve).off('error', fail).off('exit', fail)
    own.unref()
    ending = setTimeout(() => end(own), idle).unref()
  }
}

function startWorker(): Worker {
  const own = new Worker(new URL('password-strength-thread.ts', import.meta.url))
  return own.on('error', () => end(own)).on('exit', () => end(own))
}

function end(own: Worker): void {
  if (worker === own) worker = undefined
  void own.terminate()
}
