import type { PolicyName } from '../../contract/phrases/policy.ts'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { PolicyText } from '../policies/policy-text.tsx'

export function PolicyPage({ name }: { name: PolicyName }) {
  const t = useT()
  return (
    <Page title={t(`shell:page.${name}`)} width="narrow">
      <PolicyText name={name} isPage />
    </Page>
  )
}
