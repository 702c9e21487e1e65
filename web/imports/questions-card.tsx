import { useMemo, type RefObject } from 'react'
import type { ImportAnswers } from '../../contract/imports/answers.ts'
import type { FileImport, ImportSummary } from '../../contract/imports/import.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { SearchedSelect } from '../loading/searched-select.tsx'
import * as field from '../ui/field.module.css'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { answersOf, askedOf, groupsOf, kitsOf, openAnswers, openQuestions, wordsOf } from './asked.ts'
import { DateQuestions } from './date-questions.tsx'
import { GroupQuestions } from './group-questions.tsx'
import { KitQuestions, openLines } from './kit-questions.tsx'
import { useAnswers, useOutdated } from './queries.ts'
import * as styles from './questions-card.module.css'
import { StepCard } from './step-card.tsx'
import { chosenSince, nothingChosen, type Typed } from './typed.ts'
import { WordQuestions } from './word-questions.tsx'
import { zoneChoices } from './zones.ts'

interface Props {
  one: FileImport
  summary: ImportSummary
  answers: ImportAnswers
  typed: Typed['answers']
  /** The heading that takes the focus when the answers have been sent. */
  next: RefObject<HTMLHeadingElement | null>
}

/** What to choose as the clock of a file. Only downloads of SimpleReport tell where they were written. */
function zoneHintOf({ head }: FileImport) {
  if (head?.layout === 'results-server') return 'importing:ask.zoneOfServer'
  return head?.layout === 'results-browser' ? 'importing:ask.zoneOfBrowser' : 'importing:ask.zoneOfFile'
}

/** Asks what the file does not say about itself, and nothing else. */
export function QuestionsCard({ one, summary, answers, typed, next }: Props) {
  const t = useT()
  const { subjectDetails = [] } = usePreferences()
  const asked = askedOf(one, summary, subjectDetails)
  const kits = kitsOf(summary, answers, typed.values)
  const groups = groupsOf(summary, answers, typed.values)
  const words = wordsOf(summary, answers, typed.values)
  const open = openAnswers(kits, groups, words, answers) + openQuestions(asked, answers, summary)
  const { twoDigitYears, serialDates, oneNames, removed, ...plain } = asked
  const isAsked =
    Object.values(plain).includes(true) ||
    twoDigitYears + serialDates + oneNames + removed > 0 ||
    [kits, groups, words].some(({ length }) => length > 0)
  return (
    <StepCard number={2} title={t('importing:step.questions')} isDone={!isAsked || (open === 0 && !typed.isChanged)}>
      {open > 0 && <Alert tone="notice">{t('importing:ask.open', { count: open })}</Alert>}
      {isAsked ? (
        <Questions
          one={one}
          summary={summary}
          asked={asked}
          answers={answers}
          form={typed}
          kits={kits}
          groups={groups}
          words={words}
          onDone={() => next.current?.focus()}
        />
      ) : (
        <p className={field.hint}>{t('importing:ask.nothing')}</p>
      )}
    </StepCard>
  )
}

interface QuestionsProps {
  one: FileImport
  summary: ImportSummary
  asked: ReturnType<typeof askedOf>
  answers: ImportAnswers
  form: Typed['answers']
  kits: ReturnType<typeof kitsOf>
  groups: ReturnType<typeof groupsOf>
  words: ReturnType<typeof wordsOf>
  onDone: () => void
}

function Questions({ one, summary, asked, answers, form, kits, groups, words, onDone }: QuestionsProps) {
  const t = useT()
  const dates = useDates()
  const send = useAnswers(one.id)
  const outdated = useOutdated(one.id)
  const { errors, set } = form
  const values = { ...answers, ...form.values }
  const submission = useSubmit(form, {
    failed: 'importing:ask.failed',
    read: () => ({ candidate: { ...values, ...answersOf(kits, groups, words) }, errors: openLines(kits) }),
    send: (body) => send(body, { 'If-Match': `"${one.version}"` }),
    onFailure: outdated,
    onDone: () => {
      form.restart(
        () => nothingChosen,
        (now) => chosenSince(now, form.values),
      )
      onDone()
    },
  })
  /** Kits and groups are compared with the rows, and for all else the file is read again. */
  const isReadAgain = Object.keys(form.values).length > Object.keys(nothingChosen).length
  const zones = useMemo(
    () => zoneChoices([dates.ownZone, answers.zone], (zone) => dates.zone(zone)),
    // oxlint-disable-next-line react/exhaustive-deps -- naming many zones is slow, and their names stay
    [dates.ownZone, answers.zone, t],
  )
  return (
    <Form {...submission} label={t('importing:step.questions')}>
      <div className={styles.plain}>
        {asked.zone && (
          <div>
            <SearchedSelect
              label={t('importing:ask.zone')}
              name="zone"
              placeholder={t('importing:ask.zonePlaceholder')}
              nothingFound={t('lists:filter.nothingFound')}
              choices={zones}
              value={values.zone}
              error={errors.zone}
              onChange={(zone) => set('zone', zone ?? values.zone)}
            />
            <p className={field.hint}>{t(zoneHintOf(one))}</p>
          </div>
        )}
        <DateQuestions one={one} asked={asked} dates={summary.dates} values={values} onChange={set} />
        {asked.oneNames > 0 && (
          <div>
            <ChoiceCards
              legend={t('importing:ask.oneNames', { count: asked.oneNames })}
              name="hasOneName"
              choices={(['yes', 'no'] as const).map((value) => ({
                value,
                label: t(`importing:ask.oneNames.${value}`),
              }))}
              value={values.hasOneName === undefined ? undefined : values.hasOneName ? 'yes' : 'no'}
              error={errors.hasOneName}
              onChange={(said) => set('hasOneName', said === 'yes')}
            />
            <p className={field.hint}>{t('importing:ask.oneNamesHelp')}</p>
          </div>
        )}
        {asked.undetermined && (
          <ChoiceCards
            legend={t('importing:ask.undetermined')}
            name="undetermined"
            choices={(['invalid', 'inconclusive'] as const).map((value) => ({
              value,
              label: t(`importing:ask.undetermined.${value}`),
            }))}
            value={values.undetermined}
            onChange={(undetermined) => set('undetermined', undetermined)}
          />
        )}
        {asked.texts && (
          <ChoiceCards
            legend={t('importing:ask.texts')}
            name="texts"
            choices={(['no', 'yes'] as const).map((value) => ({ value, label: t(`importing:ask.texts.${value}`) }))}
            value={values.texts ? 'yes' : 'no'}
            onChange={(texts) => set('texts', texts === 'yes')}
          />
        )}
        {asked.removed > 0 && (
          <ChoiceCards
            legend={t('importing:ask.removed', { count: asked.removed })}
            name="removed"
            choices={(['leave-out', 'void'] as const).map((value) => ({
              value,
              label: t(`importing:ask.removed.${value}`),
            }))}
            value={values.removed}
            onChange={(removed) => set('removed', removed)}
          />
        )}
      </div>
      {words.length > 0 && (
        <WordQuestions
          words={words}
          errors={errors}
          onChange={(changed) => {
            const others = form.values.words.filter(
              ({ field: name, word }) => name !== changed.field || word !== changed.word,
            )
            set('words', [...others, changed])
          }}
        />
      )}
      {groups.length > 0 && (
        <GroupQuestions
          groups={groups}
          errors={errors}
          onChange={(changed) => {
            const others = form.values.groups.filter(({ facility }) => facility !== changed.facility)
            set('groups', [...others, changed])
          }}
        />
      )}
      {kits.length > 0 && (
        <KitQuestions
          kits={kits}
          errors={errors}
          onChange={(changed) => {
            const others = form.values.kits.filter(({ device }) => device !== changed.device)
            set('kits', [...others, changed])
          }}
        />
      )}
      <div>
        <Button type="submit" variant={form.isChanged ? 'filled' : 'default'} isPending={submission.isPending}>
          {t('importing:ask.submit')}
        </Button>
        {isReadAgain && <p className={field.hint}>{t('importing:columns.again')}</p>}
      </div>
    </Form>
  )
}
