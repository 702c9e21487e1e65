import { IconChevronDown, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ResourceType } from '../../contract/audit/resource-types.ts'
import { inTime } from '../api/patience.ts'
import { failureWords } from '../api/failure-words.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { printDrawn } from '../ui/print-drawn.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { useIsHere } from '../ui/use-is-here.ts'
import * as file from './file-menu.module.css'
import { thatLeave, type AnyRow, type PageOfRows, type Printed, type RowsToPrint, type Term } from './page-of-rows.ts'

/**
 * Returns the rows that are on paper now: none while nothing is being printed, the whole list after the print button,
 * and `onScreen` for the browser's own print command, which cannot wait. What is held back is never among them. Without `onScreen` the browser prints the page
 * as it is.
 */
export function usePrinted<Row extends AnyRow>(onScreen: Printed<Row> | undefined) {
  const [printed, setPrinted] = useState<Printed<Row>>()
  const begin = useEffectEvent(() => {
    // Printed sheets of chosen records replace the list.
    if (document.querySelector('[data-print-sheet]') !== null) return
    flushSync(() => setPrinted((whole) => whole ?? onScreen))
  })
  // Printing begins and ends outside React.
  useEffect(() => {
    const onBegin = () => begin()
    const onEnd = () => setPrinted(undefined)
    window.addEventListener('beforeprint', onBegin)
    window.addEventListener('afterprint', onEnd)
    return () => {
      window.removeEventListener('beforeprint', onBegin)
      window.removeEventListener('afterprint', onEnd)
    }
  }, [])
  return [printed && thatLeave<Row, Printed<Row>>(printed), setPrinted] as const
}

/** The number of rows in the words of `records`, and how many of them are printed. */
export function printedWords(
  t: Translate,
  { printed, total, totalIsCapped, isFromFirst }: Omit<RowsToPrint<unknown>, 'rows'> & { printed: number },
  records: string,
): string {
  if (printed >= total && !totalIsCapped) return records
  return t(isFromFirst ? 'lists:print.first' : 'lists:print.some', { rows: printed, records })
}

export interface OtherPrint {
  name: string
  help: string
  onChoose: () => void
}

interface Props<Row, A, K extends QueryKey> {
  /** Names the rows in the audit trail. */
  list: ResourceType
  mayPrint: boolean
  others: readonly OtherPrint[]
  /** The number of rows that would be printed, in words. */
  count: string
  /** True while the list is loading, so that the number of rows to print is unknown. */
  isWaiting: boolean
  search: A
  query: (search: A) => UseQueryOptions<PageOfRows<Row>, Error, PageOfRows<Row>, K>
  /** The server query for the whole list. */
  filter: unknown
  /** The filters and the order, in words. */
  terms: readonly Term[]
  onPrinted: (printed: Printed<Row>) => void
  /** Loads the part that draws the list on paper, which may still be under way. */
  paper: () => Promise<void>
}

/** Prints the whole filtered list, regardless of its page, or one of the other prints. */
export function PrintButton<Row extends AnyRow, A, K extends QueryKey>(props: Props<Row, A, K>) {
  const { mayPrint, others, count, isWaiting } = props
  const t = useT()
  const printing = usePrinting(props)
  const choices = [
    ...(mayPrint
      ? [
          {
            name: t('lists:print.list'),
            help: t('lists:print.help', { rows: count }),
            onChoose: () => printing.mutate(props.terms),
          },
        ]
      : []),
    ...others,
  ]
  const [only, ...more] = choices
  if (only === undefined) return null
  if (more.length === 0 || printing.isPending) {
    return (
      <Button variant="default" isPending={printing.isPending} isInactive={isWaiting} onClick={only.onChoose}>
        <IconPrinter size={18} aria-hidden />
        <span data-roomy>{only.name}</span>
      </Button>
    )
  }
  return (
    <Menu
      buttonClass={buttonClass('default')}
      takesFocus={!printing.isIdle}
      isInactive={isWaiting}
      button={
        <>
          <IconPrinter size={18} aria-hidden />
          <span data-roomy>{t('lists:print.label')}</span>
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      {choices.map((choice) => (
        <button key={choice.name} type="button" role="menuitem" tabIndex={-1} onClick={choice.onChoose}>
          <IconPrinter size={20} aria-hidden />
          <span>
            <span className={file.name}>{choice.name}</span>
            <span className={file.help}>{choice.help}</span>
          </span>
        </button>
      ))}
    </Menu>
  )
}

function usePrinting<Row extends AnyRow, A, K extends QueryKey>(props: Props<Row, A, K>) {
  const queries = useQueryClient()
  const isHere = useIsHere()
  return useMutation({
    // The user may choose another filter or leave the list while the rows load.
    mutationFn: async (terms: readonly Term[]) => {
      const { loadWholeList } = await inTime(import('./whole-list.ts'))
      const whole = loadWholeList(queries, { ...props, isWanted: isHere })
      const [rows] = await Promise.all([whole, inTime(props.paper())])
      return rows && { ...rows, terms }
    },
    onSuccess: async (printed) => {
      if (printed === undefined || !isHere()) return
      // The rows must be on paper before the browser draws it.
      flushSync(() => props.onPrinted(printed))
      await printDrawn()
    },
    onError: (error) => {
      const words = failureWords(error, { failed: 'lists:print.failed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
}
