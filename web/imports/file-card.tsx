import { IconCircleCheck } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import { fatesOfColumns } from '../../contract/imports/destinations.ts'
import type { FileImport } from '../../contract/imports/import.ts'
import { repeatedHeaders } from '../../contract/imports/recognising.ts'
import { Alert } from '../ui/alert.tsx'
import { focusFormIn } from '../editing/focus-field.ts'
import { usePreferences, useSubjectSettings } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { ColumnsForm } from './columns-form.tsx'
import { hasNeededColumns, lackingFields, lacksEmails } from './fields.ts'
import * as styles from './file-card.module.css'
import { Source } from './source.tsx'
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

/** The most columns that are named of those with one fate. */
const mostNamed = 20

/** What the file was recognised as, or, for an unknown one, the choice of what each column is. */
export function FileCard({ one, head, typed, next }: Props) {
  const t = useT()
  const [isChanging, setChanging] = useState(false)
  const isByHand = head.layout === 'by-hand'
  const { subjectDetails = [] } = usePreferences()
  const { identifiesBy } = useSubjectSettings()
  const hasNoEmails = lacksEmails(
    head.columns.map((column) => column?.field ?? null),
    identifiesBy,
  )
  const fates = fatesOfColumns(head.columns, subjectDetails)
  const named = (places: readonly number[]) => {
    const all = places.map((at) => head.headers[at]?.trim() ?? '').filter((header) => header !== '')
    const headers = all.slice(0, mostNamed).join(', ')
    const others = all.length - mostNamed
    return others > 0 ? t('importing:columns.andMore', { headers, others }) : headers
  }
  const others = (['tellsApart', 'notKept', 'notRead'] as const).flatMap((fate) => {
    const headers = named(fates[fate])
    return headers === '' ? [] : [{ fate, headers }]
  })
  const isOpen = one.run === null && one.state === 'read'
  const lacking = isByHand && isOpen ? lackingFields(head) : []
  /** A header of several columns, which nobody has told apart yet. */
  const [twice] = one.answers?.columns === null ? repeatedHeaders(head.headers) : []
  const isAsked =
    isByHand && isOpen && (isChanging || typed.isChanged || twice !== undefined || !hasNeededColumns(head))
  return (
    <StepCard number={1} title={t('importing:step.file')} isDone={!isAsked}>
      <p className={styles.layout} data-known={!isByHand || undefined}>
        {!isByHand && <IconCircleCheck size={20} aria-hidden />}
        <span>{t(`importing:layout.${head.layout}`)}</span>
      </p>
      <Source one={one} head={head} isOpen={isOpen && !typed.isChanged} next={next} />
      {twice !== undefined && <Alert tone="notice">{t('importing:source.twice', { header: twice })}</Alert>}
      {isAsked ? (
        <div ref={isChanging ? focusFormIn : undefined}>
          <ColumnsForm
            one={one}
            head={head}
            form={typed}
            onDone={() => {
              setChanging(false)
              next.current?.focus()
            }}
          />
        </div>
      ) : (
        <>
          <p className={styles.columns}>
            {t('importing:columns.read', {
              count: fates.stored.length + fates.tellsApart.length,
              all: head.headers.length,
            })}
          </p>
          {others.map(({ fate, headers }) => (
            <p key={fate} className={styles.columns}>
              {t(`importing:columns.${fate}`, { headers })}
            </p>
          ))}
          {hasNoEmails && isOpen && <Alert tone="notice">{t('importing:columns.noEmails')}</Alert>}
          {lacking.length > 0 && (
            <Alert tone="notice">
              {lacking.map((field) => (
                <p key={field}>{t(`importing:columns.lacks.${field}`)}</p>
              ))}
            </Alert>
          )}
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
