import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import { mostSteps, type testingAlgorithmForm } from '../../contract/testing-algorithms/algorithm.ts'
import { results } from '../../contract/rules/results.ts'
import { outcomeResults } from '../../contract/test-sets/outcome.ts'
import { offeredAssaysQuery } from '../assays/queries.ts'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { useForm } from '../ui/use-form.ts'
import * as styles from './testing-algorithms.module.css'
import type { TypedAlgorithm, TypedOutcome, TypedStep } from './typed-algorithm.ts'

interface Props {
  form: Pick<
    ReturnType<typeof useForm<typeof testingAlgorithmForm, TypedAlgorithm>>,
    'field' | 'set' | 'errors' | 'values'
  >
  /** Draws the label, error and conflict of a field around its control. */
  field: (name: keyof TypedAlgorithm, control: Elements) => Elements
  /** The kits of the stored algorithm, which stay to be chosen although they may be retired. */
  kept: readonly { id: string; name: string }[]
}

let added = 0

/** The name of an algorithm, its steps with a way for each result, and its outcomes. */
export function AlgorithmFields({ form, field, kept }: Props) {
  const t = useT()
  return (
    <>
      {field('name', <TextField {...form.field('name')} label={t('testingAlgorithms:form.name')} autoComplete="off" />)}
      {field('steps', <Steps form={form} kept={kept} />)}
      {field('outcomes', <Outcomes form={form} />)}
    </>
  )
}

function Steps({ form: { values, errors, set }, kept }: Omit<Props, 'field'>) {
  const t = useT()
  const list = useRef<HTMLFieldSetElement>(null)
  const { data: assays } = useQuery(offeredAssaysQuery())
  const { steps, outcomes } = values
  const offered = assays?.data ?? []
  const kits = [...offered, ...kept.filter(({ id }) => offered.every((one) => one.id !== id))]
  const change = (at: number, update: Partial<TypedStep>) =>
    set(
      'steps',
      steps.map((step, index) => (index === at ? { ...step, ...update } : step)),
    )

  function add() {
    added += 1
    const ways = { positive: '', negative: '', inconclusive: '', invalid: '' }
    const step = { key: `added step ${added}`, name: `A${steps.length + 1}`, assayId: '', ways }
    flushSync(() => set('steps', [...steps, step]))
    focusLast(list.current)
  }

  return (
    <fieldset ref={list} className={styles.set}>
      <legend className={styles.legend}>{t('testingAlgorithms:form.steps')}</legend>
      <p className={styles.help}>{t('testingAlgorithms:form.stepsHelp')}</p>
      {steps.map((step, at) => {
        const number = t('testingAlgorithms:form.step', { number: at + 1 })
        const later = steps.slice(at + 1)
        const options = [
          { value: '', label: t('testingAlgorithms:form.choose') },
          ...later.map(({ key, name }) => ({ value: key, label: t('testingAlgorithms:way.step', { step: name }) })),
          ...outcomes.map(({ key, name }) => ({ value: key, label: name })),
        ]
        return (
          <div key={step.key} className={styles.row} role="group" aria-label={number}>
            <Head
              title={number}
              remove={t('testingAlgorithms:form.removeStep', { name: step.name || String(at + 1) })}
              onRemove={
                steps.length > 1
                  ? () => {
                      flushSync(() => set('steps', steps.toSpliced(at, 1)))
                      focusLast(list.current)
                    }
                  : undefined
              }
            />
            <div className={styles.pair}>
              <TextField
                name={`steps.${at}.name`}
                label={t('testingAlgorithms:form.stepName')}
                value={step.name}
                error={errors[`steps.${at}.name`]}
                autoComplete="off"
                onChange={(event) => change(at, { name: event.currentTarget.value })}
              />
              <SelectField
                name={`steps.${at}.assayId`}
                label={t('testingAlgorithms:kit')}
                value={step.assayId}
                error={errors[`steps.${at}.assayId`]}
                options={[
                  { value: '', label: t('testingAlgorithms:form.choose') },
                  ...kits.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(assayId) => change(at, { assayId })}
              />
            </div>
            <div className={styles.pair}>
              {results.map((result) => {
                const way = step.ways[result]
                return (
                  <SelectField
                    key={result}
                    name={`steps.${at}.ways.${result}`}
                    label={t('testingAlgorithms:form.leads', { result: t(`results:${result}`) })}
                    // A way to something that was removed or comes before is none.
                    value={options.some(({ value }) => value === way) ? way : ''}
                    error={errors[`steps.${at}.ways.${result}`]}
                    options={options}
                    onChange={(next) => change(at, { ways: { ...step.ways, [result]: next } })}
                  />
                )
              })}
            </div>
          </div>
        )
      })}
      {steps.length < mostSteps && (
        <div>
          <Button variant="default" onClick={add}>
            <IconPlus size={18} aria-hidden />
            <span>{t('testingAlgorithms:form.addStep')}</span>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function Outcomes({ form: { values, errors, set } }: Pick<Props, 'form'>) {
  const t = useT()
  const list = useRef<HTMLFieldSetElement>(null)
  const { outcomes } = values
  const change = (at: number, update: Partial<TypedOutcome>) =>
    set(
      'outcomes',
      outcomes.map((outcome, index) => (index === at ? { ...outcome, ...update } : outcome)),
    )

  function add() {
    added += 1
    const outcome = { key: `added outcome ${added}`, name: '', result: 'inconclusive', followUpDays: '' } as const
    flushSync(() => set('outcomes', [...outcomes, outcome]))
    focusLast(list.current)
  }

  return (
    <fieldset ref={list} className={styles.set}>
      <legend className={styles.legend}>{t('testingAlgorithms:outcomes')}</legend>
      <p className={styles.help}>{t('testingAlgorithms:form.outcomesHelp')}</p>
      {outcomes.map((outcome, at) => {
        const number = t('testingAlgorithms:form.outcome', { number: at + 1 })
        return (
          <div key={outcome.key} className={styles.row} role="group" aria-label={number}>
            <Head
              title={number}
              remove={t('testingAlgorithms:form.removeOutcome', { name: outcome.name || String(at + 1) })}
              onRemove={
                outcomes.length > 1
                  ? () => {
                      flushSync(() => set('outcomes', outcomes.toSpliced(at, 1)))
                      focusLast(list.current)
                    }
                  : undefined
              }
            />
            <TextField
              name={`outcomes.${at}.name`}
              label={t('testingAlgorithms:form.outcomeName')}
              value={outcome.name}
              error={errors[`outcomes.${at}.name`]}
              autoComplete="off"
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
            <div className={styles.pair}>
              <SelectField
                name={`outcomes.${at}.result`}
                label={t('testingAlgorithms:form.outcomeResult')}
                value={outcome.result}
                options={outcomeResults.map((value) => ({
                  value,
                  label: t(`results:${value}`),
                }))}
                onChange={(result) => change(at, { result: result as TypedOutcome['result'] })} // one of the options
              />
              <TextField
                name={`outcomes.${at}.followUpDays`}
                label={t('testingAlgorithms:form.followUpDays')}
                value={outcome.followUpDays}
                error={errors[`outcomes.${at}.followUpDays`]}
                isOptional
                inputMode="numeric"
                autoComplete="off"
                onChange={(event) => change(at, { followUpDays: event.currentTarget.value })}
              />
            </div>
          </div>
        )
      })}
      {outcomes.length < mostSteps && (
        <div>
          <Button variant="default" onClick={add}>
            <IconPlus size={18} aria-hidden />
            <span>{t('testingAlgorithms:form.addOutcome')}</span>
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function Head({ title, remove, onRemove }: { title: string; remove: string; onRemove: (() => void) | undefined }) {
  return (
    <div className={styles.head}>
      <span className={styles.number} aria-hidden>
        {title}
      </span>
      {onRemove !== undefined && (
        <button type="button" className={styles.button} aria-label={remove} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Focuses the last row, because the pressed button may have moved or gone. */
function focusLast(list: HTMLElement | null): void {
  const rows = list?.querySelectorAll<HTMLElement>('[role="group"]')
  rows?.[rows.length - 1]?.querySelector<HTMLElement>('input, select')?.focus()
}
