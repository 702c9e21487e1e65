import { useEffect, useState } from 'react'
import type { PasswordScore } from './password-estimator.ts'
import { useSettled } from './use-settled.ts'

/**
 * The score of a password once the typing pauses; `names` are words that a guesser would try first. Undefined without a
 * password, and while the estimator with its dictionaries (240 kB compressed) is loading or has failed. It is loaded
 * with the first letter.
 */
export function usePasswordScore(password: string, names: readonly string[]): PasswordScore | undefined {
  const [score, setScore] = useState<PasswordScore>()
  const settled = useSettled(password, 200)
  const words = names.join(' ')
  useEffect(() => {
    if (settled === '') return undefined
    let isStale = false
    import('./password-estimator.ts')
      .then(({ scoreOf }) => isStale || setScore(scoreOf(settled, words.split(' '))))
      // The meter is only a help: without it the rule and the server still decide.
      .catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [settled, words])
  return password === '' ? undefined : score
}
