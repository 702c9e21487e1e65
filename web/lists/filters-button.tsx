import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { Fragment, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { Popover } from '../ui/popover.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import * as styles from './filters-button.module.css'
import * as bar from './list-bar.module.css'
import type { ListFilter } from './list-filter.tsx'

interface Props {
  filters: readonly ListFilter[]
  count: string
  onClear: () => void
}

/**
 * Opens the remaining filters and shows how many are in use. The panel opens below the button, and from the side on a
 * phone.
 */
export function FiltersButton(props: Props) {
  const isPhone = useMediaQuery('(max-width: 767px)')
  if (props.filters.every(({ field }) => !field)) return null
  return isPhone ? <FiltersAside {...props} /> : <FiltersBelow {...props} />
}

function FiltersBelow({ filters }: Props) {
  const t = useT()
  return (
    <Popover label={t('lists:filter.label')} buttonClass={bar.button} button={<Inside filters={filters} />}>
      {() => (
        <div className={styles.below}>
          <Fields filters={filters} />
        </div>
      )}
    </Popover>
  )
}

function FiltersAside({ filters, count, onClear }: Props) {
  const t = useT()
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current?.close()
  return (
    <>
      <button
        type="button"
        className={`${bar.button} ${bar.small}`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
          panel.current?.showModal()
        }}
      >
        <Inside filters={filters} />
      </button>
      <dialog ref={panel} className={styles.aside} aria-labelledby={titleId} onClose={() => setOpen(false)}>
        {isOpen && (
          <>
            <header className={styles.head}>
              <h2 id={titleId}>{t('lists:filter.label')}</h2>
              <button type="button" className={styles.close} aria-label={t('shell:close')} onClick={close}>
                <IconX size={20} aria-hidden />
              </button>
            </header>
            <Fields filters={filters} />
            <footer className={styles.foot}>
              <Button variant="quiet" onClick={onClear}>
                {t('lists:filter.clearAll')}
              </Button>
              <Button onClick={close}>{t('lists:filter.show', { rows: count })}</Button>
            </footer>
          </>
        )}
      </dialog>
    </>
  )
}

function Inside({ filters }: Pick<Props, 'filters'>) {
  const t = useT()
  const number = filters.flatMap(({ inUse }) => inUse).length
  return (
    <>
      <IconAdjustmentsHorizontal size={18} aria-hidden />
      <span className={bar.word}>{t('lists:filter.label')}</span>
      {number > 0 && (
        <span className={bar.number}>
          <span aria-hidden>{number}</span>
          <span className="visually-hidden">{t('lists:filter.number', { count: number })}</span>
        </span>
      )}
    </>
  )
}

function Fields({ filters }: Pick<Props, 'filters'>) {
  return (
    <div className={styles.fields}>
      {filters.map(({ label, field }) => field && <Fragment key={label}>{field}</Fragment>)}
    </div>
  )
}
