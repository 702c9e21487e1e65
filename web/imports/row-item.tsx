import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleDot,
} from '@tabler/icons-react'
import type { FileImport, ImportRow } from '../../contract/imports/import.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { ownProblems } from './fields.ts'
import { RowDifferences } from './differences.tsx'
import { PersonQuestion } from './person-question.tsx'
import { isElsewhere, Reasons } from './reasons.tsx'
import { RowCorrection } from './row-correction.tsx'
import { dateAt, factsOf, headerAt, meantResult } from './row-facts.ts'
import * as styles from './row-item.module.css'
import type { Typed } from './typed.ts'

interface Props {
  one: FileImport
  head: NonNullable<FileImport['head']>
  row: ImportRow
  typed: Typed['cells']
  /** Called when the last row that waits was corrected, for the focus. */
  onLast: () => void
  /** Called when it was answered who the person is, after which the row may leave the list. */
  onAnswered: () => void
}

const looks = {
  right: { icon: IconCircleDot, tone: 'positive' },
  wrong: { icon: IconAlertTriangle, tone: 'trouble' },
  skipped: { icon: IconCircleMinus, tone: 'over' },
  made: { icon: IconCircleCheck, tone: 'good' },
  undone: { icon: IconArrowBackUp, tone: 'over' },
  undoneUnlessChanged: { icon: IconArrowBackUp, tone: 'over' },
} as const

/** What an answer about the whole file settles. */
const byAnswers: readonly string[] = ['noGroup', 'noKit', 'choice', 'result']

/** One row of a file: whom and what it tells of, what becomes of it, and why. */
export function RowItem({ one, head, row, typed, onLast, onAnswered }: Props) {
  const t = useT()
  const { line, outcome, person } = row
  const dates = useDates()
  const inWords = { day: dates.dayInWords, instant: dates.inWords }
  /** What the answers about the file make of a word of a result, unless it reads like that. */
  const meant = (word: string) => {
    const result = meantResult(one.answers, word)
    const said = result && t(`results:${result}`)
    return said?.toLowerCase() === word.toLowerCase() ? undefined : said
  }
  const { name, dateOfBirth, test } = factsOf(head, row, inWords, meant)
  const fate = fateOf(one, row)
  const { icon: Icon, tone } = looks[fate]
  const why = whySkipped(t, row)
  const problems = ownProblems(row)
  const isCorrectable = problems.some(({ code }) => !isElsewhere(code))
  const isOpen = outcome === 'wrong' && isCorrectable && (one.state === 'read' || one.state === 'done')
  const isAboutAnswers = one.run === null && problems.some(({ code }) => byAnswers.includes(code))
  return (
    <article className={styles.row} aria-label={t('importing:row.number', { line })}>
      <p className={styles.head}>
        <span className={styles.line}>{t('importing:row.number', { line })}</span>
        <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
          {t(`importing:row.${fate}`)}
        </StatusBadge>
      </p>
      <div className={styles.facts}>
        <p className={styles.person}>
          <strong>{name || t('importing:row.unnamed')}</strong>
          {dateOfBirth !== '' && <span>{t('importing:row.bornOn', { date: dateOfBirth })}</span>}
          {person !== null && (
            <span>{t(person === 'made' ? 'importing:row.newPerson' : 'importing:row.knownPerson')}</span>
          )}
        </p>
        {name === '' && <p className={styles.test}>{beginningOf(row)}</p>}
        {test.length > 0 && <p className={styles.test}>{test.join(' · ')}</p>}
        {why !== undefined && <p className={styles.why}>{why}</p>}
        {!isOpen && problems.length > 0 && <Reasons problems={problems} head={head} />}
        {isAboutAnswers && (
          <p className={styles.why}>{t('importing:row.byAnswers', { step: t('importing:step.questions') })}</p>
        )}
      </div>
      <RowDifferences one={one} row={row} />
      {isOpen && <PersonQuestion id={one.id} row={row} onAnswered={onAnswered} />}
      {isOpen ? (
        <RowCorrection one={one} head={head} row={{ ...row, problems }} kept={typed} onLast={onLast} />
      ) : (
        <details className={styles.whole}>
          <summary>{t('importing:row.whole')}</summary>
          <dl className={styles.cells}>
            {row.cells.map((cell, at) => {
              if (cell === '') return null
              const date = dateAt(head, row, at, one.answers?.zone ?? dates.ownZone, inWords)
              const isResult = head.columns[at]?.field === 'result'
              return (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is known by its place
                <div key={at}>
                  <dt>{headerAt(head, at, (number) => t('importing:columns.column', { number }))}</dt>
                  <dd>
                    {[cell ?? t('importing:row.formula'), date, isResult && meant(cell?.trim() ?? '')]
                      .filter(Boolean)
                      .join(' → ')}
                  </dd>
                </div>
              )
            })}
          </dl>
        </details>
      )}
    </article>
  )
}

/** What has become of a row by now. Of an undone import nobody keeps which of its rows somebody had changed. */
function fateOf({ state, undo }: FileImport, { outcome }: ImportRow): keyof typeof looks {
  if (outcome !== 'made' || undo === null) return outcome
  const left = undo.recordsLeft + undo.peopleLeft + (undo.notPutBack ?? 0)
  return state === 'undone' && left === 0 ? 'undone' : 'undoneUnlessChanged'
}

/** The most characters of a row without a name that are shown in its place. */
const mostShown = 120

/** What tells a row without a name from others, such as a title above the headers or a sum below the list. */
function beginningOf({ cells }: ImportRow): string {
  const text = cells.filter((cell) => cell !== null && cell.trim() !== '').join(' · ')
  return text.slice(0, mostShown)
}

function whySkipped(t: Translate, { skipped, repeats }: ImportRow): string | undefined {
  if (skipped === null) return undefined
  if (skipped !== 'repeated') return t(`importing:row.${skipped}`)
  return repeats === null ? t('importing:row.repeatedBefore') : t('importing:row.repeated', { line: repeats })
}
