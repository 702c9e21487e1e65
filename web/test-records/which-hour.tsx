import { instantsOf, offsetMinutes } from '../../contract/rules/dates.ts'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { parseTypedTime } from '../ui/typed-time.ts'

interface Props {
  /** YYYY-MM-DD; undefined while the typed date is invalid. */
  day: string | undefined
  /** The time as typed. */
  time: string
  zone: string
  /** The chosen offset from UTC, in minutes. */
  value: number | null
  onChange: (offset: number) => void
  error: string | undefined
}

/**
 * Asks which of two hours is meant when a time occurs twice, on the night when clocks go back. Renders nothing
 * otherwise.
 */
export function WhichHour({ day, time, zone, value, onChange, error }: Props) {
  const t = useT()
  const read = parseTypedTime(time)
  const [first, second] = day !== undefined && read !== undefined ? instantsOf(day, read, zone) : []
  if (first === undefined || second === undefined) return null
  return (
    <ChoiceCards
      name="performedOffset"
      legend={t('recordingDetails:twice.legend', { time })}
      isDense
      choices={[
        { value: String(offsetMinutes(first, zone)), label: t('recordingDetails:twice.before') },
        { value: String(offsetMinutes(second, zone)), label: t('recordingDetails:twice.after') },
      ]}
      value={value === null ? undefined : String(value)}
      onChange={(offset) => onChange(Number(offset))}
      error={error}
    />
  )
}
