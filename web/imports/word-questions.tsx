import { ethnicitiesIn } from '../../contract/subjects/details.ts'
import { wordMeanings, type WordField } from '../../contract/imports/word-answers.ts'
import { usePreferences } from '../preferences/preferences.ts'
import * as field from '../ui/field.module.css'
import { useT, type Translate } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import { answersOf, type AskedWord } from './asked.ts'
import { mostAsked } from './group-questions.tsx'
import * as styles from './questions-card.module.css'

interface Props {
  words: readonly AskedWord[]
  errors: FieldErrors
  onChange: (word: AskedWord) => void
}

/** The value of the choice to leave a word out, which is no meaning of any field. */
const leftOut = 'left-out'

/** Asks what each word means that is not known by itself, once for all of its rows. */
export function WordQuestions({ words, errors, onChange }: Props) {
  const t = useT()
  const { countries } = usePreferences()
  const meaningsOf = (name: WordField): readonly string[] =>
    name === 'ethnicity' ? ethnicitiesIn(countries) : wordMeanings[name]
  // The server counts the answers alone.
  const sent = answersOf([], [], words).words ?? []
  const more = words.length - mostAsked
  return (
    <fieldset>
      <legend className={styles.legend}>{t('importing:ask.words')}</legend>
      <p className={styles.help}>{t('importing:ask.wordsHelp')}</p>
      <div className={styles.asked}>
        {words.slice(0, mostAsked).map((asked) => {
          const at = sent.findIndex(({ field: name, word }) => name === asked.field && word === asked.word)
          return (
            <div key={`${asked.field} ${asked.word}`}>
              <SelectField
                label={t('importing:ask.word', { word: asked.word, field: t(`importing:field.${asked.field}`) })}
                value={asked.meant === null ? leftOut : (asked.meant ?? '')}
                error={errors[`words.${at}.meant`] ?? errors[`words.${at}.word`]}
                options={[
                  { value: '', label: t('importing:ask.chooseMeaning') },
                  ...meaningsOf(asked.field).map((value) => ({ value, label: nameOf(t, asked.field, value) })),
                  { value: leftOut, label: t('importing:ask.leaveOut') },
                ]}
                onChange={(value) =>
                  onChange({ ...asked, meant: value === leftOut ? null : value === '' ? undefined : value })
                }
              />
              <p className={field.hint}>{t('importing:rows', { count: asked.rows })}</p>
            </div>
          )
        })}
      </div>
      {more > 0 && <p className={field.hint}>{t('importing:ask.more', { count: more })}</p>}
    </fieldset>
  )
}

/** A meaning in words. Each meaning of a field has a phrase of its name. */
function nameOf(t: Translate, name: WordField, meaning: string): string {
  if (name === 'result')
    return t(meaning === 'none' ? 'importing:word.none' : (`results:${meaning}` as 'results:positive'))
  if (name === 'correction') return t(`importing:word.${meaning}` as 'importing:word.original')
  const kind = name === 'phoneType' ? 'telephoneType' : name
  return t(`personDetails:${kind}.${meaning}` as 'personDetails:sex.female')
}
