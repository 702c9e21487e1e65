import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { todayIn } from '../../contract/rules/dates.ts'
import type { FileFormat } from '../../contract/listing.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { focusOnce } from '../ui/focus-once.ts'
import { useT } from '../ui/phrases.ts'
import { saveFile } from '../ui/save-file.ts'
import { useIsLong } from '../loading/still-under-way.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { nothing, type ExportProgress } from './export-progress.ts'
import type { FetchFile } from './fetch-file.ts'
import { FileMenu } from './file-menu.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import * as styles from './export-button.module.css'

/** Nouns whose phrases include the texts of an export. */
type ExportWords = { [N in keyof Phrases]: 'export.fileName' extends keyof Phrases[N] ? N : never }[keyof Phrases]

interface Props {
  words: ExportWords
  /** Fetches every page of the list as it is filtered now. */
  download: FetchFile
  total: number
  isCapped: boolean
  /** True while the list is still loading, so that its row count is unknown. */
  isWaiting: boolean
  /** What is to be known of the file, shown while its format is chosen. */
  note?: ReactNode
}

/**
 * Exports every page of the filtered list. Shows the progress, including the place in the queue, and can be cancelled.
 */
export function ExportButton({ words, download, total, isCapped, isWaiting, note }: Props) {
  const t = useT()
  const { ownZone } = useDates()
  const [progress, setProgress] = useState<ExportProgress>(nothing)
  const running = useRef<AbortController>(null)
  const exporting = useMutation({
    mutationFn: async (format: FileFormat) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(nothing)
      let shown = 0
      const show = (now: ExportProgress) => {
        // Drawing every chunk would cost more than reading it.
        if ('bytes' in now && now.bytes > 0 && performance.now() - shown < 100) return
        shown = performance.now()
        setProgress(now)
      }
      return await download(format, show, controller.signal)
    },
    onSuccess: ({ file, rows: count }, format) => {
      saveFile(file, `${t(`${words}:export.fileName`)}-${todayIn(ownZone)}.${format}`)
      showMessage(count === undefined ? t('lists:file.saved') : t(`${words}:export.done`, { count }))
    },
    onError: () => {
      if (running.current?.signal.aborted) showMessage(t(`${words}:export.cancelled`), 'notice')
      else showMessage(t(`${words}:export.failed`), 'danger')
    },
  })

  const place = 'place' in progress ? progress.place : undefined
  const { rows, bytes } = 'bytes' in progress ? progress : nothing
  const isLong = useIsLong(exporting.isPending && place === undefined && bytes === 0)

  if (!exporting.isPending) {
    return (
      <FileMenu
        buttonClass={buttonClass('default')}
        takesFocus={!exporting.isIdle}
        isInactive={isWaiting}
        note={note}
        onChoose={(format) => exporting.mutate(format)}
        button={
          <>
            <IconDownload size={18} aria-hidden />
            <span data-roomy>
              {isWaiting
                ? t('lists:file.export')
                : t(isCapped ? `${words}:export.buttonCapped` : `${words}:export.button`, { count: total })}
            </span>
            <IconChevronDown size={16} aria-hidden />
          </>
        }
      />
    )
  }
  return (
    <div className={styles.running}>
      <div className={styles.progress} role="status">
        <span>
          {place !== undefined
            ? t(`${words}:export.queued`, { place })
            : bytes === 0
              ? t(isLong ? 'shell:stillUnderWay' : `${words}:export.starting`)
              : rows === undefined
                ? t('lists:file.arriving', { megabytes: (bytes / 1_000_000).toFixed(1) })
                : t(`${words}:export.progress`, { count: rows })}
        </span>
        <progress
          className={styles.bar}
          aria-label={t(`${words}:export.starting`)}
          {...(!isCapped && rows !== undefined && { value: Math.min(rows, total), max: total })}
        />
      </div>
      <Button variant="default" ref={focusOnce} onClick={() => running.current?.abort()}>
        {t(`${words}:export.cancel`)}
      </Button>
    </div>
  )
}

/** Focuses the button that replaces the pressed one, so that keyboard users keep their place. */
