import { useState } from 'react'
import {
  fieldsOfDifferences,
  isTakenField,
  type DifferenceField,
  type DifferenceValues,
  type TakenField,
} from '../../contract/imports/differences.ts'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import { languageTag, type Locale } from '../../contract/locales.ts'
import { failureWords } from '../api/failure-words.ts'
import { addressLines } from '../ui/address-lines.tsx'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { languageName } from '../ui/language-options.ts'
import { useLocale, useT, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import * as styles from './differences.module.css'
import { useChoice, type Choice } from './queries.ts'

/** What the rows of a file say otherwise of people who are known here, which can be taken from the file for all of them. */
export function AllDifferences({ one, isShown, onShow }: { one: FileImport; isShown: boolean; onShow: () => void }) {
  const t = useT()
  const { choose, pending } = useChosen(one.id)
  const found = one.preview?.differences ?? []
  if (found.length === 0) return null
  return (
    <section className={styles.all} aria-label={t('importing:differences.title')}>
      <h3>{t('importing:differences.title')}</h3>
      <p className={styles.hint}>{t('importing:differences.about')}</p>
      <ul className={styles.fields}>
        {found.map(({ field, people, taken }) => (
          <li key={field}>
            <p>
              <strong>{labelOf(t, field)}</strong>
              <span>{t('importing:people', { count: people })}</span>
              {taken > 0 && <span>{t('importing:differences.taken', { count: taken })}</span>}
            </p>
            {isTakenField(field) ? (
              <div className={styles.ways}>
                <Button
                  variant="default"
                  isPending={pending?.field === field && pending.isTaken}
                  isInactive={taken === people}
                  onClick={() => void choose({ field, line: null, isTaken: true })}
                >
                  {t('importing:differences.takeAll', { field: labelOf(t, field) })}
                </Button>
                {taken > 0 && (
                  <Button
                    variant="default"
                    isPending={pending?.field === field && !pending.isTaken}
                    onClick={() => void choose({ field, line: null, isTaken: false })}
                  >
                    {t('importing:differences.keepAll', { field: labelOf(t, field) })}
                  </Button>
                )}
              </div>
            ) : (
              <p className={styles.hint}>{t('importing:differences.identifies')}</p>
            )}
          </li>
        ))}
      </ul>
      <Button variant="default" aria-pressed={isShown} onClick={onShow}>
        {t('importing:differences.show')}
      </Button>
    </section>
  )
}

/** What a row says otherwise of its person, with both values side by side, and what of it is taken from the file. */
export function RowDifferences({ one, row }: { one: FileImport; row: ImportRow }) {
  const t = useT()
  const locale = useLocale()
  const { choose, pending } = useChosen(one.id)
  const { differences, taken, line, outcome } = row
  if (differences === null || outcome === 'wrong') return null
  const fields = fieldsOfDifferences(differences)
  const isOpen = outcome === 'right' && (one.state === 'read' || one.state === 'done')
  const words = (values: DifferenceValues, field: DifferenceField) =>
    wordsOf(values, field, t, locale) || t('importing:differences.nothing')
  return (
    <div className={styles.row} role="group" aria-label={t('importing:differences.ofRow', { line })}>
      <p>{t('importing:differences.known', { fields: fields.map((field) => labelOf(t, field)).join(', ') })}</p>
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">{t('importing:differences.detail')}</th>
            <th scope="col">{t('importing:differences.here')}</th>
            <th scope="col">{t('importing:differences.file')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => {
            const isTaken = pending?.field === field ? pending.isTaken : taken.includes(field)
            return (
              <tr key={field}>
                <th scope="row">{labelOf(t, field)}</th>
                <td data-label={t('importing:differences.here')}>{words(differences.here, field)}</td>
                <td data-label={t('importing:differences.file')}>
                  <span>{words(differences.file, field)}</span>
                  {isTakenField(field) && isOpen && (
                    <CheckboxField
                      name={`take-${line}-${field}`}
                      label={t('importing:differences.take', { field: labelOf(t, field) })}
                      isChecked={isTaken}
                      onChange={(isChecked) => void choose({ field, line, isTaken: isChecked })}
                    />
                  )}
                  {isTaken && !isOpen && (
                    <p className={styles.hint}>
                      {t(one.undo === null ? 'importing:differences.wasTaken' : 'importing:differences.wasUndone')}
                    </p>
                  )}
                  {!isTakenField(field) && <p className={styles.hint}>{t('importing:differences.identifies')}</p>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Sends choices one at a time, and shows the one that is under way. */
function useChosen(id: string) {
  const send = useChoice(id)
  const [pending, setPending] = useState<Choice>()
  async function choose(choice: Choice) {
    setPending(choice)
    try {
      await send(choice)
    } catch (failure) {
      const words = failureWords(failure, { failed: 'importing:row.answerFailed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    } finally {
      setPending(undefined)
    }
  }
  return { choose, pending }
}

function labelOf(t: Translate, field: DifferenceField): string {
  if (field === 'email') return t('importing:field.emails')
  return field === 'localId' ? t('importing:field.localId') : t(`personDetails:kind.${field}`)
}

function wordsOf(values: DifferenceValues, field: DifferenceField, t: Translate, locale: Locale): string {
  const { telephones, address, guardian, language, unit } = values
  const inWords: Readonly<Record<Exclude<TakenField, Coded>, () => (string | null | undefined)[]>> = {
    telephones: () => (telephones ?? []).map(({ number }) => number),
    address: () => (address ? addressLines(address, locale) : []),
    guardian: () => (guardian ? [guardian.name, guardian.relation, guardian.email, guardian.telephone?.number] : []),
    unit: () => [unit?.name, unit?.room],
    language: () => [language && languageName(language, languageTag(locale))],
  }
  if (field in inWords) {
    // The line above tells that it is one of them.
    const parts = inWords[field as keyof typeof inWords]()
    return parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')
  }
  if (field === 'email' || field === 'localId' || field === 'nhsNumber') return values[field] ?? ''
  const code = values[field as Coded]
  // Each value has a phrase of its name.
  return code ? t(`personDetails:${field}.${code}` as PhraseKey) : ''
}
type Coded = 'sex' | 'race' | 'ethnicity' | 'role'
