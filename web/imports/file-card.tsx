import { IconCircleCheck } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import type { FileImport } from '../../contract/imports/import.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { ColumnsForm } from './columns-form.tsx'
import { hasNeededColumns } from './fields.ts'
import * as styles from './file-card.module.css'
import { StepCard } from './step-card.tsx'
import type { Typed } from './typed.ts'

type Head = NonNullable<FileImport['head']>

interface Props {
  one: FileImport
  head: Head
  typed: Typed['columns']
  /** The heading that takes the focus when the file is read again. */
  next: RefObject<HTMLHeadingElement | null>
}

/** What the file was recognised as, or, for an unknown one, the choice of what each column is. */
export function FileCard({ one, head, typed, next }: Props) {
  const t = useT()
  const [isChanging, setChanging] = useState(false)
  const isByHand = head.layout === 'by-hand'
  const fields = head.columns.flatMap((column) => (column === null ? [] : [column.field]))
  const notRead = head.headers.filter((header, at) => head.columns[at] === null && header.trim() !== '')
  const isOpen = one.run === null && one.state === 'read'
  const isAsked = isByHand && isOpen && (isChanging || typed.isChanged || !hasNeededColumns(head))
  return (
    <StepCard number={1} title={t('importing:step.file')} isDone={!isAsked}>
      <p className={styles.layout} data-known={!isByHand || undefined}>
        {!isByHand && <IconCircleCheck size={20} aria-hidden />}
        <span>{t(`importing:layout.${head.layout}`)}</span>
      </p>
      {isAsked ? (
        <ColumnsForm
          one={one}
          head={head}
          form={typed}
          onDone={() => {
            setChanging(false)
            next.current?.focus()
          }}
        />
      ) : (
        <>
          <p className={styles.columns}>
            <span>{t('importing:columns.read', { count: fields.length, all: head.headers.length })}</span>
            {notRead.length > 0 && (
              <span>{` ${t('importing:columns.notRead', { headers: notRead.slice(0, 20).join(', ') })}`}</span>
            )}
          </p>
          {one.hasKnownColumns && <p className={styles.columns}>{t('importing:columns.known')}</p>}
          {isByHand && isOpen && (
            <div>
              <Button variant="default" onClick={() => setChanging(true)}>
                {t('importing:columns.change')}
              </Button>
            </div>
          )}
        </>
      )}
    </StepCard>
  )
}
