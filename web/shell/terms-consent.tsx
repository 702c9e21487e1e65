import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptTerms } from '../../contract/own-account/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { failureWords, unreachableWords } from '../api/failure-words.ts'
import { PolicyText } from '../policies/policy-text.tsx'
import { shownPolicyQuery } from '../policies/queries.ts'
import { useLogout, userQuery } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import * as styles from './terms-consent.module.css'

/** Asks for consent to the terms; replaces the dashboard until it is given. */
export function TermsConsent() {
  const t = useT()
  const queries = useQueryClient()
  const { name, productName } = usePreferences()
  const logOut = useLogout()
  const shown = useQuery({ ...shownPolicyQuery('eula', useLocale()), staleTime: 0 })
  const version = shown.data?.data.termsVersion
  const accept = useMutation({
    mutationFn: (version: string) => call(acceptTerms, { body: { accepted: true, version }, errors: 'caller' }),
    onError: async (error) => {
      // Newer terms were published while these were being read.
      if (error instanceof ApiError && error.code === 'stale-version') await shown.refetch()
    },
    onSuccess: ({ data }) => queries.setQueryData(userQuery.queryKey, data),
  })
  const isStale = accept.error instanceof ApiError && accept.error.code === 'stale-version'
  const failed = isStale ? t('ownAccount:terms.changed') : failureWords(accept.error, { failed: 'shell:unknownError' })
  return (
    <Page title={t('ownAccount:terms.title')} width="narrow">
      <p className={styles.intro}>{t('ownAccount:terms.intro', { product: productName })}</p>
      <ul className={styles.why}>
        <li>{t('ownAccount:terms.what', { tenant: name, product: productName })}</li>
        <li>{t('ownAccount:terms.once')}</li>
        <li>{t('ownAccount:terms.choice')}</li>
      </ul>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <section className={styles.text} aria-label={t('shell:page.eula')} tabIndex={0}>
        <PolicyText name="eula" />
      </section>
      {accept.isError && <Alert tone="danger">{failed ?? t(unreachableWords())}</Alert>}
      <div className={styles.actions}>
        <Button
          isPending={accept.isPending || !version}
          onClick={() => {
            if (version) accept.mutate(version)
          }}
        >
          {t('ownAccount:terms.accept')}
        </Button>
        <Button variant="default" isPending={logOut.isPending} onClick={() => logOut.mutate()}>
          {t('ownAccount:terms.decline')}
        </Button>
      </div>
    </Page>
  )
}
