import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptTerms } from '../../contract/own-account/endpoints.ts'
import { call } from '../api/client.ts'
import { PolicyText } from '../policies/policy-text.tsx'
import { useLogout, userQuery } from '../session/queries.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import styles from './terms-consent.module.css'

/** Asks for consent to the terms; stands in place of the dashboard until it is given. */
export function TermsConsent() {
  const t = useT()
  const queries = useQueryClient()
  const { productName } = usePreferences()
  const logOut = useLogout()
  const accept = useMutation({
    mutationFn: () => call(acceptTerms, { body: { accepted: true } }),
    onSuccess: ({ data }) => queries.setQueryData(userQuery.queryKey, data),
  })
  return (
    <Page title={t('shell:termsTitle')} width="narrow">
      <p className={styles.intro}>{t('shell:termsIntro', { product: productName })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className={styles.text} aria-label={t('shell:page.eula')} tabIndex={0}>
        <PolicyText name="eula" />
      </section>
      {accept.isError && <Alert tone="danger">{t('shell:offline')}</Alert>}
      <div className={styles.actions}>
        <Button isPending={accept.isPending} onClick={() => accept.mutate()}>
          {t('shell:termsAccept')}
        </Button>
        <Button variant="default" isPending={logOut.isPending} onClick={() => logOut.mutate()}>
          {t('shell:termsDecline')}
        </Button>
      </div>
    </Page>
  )
}
