import { useMemo, type RefObject } from 'react'
import { importAnswers, type ImportAnswers } from '../../contract/imports/answers.ts'
import type { FileImport, ImportSummary } from '../../contract/imports/import.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { SearchedSelect } from '../loading/searched-select.tsx'
import * as field from '../ui/field.module.css'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import { answersOf, askedOf, groupsOf, kitsOf, openAnswers, type AskedGroup, type AskedKit } from './asked.ts'
import { GroupQuestions } from './group-questions.tsx'
import { KitQuestions, openLines } from './kit-questions.tsx'
import { useAnswers } from './queries.ts'
import * as styles from './questions-card.module.css'
import { StepCard } from './step-card.tsx'
import { zoneChoices } from './zones.ts'

interface Props {
  one: FileImport
  summary: ImportSummary
  answers: ImportAnswers
  /** The heading that takes the focus when the answers have been sent. */
  next: RefObject<HTMLHeadingElement | null>
}

type Typed = Omit<ImportAnswers, 'kits' | 'groups' | 'columns'> & {
  kits: readonly AskedKit[]
  groups: readonly AskedGroup[]
}

/** Asks what the file does not say about itself, and nothing else. */
export function QuestionsCard({ one, summary, answers, next }: Props) {
  const t = useT()
  const asked = askedOf(one, summary)
  const kits = kitsOf(summary, answers)
  const groups = groupsOf(summary, answers)
  const open = openAnswers(kits, groups)
  const isAsked =
    asked.zone || asked.dateOrder || asked.undetermined || asked.removed > 0 || kits.length > 0 || groups.length > 0
  return (
    <StepCard number={2} title={t('importing:step.questions')} isDone={!isAsked || open === 0}>
      {open > 0 && <Alert tone="notice">{t('importing:ask.open', { count: open })}</Alert>}
      {isAsked ? (
        <Questions
          one={one}
          asked={asked}
          answers={answers}
          initial={{ ...answers, kits, groups }}
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
  asked: ReturnType<typeof askedOf>
  answers: ImportAnswers
  initial: Typed
  onDone: () => void
}

function Questions({ one, asked, answers, initial, onDone }: QuestionsProps) {
  const t = useT()
  const dates = useDates()
  const send = useAnswers(one.id)
  const form = useForm<typeof importAnswers, Typed>({ schema: importAnswers, initial })
  const { values, errors, set } = form
  const submission = useSubmit(form, {
    failed: 'importing:ask.failed',
    read: () => ({
      candidate: { ...answers, ...values, columns: answers.columns, ...answersOf(values.kits, values.groups) },
      errors: openLines(values.kits),
    }),
    send: (body) => send(body, { 'If-Match': `"${one.version}"` }),
    onDone,
  })
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
            <p className={field.hint}>
              {t(one.head?.layout === 'results-server' ? 'importing:ask.zoneOfServer' : 'importing:ask.zoneOfBrowser')}
            </p>
          </div>
        )}
        {asked.dateOrder && (
          <ChoiceCards
            legend={t('importing:ask.dateOrder')}
            name="dateOrder"
            choices={(['mdy', 'dmy'] as const).map((value) => ({
              value,
              label: t(`importing:ask.dateOrder.${value}`),
            }))}
            value={values.dateOrder}
            onChange={(dateOrder) => set('dateOrder', dateOrder)}
          />
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
      {values.groups.length > 0 && (
        <GroupQuestions groups={values.groups} errors={errors} onChange={(changed) => set('groups', changed)} />
      )}
      {values.kits.length > 0 && (
        <KitQuestions kits={values.kits} errors={errors} onChange={(changed) => set('kits', changed)} />
      )}
      <div>
        <Button type="submit" variant="default" isPending={submission.isPending}>
          {t('importing:ask.submit')}
        </Button>
        <p className={field.hint}>{t('importing:columns.again')}</p>
      </div>
    </Form>
  )
}
