import { useEffect, useState } from 'react'
import type { PasswordScore } from './password-estimator.ts'
import { useSettled } from './use-settled.ts'

/**
 * The score of a password, of which `names` are what a guesser would try first, once the typing pauses; undefined for none, and while the estimator with its dictionaries
 * (240 kB compressed) is still on its way or did not come. It is loaded with the first letter.
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
      // The meter is a help: without it the rule and the server still decide.
      .catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [settled, words])
  return password === '' ? undefined : score
}
