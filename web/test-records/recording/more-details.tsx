import { useState, type ComponentProps } from 'react'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { DateField } from '../../ui/date-field.tsx'
import { useT } from '../../ui/phrases.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Draft } from './draft.ts'
import type { FieldWords } from './error-words.ts'
import { CoordinatesField } from './coordinates-field.tsx'
import { LotField } from './lot-field.tsx'
import * as styles from './more-details.module.css'

interface Props {
  draft: Draft
  assay: AssayListItem
  errors: FieldWords
  set: <K extends keyof Draft>(name: K, value: Draft[K]) => void
  onLot: (lot: string) => void
  onExpiry: (typed: string) => void
  readCode: ComponentProps<typeof LotField>['readCode']
}

const fields = ['specimen', 'lot', 'lotExpiry', 'location', 'coordinates', 'note']

/**
 * The optional fields of a test, collapsed so that Tab can skip them, with a summary of what is filled in. Opens on
 * request and for a field with an error.
 */
export function MoreDetails({ draft, assay, errors, set, onLot, onExpiry, readCode }: Props) {
  const t = useT()
  const { hint } = useDates()
  const [wanted, setWanted] = useState(false)
  const isOpen = wanted || fields.some((field) => field in errors)
  const filled = [draft.specimen, draft.lot, draft.lotExpiry, draft.location, draft.note].filter((text) => text !== '')
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setWanted(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span>{t('recording:test.details')}</span>
        {!isOpen && filled.length > 0 && <span className={styles.filled}>{filled.join(' · ')}</span>}
      </summary>
      <div className={styles.fields}>
        {assay.specimens.length > 0 && (
          <SelectField
            name="specimen"
            label={t('fields:specimen')}
            isOptional
            value={draft.specimen}
            options={[
              { value: '', label: t('lists:notGiven') },
              ...assay.specimens.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(specimen) => set('specimen', specimen)}
            error={errors.specimen}
          />
        )}
        <div className={styles.pair}>
          <LotField label={t('fields:lot')} lot={draft.lot} onChange={onLot} readCode={readCode} error={errors.lot} />
          <DateField
            name="lotExpiry"
            label={t('fields:lotExpiry')}
            isOptional
            hint={hint}
            value={draft.lotExpiry}
            onChange={onExpiry}
            error={errors.lotExpiry}
          />
        </div>
        <TextField
          name="location"
          label={t('fields:location')}
          isOptional
          help={t('recording:test.locationHelp')}
          value={draft.location}
          autoComplete="off"
          onChange={(event) => set('location', event.currentTarget.value)}
          error={errors.location}
        />
        <CoordinatesField
          coordinates={draft.coordinates}
          onChange={(coordinates) => set('coordinates', coordinates)}
          error={errors.coordinates}
        />
        <TextAreaField
          name="note"
          label={t('fields:note')}
          isOptional
          rows={3}
          value={draft.note}
          onChange={(event) => set('note', event.currentTarget.value)}
          error={errors.note}
        />
      </div>
    </details>
  )
}
