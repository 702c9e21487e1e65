import type { Result } from '../../contract/rules/results.ts'
import { useT } from './phrases.ts'

interface Props {
  result: Result
  /** In the tenant's own words; null for the usual ones. */
  meaning: string | null
  className?: string | undefined
  level?: 2 | 3
}

/** What a result means, for whoever was tested. The page says `meanings` besides (`alsoSay`). */
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
