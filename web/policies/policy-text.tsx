import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { policyNames, type PolicyName, type PolicyTexts } from '../../contract/phrases/policy.ts'
import { filledIn } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/locales.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { shownPolicyQuery } from './queries.ts'
import * as styles from './policy-text.module.css'

const loaders = import.meta.glob<PolicyTexts>('../../contract/phrases/*/policies.ts', { import: 'policies' })
const loading = new Map<Locale, Promise<PolicyTexts>>()

/** The text of a policy: the tenant's own, else the built-in one in the current language. */
export function PolicyText({ name, isPage = false }: { name: PolicyName; isPage?: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { data: shown, isError, refetch } = useQuery(shownPolicyQuery(name, locale, { isPage }))
  if (isError && shown === undefined) {
    return (
      <Notice title={t('shell:policyFailed')} text={t('shell:policyFailedText')}>
        <Button onClick={() => void refetch()}>{t('shell:tryAgain')}</Button>
      </Notice>
    )
  }
  if (shown === undefined) return <Skeleton height={320} />
  return shown.data.text === null ? (
    <BuiltInText name={name} locale={locale} />
  ) : (
    <PolicyMarkdown text={shown.data.text} />
  )
}

/** Renders a text of a policy with the names of product and tenant filled in. */
export function PolicyMarkdown({ text }: { text: string }) {
  const { productName, name } = usePreferences()
  return (
    <div className={styles.text}>
      <Markdown text={text.replaceAll('{{product}}', () => productName).replaceAll('{{tenant}}', () => name)} />
    </div>
  )
}

function BuiltInText({ name, locale }: { name: PolicyName; locale: Locale }) {
  return <PolicyMarkdown text={use(builtInTexts(locale))[name]} />
}

async function readTexts(locale: Locale): Promise<PolicyTexts> {
  const policies = await loaders[`../../contract/phrases/${locale}/policies.ts`]?.()
  if (policies === undefined) throw new Error(`The folder of ${locale} has no policies`)
  const filled = policyNames.map((name) => [name, filledIn(policies[name], locale)])
  return Object.fromEntries(filled) as PolicyTexts // Each policy has its text.
}

/** The built-in texts in a language with the numbers of the contract, fetched once, because a component that suspends on them may ask again. */
export function builtInTexts(locale: Locale): Promise<PolicyTexts> {
  const known = loading.get(locale)
  if (known !== undefined) return known
  const texts = readTexts(locale)
  loading.set(locale, texts)
  return texts
}
