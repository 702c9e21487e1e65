import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { todayIn } from '../../contract/rules/dates.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { useT } from '../ui/phrases.ts'
import { saveFile } from '../ui/save-file.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import type { ExportProgress, FetchCsv } from './fetch-csv.ts'
import { useDates } from '../shell/use-dates.ts'
import { Button } from '../ui/button.tsx'
import styles from './export-button.module.css'

/** The nouns whose phrases hold what an export says. */
type ExportWords = { [N in keyof Phrases]: 'export.fileName' extends keyof Phrases[N] ? N : never }[keyof Phrases]

interface Props {
  /** Under which noun the phrases are. */
  words: ExportWords
  /** Fetches what the list shows, all pages of it. */
  download: FetchCsv
  total: number
  isCapped: boolean
}

/** Exports what the list shows, all pages of it. It says how far it has come, its place in the queue too, and can be cancelled. */
export function ExportButton({ words, download, total, isCapped }: Props) {
  const t = useT()
  const { ownZone } = useDates()
  const [progress, setProgress] = useState<ExportProgress>({ rows: 0 })
  const running = useRef<AbortController>(null)
  const exporting = useMutation({
    mutationFn: async () => {
      const controller = new AbortController()
      running.current = controller
      setProgress({ rows: 0 })
      let shown = 0
      const show = (now: ExportProgress) => {
        // Drawing every chunk would cost more than reading it.
        if ('rows' in now && now.rows > 0 && Date.now() - shown < 100) return
        shown = Date.now()
        setProgress(now)
      }
      return await download(show, controller.signal)
    },
    onSuccess: ({ file, rows: count }) => {
      saveFile(file, `${t(`${words}:export.fileName`)}-${todayIn(ownZone)}.csv`)
      showMessage(t(`${words}:export.done`, { count }))
    },
    onError: () => {
      if (running.current?.signal.aborted) showMessage(t(`${words}:export.cancelled`), 'notice')
      else showMessage(t(`${words}:export.failed`), 'danger')
    },
  })

  if (!exporting.isPending) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces Cancel, which had the focus: who exports by keyboard goes on from here
      <Button variant="default" autoFocus={!exporting.isIdle} onClick={() => exporting.mutate()}>
        <IconDownload size={18} aria-hidden />
        {t(isCapped ? `${words}:export.buttonCapped` : `${words}:export.button`, { count: total })}
      </Button>
    )
  }
  const place = 'place' in progress ? progress.place : undefined
  const rows = 'rows' in progress ? progress.rows : 0
  return (
    <div className={styles.running}>
      <div className={styles.progress} role="status">
        {place !== undefined
          ? t(`${words}:export.queued`, { place })
          : rows === 0
            ? t(`${words}:export.starting`)
            : t(`${words}:export.progress`, { count: rows })}
        <progress
          className={styles.bar}
          aria-label={t(`${words}:export.starting`)}
          {...(!isCapped && place === undefined && { value: Math.min(rows, total), max: total })}
        />
      </div>
      <Button variant="default" ref={focusOnce} onClick={() => running.current?.abort()}>
        {t(`${words}:export.cancel`)}
      </Button>
    </div>
  )
}

/** The button that was pressed is gone; whoever works by keyboard goes on at the one in its place. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}
