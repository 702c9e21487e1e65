import { useDeferredValue, useId, useRef, useState } from 'react'
import {
  getPolicy,
  listPolicies,
  listPolicyVersions,
  publishPolicy,
  readPolicy,
  type Policy,
  type PolicyChange,
} from '../../contract/policies/endpoints.ts'
import { tooLongIn } from '../../contract/phrases/message-of.ts'
import { languageOf, localeFacts, locales, type Locale } from '../../contract/locales.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { reportError } from '../api/error-reporting.ts'
import { useShownAnew } from '../api/query.ts'
import { failureWords, isOurFault } from '../api/failure-words.ts'
import { useStored } from '../editing/use-action.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { focusWithError } from '../ui/use-form.ts'
import { PolicyMarkdown } from '../policies/policy-text.tsx'
import { policyQuery } from '../policies/queries.ts'
import * as styles from './policies-tab.module.css'

/** Unpublished changes by language; null restores the built-in text. */
export type Drafts = Partial<Record<Locale, string | null>>

interface Props {
  tenantId: string
  policy: Policy
  locale: Locale
  builtIn: string
  drafts: Drafts
  onDrafts: (drafts: Drafts) => void
}

/** A policy's text in one language beside its preview. Publishing sends every changed language at once. */
export function PolicyEditor({ tenantId, policy, locale, builtIn, drafts, onDrafts }: Props) {
  const t = useT()
  const preview = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [asksAgain, setAsksAgain] = useState(false)
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  const inForce = policy.texts[locale]
  const { [locale]: draft = inForce } = drafts
  const typed = draft ?? builtIn
  const shown = useDeferredValue(typed)
  const changed = locales.filter((one) => drafts[one] !== undefined)
  const languages = changed.map((one) => localeFacts[one].name).join(', ')
  const title = t(`shell:page.${policy.name}`)
  const tooLong = tooLongIn(publishPolicy.body, { texts: drafts, asksAgain })
  const tooLongWords = (language: Locale) => {
    const message = tooLong[`texts.${language}`]
    return message && t('rules:tooLong', message.values)
  }
  const showAnew = useShownAnew([getPolicy, listPolicyVersions])
  const publish = useStored({
    send: (body: PolicyChange, version: number) =>
      call(publishPolicy, {
        params: { id: tenantId, name: policy.name },
        body,
        headers: { 'If-Match': `"${version}"` },
        errors: 'caller',
      }),
    shownBy: [listPolicies, listPolicyVersions, readPolicy],
    keptAs: ({ name }) => policyQuery(tenantId, name).queryKey,
  })

  function change(text: string) {
    const next = text === builtIn ? null : text
    const { [locale]: _, ...others } = drafts
    setError(undefined)
    onDrafts(next === inForce ? others : { ...others, [locale]: next })
  }

  /** Asks before publishing, unless a text is too long, also one of a language that is not shown. */
  function publishAfterAsking() {
    const language = changed.find((one) => tooLongWords(one) !== undefined)
    if (language === undefined) return setConfirming(true)
    setError(`${localeFacts[language].name}: ${tooLongWords(language)}`)
    if (language === locale) focusWithError(area.current)
  }

  async function send() {
    setPending(true)
    setError(undefined)
    try {
      await publish({ texts: drafts, asksAgain }, policy.version)
      onDrafts({})
      setAsksAgain(false)
      showMessage(say('publishing:published', { policy: title }))
    } catch (failure) {
      if (isOurFault(failure)) reportError(failure)
      const isStale = failure instanceof ApiError && failure.code === 'stale-version'
      const [ofField] = Object.values(fieldErrors(failure))
      setError(ofField ?? failureWords(failure, { failed: 'publishing:failed', refused: { 412: 'publishing:stale' } }))
      if (isStale) showAnew()
    } finally {
      setPending(false)
      setConfirming(false)
    }
  }

  return (
    <div className={styles.editor}>
      <p className={styles.state} role="status">
        {t(inForce === null ? 'publishing:inForce.builtIn' : 'publishing:inForce.own')}
      </p>
      {error !== undefined && <Alert tone="danger">{error}</Alert>}
      <div className={styles.sides}>
        <div className={styles.side}>
          <TextAreaField
            ref={area}
            label={t('publishing:text')}
            help={t('publishing:textHelp')}
            name="text"
            rows={22}
            lang={languageOf(locale)}
            value={typed}
            error={tooLongWords(locale)}
            onChange={(event) => change(event.currentTarget.value)}
          />
        </div>
        <section className={styles.side} aria-labelledby={preview}>
          <h3 className={styles.label} id={preview}>
            {t('publishing:preview')}
          </h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
          <div className={styles.preview} role="group" aria-labelledby={preview} tabIndex={0}>
            <PolicyMarkdown text={shown} />
          </div>
        </section>
      </div>
      {typed.trim() !== builtIn && (
        <div>
          <Button variant="default" onClick={() => change(builtIn)}>
            {t('publishing:backToBuiltIn')}
          </Button>
        </div>
      )}
      {changed.length > 0 && (
        <div className={styles.bar} role="region" aria-label={t('publishing:publish')}>
          <p className={styles.count} role="status">
            {t('publishing:unpublished', { languages })}
          </p>
          <Button variant="default" onClick={() => onDrafts({})}>
            {t('publishing:discard')}
          </Button>
          <Button isPending={isPending} onClick={publishAfterAsking}>
            {t('publishing:publish')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('publishing:confirm.title', { policy: title })}
          text={t('publishing:confirm.text', { languages })}
          stay={t('publishing:confirm.keep')}
          leave={t('publishing:publish')}
          onStay={() => setConfirming(false)}
          onLeave={() => void send()}
        >
          {policy.name === 'eula' && (
            <CheckboxField
              label={t('publishing:asksAgain')}
              name="asksAgain"
              isChecked={asksAgain}
              onChange={setAsksAgain}
              help={t('publishing:asked', { count: policy.people })}
            />
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}
