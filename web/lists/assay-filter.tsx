import { useQuery } from '@tanstack/react-query'
import { useChoices } from '../api/use-choices.ts'
import { assayChoices, assayQuery } from '../assays/queries.ts'
import { useT } from '../ui/phrases.ts'
import { SearchedSelect } from '../loading/searched-select.tsx'
import * as styles from './place-filter.module.css'

interface Props {
  assay: string | undefined
  onChange: (assay: string | undefined) => void
  /**
   * In a bar, the label is inside the field, which has no room for more than a word, and the filter is hidden when there is only one assay to choose.
   */
  isInBar?: boolean
}

/** Filters tests by assay. Retired assays can be chosen too, because their tests remain. */
export function AssayFilter({ assay, onChange, isInBar = false }: Props) {
  const t = useT()
  const { isLoaded, choices, isPending, onSearch } = useChoices((text) => assayChoices(text))
  const isKnown = assay === undefined || choices.some(({ id }) => id === assay)
  // The chosen assay may be missing from the first page of choices.
  const chosen = useQuery({ ...assayQuery(assay ?? ''), enabled: isLoaded && !isKnown }).data?.data
  if (isInBar && (!isLoaded || (choices.length < 2 && assay === undefined))) return null
  return (
    <SearchedSelect
      label={t('fields:assayId')}
      {...(isInBar && { hiddenLabel: true, className: styles.place })}
      clearable
      placeholder={t(isInBar ? 'lists:filter.any' : 'testRecords:filter.anyAssay')}
      nothingFound={t('lists:filter.nothingFound')}
      choices={chosen ? [chosen, ...choices] : choices}
      isPending={isPending}
      value={assay ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearch={onSearch}
    />
  )
}
