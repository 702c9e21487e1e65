import { use } from 'react'
import type { PolicyName, PolicyTexts } from '../../contract/phrases/policy.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import { usePreferences } from '../tenants/queries.ts'
import { useLocale } from '../ui/phrases.ts'
import { Markdown } from './markdown.tsx'
import styles from './policy-text.module.css'

const loaders: Record<Locale, () => Promise<{ policies: PolicyTexts }>> = {
  en_GB: () => import('../../contract/phrases/en_GB/policies.ts'),
  en_US: () => import('../../contract/phrases/en_US/policies.ts'),
  es_MX: () => import('../../contract/phrases/es_MX/policies.ts'),
}
const loading = new Map<Locale, Promise<PolicyTexts>>()

/** The text of a policy: the tenant's own, else the default in the current language. Suspends while it loads. */
export function PolicyText({ name }: { name: PolicyName }) {
  const { productName, name: tenant, policies } = usePreferences()
  const own = policies[name]
  const locale = useLocale()
  return (
    <div className={styles.text}>
      {own ? (
        <Markdown text={own} />
      ) : (
        <DefaultText name={name} locale={locale} product={productName} tenant={tenant} />
      )}
    </div>
  )
}

function DefaultText({
  name,
  locale,
  product,
  tenant,
}: {
  name: PolicyName
  locale: Locale
  product: string
  tenant: string
}) {
  const texts = use(textsOf(locale))
  return <Markdown text={texts[name].replaceAll('{{product}}', product).replaceAll('{{tenant}}', tenant)} />
}

function textsOf(locale: Locale): Promise<PolicyTexts> {
  const known = loading.get(locale)
  if (known !== undefined) return known
  const texts = loaders[locale]().then(({ policies }) => policies)
  loading.set(locale, texts)
  return texts
}
