/** The thread that measures passwords, started and used by `password-strength.ts`. */
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { StrengthQuestion } from './password-strength.ts'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

parentPort?.on('message', ({ password, names }: StrengthQuestion) => {
  parentPort?.postMessage(zxcvbn.check(password, [...names]).score)
})
