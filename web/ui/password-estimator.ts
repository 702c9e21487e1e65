import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/**
 * Scores how hard a password is to guess, by the server's own measure; `known` are words that a guesser would try
 * first.
 */
export function scoreOf(password: string, known: string[]): PasswordScore {
  return zxcvbn.check(password, known).score
}

export type PasswordScore = 0 | 1 | 2 | 3 | 4
