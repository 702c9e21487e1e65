import { useQuery } from '@tanstack/react-query'
import { useChoices } from '../api/use-choices.ts'
import { assayChoices, assayQuery } from '../assays/queries.ts'
import { SearchedSelect } from '../loading/searched-select.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import * as field from '../ui/field.module.css'
import { t as say, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import { answersOf, likelyAnalyte, type AskedKit, type AskedLine } from './asked.ts'
import { mostAsked } from './group-questions.tsx'
import * as styles from './questions-card.module.css'

interface Props {
  kits: readonly AskedKit[]
  errors: FieldErrors
  onChange: (kit: AskedKit) => void
}

/** Asks which test kit each device of the file is, and which of its lines each disease is. */
export function KitQuestions({ kits, errors, onChange }: Props) {
  const t = useT()
  // The server counts the answers alone, one for each line.
  const sent = answersOf(kits, []).kits
  const more = kits.length - mostAsked
  return (
    <fieldset>
      <legend className={styles.legend}>{t('importing:ask.kits')}</legend>
      <p className={styles.help}>{t('importing:ask.kitsHelp')}</p>
      <div className={styles.asked}>
        {kits.slice(0, mostAsked).map((kit, at) => {
          const first = sent.findIndex(({ device }) => device === kit.device)
          const own = sent.filter(({ device }) => device === kit.device)
          const wrong = own
            .map((_, line) => errors[`kits.${first + line}.assayId`] ?? errors[`kits.${first + line}.analyteId`])
            .find((message) => message !== undefined)
          return (
            <KitQuestion
              key={kit.device}
              kit={kit}
              error={wrong}
              lineErrors={kit.lines.map((_, line) => errors[nameOfLine(at, line)])}
              onChange={onChange}
            />
          )
        })}
      </div>
      {more > 0 && <p className={field.hint}>{t('importing:ask.more', { count: more })}</p>}
    </fieldset>
  )
}

/** The name of the field of a line of a device. */
function nameOfLine(device: number, line: number): string {
  return `kits.${device}.lines.${line}`
}

/** Says at each line of a chosen kit that is still open that it is: without it the choice of the kit could not be sent. */
export function openLines(kits: readonly AskedKit[]): FieldErrors {
  return Object.fromEntries(
    kits
      .slice(0, mostAsked)
      .flatMap(({ assayId, lines }, at) =>
        lines.flatMap(({ analyteId }, line) =>
          assayId !== null && analyteId === '' ? [[nameOfLine(at, line), say('importing:ask.lineMissing')]] : [],
        ),
      ),
  )
}

interface QuestionProps {
  kit: AskedKit
  error: string | undefined
  /** What is wrong with each line. */
  lineErrors: readonly (string | undefined)[]
  onChange: (kit: AskedKit) => void
}

function KitQuestion({ kit, error, lineErrors, onChange }: QuestionProps) {
  const t = useT()
  const { device, results, assayId, lines } = kit
  const { isLoaded, choices, isPending, onSearch } = useChoices((search) => assayChoices(search))
  const offered = choices.find(({ id }) => id === assayId)
  // A kit that was answered before may be missing from the first page of choices.
  const { data } = useQuery({ ...assayQuery(assayId ?? ''), enabled: isLoaded && assayId !== null && !offered })
  const assay = assayId === null ? undefined : (offered ?? data?.data)

  function choose(id: string | null) {
    const chosen = [...choices, assay].find((one) => one?.id === id)
    const ofKit = (line: AskedLine) => (chosen === undefined ? '' : likelyAnalyte(chosen, line))
    onChange({
      ...kit,
      assayId: id,
      hasFewerLines: false,
      lines: lines.map((line) => ({ ...line, analyteId: ofKit(line) })),
    })
  }

  /** The lines of the kit of which the file has no results, once it is said which ones it has. */
  const missing = lines.every(({ analyteId }) => analyteId !== '')
    ? (assay?.analytes ?? [])
        .filter(({ id }) => lines.every(({ analyteId }) => analyteId !== id))
        .map(({ name }) => name)
    : []
  const isKnown = assay === undefined || choices.some(({ id }) => id === assay.id)
  return (
    <div>
      <SearchedSelect
        label={device === '' ? t('importing:ask.noDevice') : t('importing:ask.device', { name: device })}
        placeholder={t('importing:ask.chooseKit')}
        nothingFound={t('lists:filter.nothingFound')}
        clearable
        choices={isKnown ? choices : [...choices, assay]}
        isPending={isPending}
        value={assayId}
        error={error}
        onChange={choose}
        onSearch={onSearch}
      />
      <p className={field.hint}>{t('importing:ask.results', { count: results })}</p>
      {assay !== undefined && assay.analytes.length > 1 && (
        <div className={styles.lines}>
          {lines.map((line, at) => (
            <SelectField
              key={`${line.condition} ${line.code}`}
              label={t('importing:ask.line', { name: line.condition ?? line.code ?? t('importing:ask.testLine') })}
              value={line.analyteId}
              error={lineErrors[at]}
              options={[
                { value: '', label: t('importing:ask.chooseLine') },
                ...assay.analytes.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(analyteId) => onChange({ ...kit, lines: lines.with(at, { ...line, analyteId }) })}
            />
          ))}
        </div>
      )}
      {missing.length > 0 && (
        <CheckboxField
          name={`fewerLines.${device}`}
          label={t('importing:ask.fewerLines', { lines: missing.join(', ') })}
          isChecked={kit.hasFewerLines}
          onChange={(hasFewerLines) => onChange({ ...kit, hasFewerLines })}
        />
      )}
    </div>
  )
}
