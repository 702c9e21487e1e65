import { useQuery } from '@tanstack/react-query'
import { useChoices } from '../api/use-choices.ts'
import { assayChoices, assayQuery } from '../assays/queries.ts'
import { useT } from '../ui/phrases.ts'
import { SearchedSelect } from '../shell/searched-select.tsx'
import styles from './place-filter.module.css'

interface Props {
  assay: string | undefined
  onChange: (assay: string | undefined) => void
  /** In a bar its label is only read aloud, and a choice of one, which is none, is not offered. */
  isInBar?: boolean
}

/** Narrows tests to an assay, retired ones too: their tests stay. */
export function AssayFilter({ assay, onChange, isInBar = false }: Props) {
  const t = useT()
  const { isLoaded, choices, isPending, onSearch } = useChoices((text) => assayChoices(text))
  const isKnown = assay === undefined || choices.some(({ id }) => id === assay)
  // It may be one of those that were not listed.
  const chosen = useQuery({ ...assayQuery(assay ?? ''), enabled: isLoaded && !isKnown }).data?.data
  if (isInBar && (!isLoaded || (choices.length < 2 && assay === undefined))) return null
  return (
    <SearchedSelect
      label={t('testRecords:filter.assay')}
      {...(isInBar && { hiddenLabel: true, className: styles.place })}
      clearable
      placeholder={t('testRecords:filter.anyAssay')}
      nothingFound={t('lists:filter.nothingFound')}
      choices={chosen ? [chosen, ...choices] : choices}
      isPending={isPending}
      value={assay ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearch={onSearch}
    />
  )
}
