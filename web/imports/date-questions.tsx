import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { ImportSummary } from '../../contract/imports/import.ts'
import { dateOrders, serialDates, twoDigitYears } from '../../contract/imports/written-dates.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import * as field from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'
import type { askedOf } from './asked.ts'
import type { Typed } from './typed.ts'

interface Props {
  asked: ReturnType<typeof askedOf>
  /** What the dates of the file leave open, in numbers; missing for files that were read before that was counted. */
  dates: ImportSummary['dates']
  values: Pick<ImportAnswers, 'dateOrder' | 'twoDigitYears' | 'serialDates'>
  onChange: Typed['answers']['set']
}

/** Asks what dates may mean. The tenant's own order of day and month is proposed, unless no date of the file fits it. */
export function DateQuestions({ asked, dates, values, onChange }: Props) {
  const t = useT()
  const year = presentTime().getFullYear() % 100
  const years = {
    year: String(year).padStart(2, '0'),
    later: String(presentTime().getFullYear()),
    earlier: String(presentTime().getFullYear() - 100),
  }
  const counts = (['inEitherOrder', 'onlyMonthFirst', 'onlyDayFirst'] as const).filter((one) => (dates?.[one] ?? 0) > 0)
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
          {counts.map((one) => (
            <p key={one} className={field.hint}>
              {t(`importing:ask.${one}`, { count: dates?.[one] ?? 0 })}
            </p>
          ))}
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
