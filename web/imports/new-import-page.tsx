import { IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState, type DragEvent } from 'react'
import { StillUnderWay } from '../loading/still-under-way.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import * as styles from './new-import-page.module.css'
import { useSending } from './use-sending.ts'

/** Browsers name the types of these files differently, so their endings are given as well. */
const accepted = '.csv,.tsv,.txt,.xlsx,.xlsm,.zip,text/csv,application/zip'

const kinds = ['patients', 'results', 'uploads', 'other'] as const

/** Takes a file to import: chosen or dropped, and sent at once. Says which files are known, and where to find them. */
export function NewImportPage() {
  const t = useT()
  return (
    <Page
      title={t('shell:page.newImport')}
      width="narrow"
      actions={
        <Link {...paths.imports()} className={buttonClass('default')}>
          {t('importing:earlier')}
        </Link>
      }
    >
      <p className={styles.intro}>{t('importing:new.intro')}</p>
      <FileField />
      <TitledCard title={t('importing:new.known')} intro={t('importing:new.knownIntro')}>
        <dl className={styles.kinds}>
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`importing:new.file.${kind}`)}</dt>
              <dd>{t(`importing:new.file.${kind}Help`)}</dd>
            </div>
          ))}
        </dl>
      </TitledCard>
    </Page>
  )
}

function FileField() {
  const t = useT()
  const files = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const sending = useSending()
  const { file, share, problem, isSending } = sending

  /** Without this the browser would open the dropped file in place of the page. */
  function onDrag(event: DragEvent, isOverNow: boolean) {
    event.preventDefault()
    setOver(isOverNow && !isSending)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a short cut to the button within
    <section
      className={styles.field}
      aria-label={t('importing:new.choose')}
      data-over={isOver || undefined}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false)
        const [dropped] = event.dataTransfer.files
        if (dropped !== undefined) sending.choose(dropped)
      }}
    >
      <input
        ref={files}
        type="file"
        accept={accepted}
        hidden
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          // Otherwise the same file could not be chosen again after it was corrected.
          event.currentTarget.value = ''
          if (chosen) sending.choose(chosen)
        }}
      />
      {problem !== undefined && (
        <div className={styles.problem}>
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
      {file === undefined ? (
        <IconFileImport size={40} stroke={1.5} aria-hidden className={styles.icon} />
      ) : (
        <p className={styles.name}>
          <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden />
          <span>{file.name}</span>
        </p>
      )}
      {isSending ? (
        <>
          <p role="status" className={styles.help}>
            {t('importing:new.sending', { percent: Math.round(share * 100) })}
          </p>
          <progress className={styles.bar} aria-label={t('importing:new.progress')} value={share} max={1} />
          <Button variant="default" onClick={sending.stop}>
            {t('importing:new.stop')}
          </Button>
        </>
      ) : (
        <>
          {file === undefined && (
            <p className={styles.drop}>
              <strong>{t('importing:new.drop')}</strong>
              <span>{` ${t('importing:new.or')}`}</span>
            </p>
          )}
          <div className={styles.ways}>
            {sending.canRetry && <Button onClick={sending.retry}>{t('shell:tryAgain')}</Button>}
            <Button variant={sending.canRetry ? 'default' : 'filled'} onClick={() => files.current?.click()}>
              {t(file === undefined ? 'importing:new.choose' : 'importing:new.chooseOther')}
            </Button>
          </div>
          <p className={styles.help}>{t('importing:new.kinds')}</p>
        </>
      )}
      <StillUnderWay isRunning={isSending} />
    </section>
  )
}
