import type { Result } from '../../contract/rules/results.ts'
import { useT } from './phrases.ts'

interface Props {
  result: Result
  /** The tenant's own text; null for the usual one. */
  meaning: string | null
  className?: string | undefined
  level?: 2 | 3
}

/** Explains a result to the person who was tested. The page must load the `meanings` phrases (`alsoSay`). */
export function ResultMeaning({ result, meaning, className, level = 3 }: Props) {
  const Heading = `h${level}` as const
  const t = useT()
  return (
    <section className={className}>
      <Heading>{t('meanings:title')}</Heading>
      <p>{meaning ?? t(`meanings:${result}`)}</p>
    </section>
  )
}
