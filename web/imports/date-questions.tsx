import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { FileImport, ImportSummary } from '../../contract/imports/import.ts'
import { dateOrders, orderOfPattern, serialDates, twoDigitYears } from '../../contract/imports/written-dates.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { useDates } from '../preferences/use-dates.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import * as field from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'
import type { askedOf } from './asked.ts'
import type { Typed } from './typed.ts'

interface Props {
  one: FileImport
  asked: ReturnType<typeof askedOf>
  /** What the dates of the file leave open, in numbers; missing for files that were read before that was counted. */
  dates: ImportSummary['dates']
  values: Pick<ImportAnswers, 'dateOrder' | 'twoDigitYears' | 'serialDates'>
  onChange: Typed['answers']['set']
}

/** Asks what dates may mean. An order of day and month is chosen already where the program of the file is known. */
export function DateQuestions({ one, asked, dates, values, onChange }: Props) {
  const t = useT()
  const order = orderOfPattern(useDates().patterns.day)
  const year = presentTime().getFullYear() % 100
  const years = {
    year: String(year).padStart(2, '0'),
    later: String(presentTime().getFullYear()),
    earlier: String(presentTime().getFullYear() - 100),
  }
  const kinds = ['inEitherOrder', 'onlyMonthFirst', 'onlyDayFirst', 'onlyYearFirst'] as const
  const counts = kinds.filter((one) => (dates?.[one] ?? 0) > 0)
  return (
    <>
      {asked.dateOrder && (
        <div>
          <ChoiceCards
            legend={t('importing:ask.dateOrder')}
            name="dateOrder"
            choices={dateOrders.map((value) => ({ value, label: t(`importing:ask.dateOrder.${value}`) }))}
            value={values.dateOrder}
            onChange={(value) => onChange('dateOrder', value)}
          />
          {one.head?.layout !== 'by-hand' && <p className={field.hint}>{t('importing:ask.dateOrder.ofProgram')}</p>}
          {counts.map((count) => (
            <p key={count} className={field.hint}>
              {t(`importing:ask.${count}`, { count: dates?.[count] ?? 0 })}
            </p>
          ))}
          {values.dateOrder === 'ask' && order !== undefined && (
            <p className={field.hint}>{t(`importing:ask.dateOrder.here.${order}`)}</p>
          )}
        </div>
      )}
      {asked.twoDigitYears > 0 && (
        <ChoiceCards
          legend={t('importing:ask.twoDigitYears', { count: asked.twoDigitYears })}
          name="twoDigitYears"
          choices={twoDigitYears.map((value) => ({ value, label: t(`importing:ask.twoDigitYears.${value}`, years) }))}
          value={values.twoDigitYears}
          onChange={(value) => onChange('twoDigitYears', value)}
        />
      )}
      {asked.serialDates > 0 && (
        <ChoiceCards
          legend={t('importing:ask.serialDates', { count: asked.serialDates })}
          name="serialDates"
          choices={serialDates.map((value) => ({
            value,
            label: t(`importing:ask.serialDates.${value}`, { year: value }),
          }))}
          value={values.serialDates}
          onChange={(value) => onChange('serialDates', value)}
        />
      )}
    </>
  )
}
