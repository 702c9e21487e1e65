import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { mostSayingOrganisations } from '../../contract/assays/endpoints.ts'
import { noMeanings } from '../../contract/assays/meanings.ts'
import type { Locale } from '../../contract/locales.ts'
import { useChoices } from '../api/use-choices.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import * as styles from './coded-rows.module.css'
import { MeaningTexts } from './meanings-field.tsx'
import type { TypedAssay, TypedMeanings } from './typed-assay.ts'

interface Props {
  said: TypedAssay['organisationMeanings']
  /** The texts that apply if an organisation leaves a text empty. */
  forEverybody: TypedMeanings
  languages: readonly Locale[]
  errors: FieldErrors
  onChange: (said: TypedAssay['organisationMeanings']) => void
}

/** Texts of organisations that explain results differently: an organisation is chosen, then its texts are written. */
export function OrganisationMeaningsField({ said, forEverybody, languages, errors, onChange }: Props) {
  const t = useT()
  const own = useLocale()
  const set = useRef<HTMLFieldSetElement>(null)
  /** The organisation that was added last and opens for writing. */
  const [added, setAdded] = useState<string>()
  const { choices, isPending, onSearch } = useChoices((search) => organisationChoices({ search }))
  const left = choices.filter(({ id }) => said.every(({ organisation }) => organisation.id !== id))
  const opens = languages.includes(own) ? own : languages[0]

  function add(id: string | null) {
    const chosen = left.find((organisation) => organisation.id === id)
    if (chosen === undefined) return
    const organisation = { id: chosen.id, name: chosen.name }
    setAdded(chosen.id)
    onChange([...said, { organisation, meanings: noMeanings }])
  }

  function remove(at: number) {
    flushSync(() => onChange(said.toSpliced(at, 1)))
    set.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  }

  return (
    <fieldset ref={set} className={styles.set}>
      <legend className={styles.legend}>{t('fields:organisationMeanings')}</legend>
      <p className={styles.help}>{t('assayForm:form.organisationMeaningsHelp')}</p>
      {said.map(({ organisation, meanings }, at) => (
        <div
          key={organisation.id}
          ref={organisation.id === added ? focusFirstText : undefined}
          className={styles.row}
          role="group"
          aria-label={organisation.name}
        >
          <div className={styles.head}>
            <span className={styles.number} aria-hidden>
              {organisation.name}
            </span>
            <button
              type="button"
              className={styles.button}
              aria-label={t('assayForm:form.remove', { name: organisation.name })}
              onClick={() => remove(at)}
            >
              <IconTrash size={18} aria-hidden />
            </button>
          </div>
          <MeaningTexts
            name={`organisationMeanings.${at}.meanings`}
            meanings={meanings}
            otherwise={forEverybody}
            languages={languages}
            opens={meanings === noMeanings ? opens : undefined}
            errors={errors}
            onChange={(changed) => onChange(said.with(at, { organisation, meanings: changed }))}
          />
        </div>
      ))}
      {said.length < mostSayingOrganisations ? (
        <div className={styles.wide}>
          <SearchSelect
            name="organisationMeanings"
            label={t('assayForm:form.addOrganisationMeanings')}
            placeholder={t('assayForm:form.addOrganisation')}
            nothingFound={t('lists:filter.nothingFound')}
            choices={left}
            isPending={isPending}
            value={null}
            error={errors.organisationMeanings}
            onChange={add}
            onSearch={onSearch}
          />
        </div>
      ) : (
        <p className={styles.help}>
          {t('assayForm:form.mostOrganisationMeanings', { count: mostSayingOrganisations })}
        </p>
      )}
    </fieldset>
  )
}

function focusFirstText(group: HTMLElement | null): void {
  group?.querySelector<HTMLElement>('details[open] textarea')?.focus()
}
