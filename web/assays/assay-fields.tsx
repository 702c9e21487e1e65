import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import type { assayForm } from '../../contract/assays/endpoints.ts'
import { results } from '../../contract/rules/results.ts'
import { useChoices } from '../api/use-choices.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { useHolder } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { useForm } from '../ui/use-form.ts'
import { CodedRows } from './coded-rows.tsx'
import { FieldError } from '../ui/field-error.tsx'
import * as styles from './coded-rows.module.css'
import { InstructionsField } from './instructions-field.tsx'
import { MeaningsField } from './meanings-field.tsx'
import { OrganisationMeaningsField } from './organisation-meanings-field.tsx'
import { PictureFields } from './picture-fields.tsx'
import { withoutPicture, type TypedAssay, type TypedRow } from './typed-assay.ts'

interface Props {
  form: Pick<ReturnType<typeof useForm<typeof assayForm, TypedAssay>>, 'field' | 'set' | 'forget' | 'errors' | 'values'>
  /** Draws the label, error and conflict of a field around its control. */
  field: (name: keyof TypedAssay, control: Elements) => Elements
  /** True if this assay is already the tenant's default, which only another assay can take over. */
  isDefaultNow: boolean
  isRetired: boolean
}

export function AssayFields({ form, field, isDefaultNow, isRetired }: Props) {
  const t = useT()
  const { availableLanguages } = usePreferences()
  // The operator's catalogue belongs to no organisation, and nothing is recorded with its entries.
  const isOfCatalogue = useHolder().userType === 'unlimited'
  const { values, errors, set, forget } = form
  const setRows = (name: 'analytes' | 'specimens') => (rows: readonly TypedRow[]) => {
    // The messages name rows by index, which may have changed.
    forget(Object.keys(errors).filter((error) => error.startsWith(`${name}.`)))
    set(name, rows)
  }
  const setPictures = (pictures: TypedAssay['pictures']) => {
    forget(Object.keys(errors).filter((error) => /^(pictures|instructions)\b/.test(error)))
    set('pictures', pictures)
  }
  return (
    <>
      {field(
        'name',
        <TextField
          {...form.field('name')}
          label={t('fields:name')}
          help={t('assayForm:form.nameHelp')}
          autoComplete="off"
        />,
      )}
      {field(
        'manufacturer',
        <TextField {...form.field('manufacturer')} label={t('fields:manufacturer')} isOptional autoComplete="off" />,
      )}
      {field('model', <TextField {...form.field('model')} label={t('fields:model')} isOptional autoComplete="off" />)}
      {field(
        'gtin',
        <TextField
          {...form.field('gtin')}
          label={t('fields:gtin')}
          help={t('assayForm:form.gtinHelp')}
          isOptional
          inputMode="numeric"
          autoComplete="off"
        />,
      )}
      {field(
        'analytes',
        <CodedRows
          name="analytes"
          rows={values.analytes}
          errors={errors}
          hasLoinc
          isNeeded
          words={{
            legend: t('assayForm:form.analytes'),
            help: t('assayForm:form.analytesHelp'),
            row: (number) => t('assayForm:form.analyte', { number }),
            add: t('assayForm:form.addAnalyte'),
          }}
          onChange={setRows('analytes')}
        />,
      )}
      {field('offeredResults', <OfferedResults form={form} />)}
      <div className={styles.set}>
        <div className={`${styles.codes} ${styles.wide}`}>
          {field(
            'readFromMinutes',
            <TextField {...form.field('readFromMinutes')} label={t('fields:readFromMinutes')} inputMode="numeric" />,
          )}
          {field(
            'readUntilMinutes',
            <TextField {...form.field('readUntilMinutes')} label={t('fields:readUntilMinutes')} inputMode="numeric" />,
          )}
        </div>
        {field(
          'imageRequired',
          <CheckboxField
            name="imageRequired"
            label={t('fields:imageRequired')}
            isChecked={values.imageRequired}
            onChange={(isChecked) => set('imageRequired', isChecked)}
          />,
        )}
        {field(
          'requiresTimer',
          <CheckboxField
            name="requiresTimer"
            label={t('fields:requiresTimer')}
            isChecked={values.requiresTimer}
            onChange={(isChecked) => set('requiresTimer', isChecked)}
          />,
        )}
        {field(
          'twoReaders',
          <CheckboxField
            name="twoReaders"
            label={t('fields:twoReaders')}
            isChecked={values.twoReaders}
            onChange={(isChecked) => set('twoReaders', isChecked)}
          />,
        )}
      </div>
      {field(
        'specimens',
        <CodedRows
          name="specimens"
          rows={values.specimens}
          errors={errors}
          words={{
            legend: t('fields:specimens'),
            help: t('assayForm:form.specimensHelp'),
            row: (number) => t('assayForm:form.specimen', { number }),
            add: t('assayForm:form.addSpecimen'),
          }}
          onChange={setRows('specimens')}
        />,
      )}
      {field(
        'instructions',
        <fieldset className={styles.set}>
          <legend className={styles.legend}>{t('fields:instructions')}</legend>
          <p className={styles.help}>{t('assayForm:form.instructionsHelp')}</p>
          {availableLanguages.map((locale) => (
            <InstructionsField
              key={locale}
              locale={locale}
              text={values.instructions[locale]}
              pictures={values.pictures}
              error={errors[`instructions.${locale}`]}
              onChange={(text) => {
                forget([`instructions.${locale}`])
                set('instructions', { ...values.instructions, [locale]: text })
              }}
            />
          ))}
        </fieldset>,
      )}
      {!isOfCatalogue &&
        field(
          'meanings',
          <MeaningsField
            meanings={values.meanings}
            languages={availableLanguages}
            errors={errors}
            onChange={(meanings) => {
              forget(Object.keys(errors).filter((error) => error.startsWith('meanings.')))
              set('meanings', meanings)
            }}
          />,
        )}
      {!isOfCatalogue &&
        field(
          'organisationMeanings',
          <OrganisationMeaningsField
            said={values.organisationMeanings}
            forEverybody={values.meanings}
            languages={availableLanguages}
            errors={errors}
            onChange={(said) => {
              forget(Object.keys(errors).filter((error) => error.startsWith('organisationMeanings')))
              set('organisationMeanings', said)
            }}
          />,
        )}
      {!isOfCatalogue &&
        field(
          'pictures',
          <PictureFields
            pictures={values.pictures}
            languages={availableLanguages}
            errors={errors}
            onChange={setPictures}
            onRemove={(at) => {
              setPictures(values.pictures.toSpliced(at, 1))
              set('instructions', withoutPicture(values.instructions, at + 1))
            }}
          />,
        )}
      {!isOfCatalogue && field('organisationIds', <OrganisationsField form={form} />)}
      {!isOfCatalogue &&
        !isRetired &&
        field(
          'isDefault',
          isDefaultNow && values.isDefault ? (
            <Alert tone="notice">{t('assayForm:form.isDefaultNow')}</Alert>
          ) : (
            <CheckboxField
              name="isDefault"
              label={t('assayForm:form.isDefault')}
              help={t('assayForm:form.isDefaultHelp')}
              isChecked={values.isDefault}
              onChange={(isChecked) => set('isDefault', isChecked)}
              error={errors.isDefault}
            />
          ),
        )}
    </>
  )
}

function OfferedResults({ form: { values, errors, set } }: Pick<Props, 'form'>) {
  const t = useT()
  const id = useId()
  const { offeredResults: error } = errors
  return (
    <fieldset
      className={styles.set}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className={styles.legend}>{t('fields:offeredResults')}</legend>
      <div className={styles.checks}>
        {results.map((result) => (
          <CheckboxField
            key={result}
            name={`offeredResults.${result}`}
            label={t(`results:${result}`)}
            isChecked={values.offeredResults.includes(result)}
            onChange={(isChecked) =>
              set(
                'offeredResults',
                results.filter((one) => (one === result ? isChecked : values.offeredResults.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

function OrganisationsField({ form: { values, errors, set } }: Pick<Props, 'form'>) {
  const t = useT()
  const chosen = values.organisationIds
  const { choices, isPending, onSearch } = useChoices((search) => organisationChoices({ search }), {
    isNeeded: chosen !== null,
  })
  const left = choices.filter((organisation) => chosen?.every(({ id }) => id !== organisation.id))
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{t('assayForm:form.organisations')}</legend>
      <CheckboxField
        name="allOrganisations"
        label={t('assayForm:form.allOrganisations')}
        isChecked={chosen === null}
        onChange={(isChecked) => set('organisationIds', isChecked ? null : [])}
      />
      {chosen !== null && (
        <>
          <p className={styles.help}>{t('assayForm:form.chosenHelp')}</p>
          {chosen.length > 0 && (
            <ul className={styles.chosen}>
              {chosen.map(({ id, name }) => (
                <li key={id} className={styles.chip}>
                  <span>{name}</span>
                  <button
                    type="button"
                    className={styles.button}
                    aria-label={t('assayForm:form.remove', { name })}
                    onClick={({ currentTarget }) => {
                      // The button disappears with its organisation; the field that adds another stays.
                      currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
                      set(
                        'organisationIds',
                        chosen.filter((one) => one.id !== id),
                      )
                    }}
                  >
                    <IconX size={16} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className={styles.wide}>
            <SearchSelect
              name="organisationIds"
              label={t('assayForm:form.addOrganisation')}
              placeholder={t('assayForm:form.addOrganisation')}
              nothingFound={t('lists:filter.nothingFound')}
              choices={left}
              isPending={isPending}
              value={null}
              error={errors.organisationIds}
              onChange={(added) => {
                const organisation = left.find(({ id }) => id === added)
                if (organisation === undefined) return
                set('organisationIds', [...chosen, { id: organisation.id, name: organisation.name }])
              }}
              onSearch={onSearch}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}
