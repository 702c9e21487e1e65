import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import type { TestingAlgorithm, Way } from '../../contract/testing-algorithms/algorithm.ts'
import { mayKeepTestingAlgorithms } from '../../contract/permissions/can.ts'
import { results } from '../../contract/rules/results.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { FormLink } from '../editing/form-panel.tsx'
import { Answer } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useCrumb } from '../routing/page-crumb.ts'
import { useHolder } from '../session/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Facts } from '../ui/facts.tsx'
import { Page } from '../ui/page.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useAlgorithmRetirement } from './algorithm-queries.ts'
import { testingAlgorithmQuery } from './queries.ts'
import * as styles from './testing-algorithms.module.css'

/** An algorithm: each step with where its results lead, and the outcomes. */
export function TestingAlgorithmPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/testing-algorithms/$id' })
  const query = useQuery(testingAlgorithmQuery(id))
  const name = query.data?.data.name
  const mayKeep = mayKeepTestingAlgorithms(useHolder())
  useCrumb(name)
  return (
    <>
      <Page
        title={name ?? t('shell:page.testingAlgorithm')}
        width="narrow"
        actions={
          mayKeep && (
            <FormLink
              target={paths.editTestingAlgorithm(id)}
              variant="default"
              icon={IconPencil}
              word={t('testingAlgorithms:edit')}
            />
          )
        }
      >
        <Answer
          query={query}
          waiting={<RowSkeletons rows={6} label={t('shell:loading')} />}
          failed={t('testingAlgorithms:failed')}
        >
          {({ data }) => (
            <div className={styles.content}>
              {data.retiredAt !== null && <Alert tone="notice">{t('testingAlgorithms:isRetired')}</Alert>}
              {mayKeep && <Retirement algorithm={data} />}
              <Paths algorithm={data} />
            </div>
          )}
        </Answer>
      </Page>
      <Outlet />
    </>
  )
}

function Paths({ algorithm: { form, assays, version } }: { algorithm: TestingAlgorithm }) {
  const t = useT()
  const kitOf = (id: string) => {
    const kit = assays.find((one) => one.id === id)
    if (kit === undefined) return ''
    return kit.isRetired ? t('testingAlgorithms:retiredKit', { kit: kit.name }) : kit.name
  }
  return (
    <>
      {form.steps.map(({ name, assayId, ways }, at) => (
        <Facts
          key={at}
          title={`${name}: ${kitOf(assayId)}`}
          level={2}
          facts={results.map((result) => ({
            label: t(`results:${result}`),
            value: wayInWords(ways[result], form, t),
          }))}
        />
      ))}
      <Facts
        title={t('testingAlgorithms:outcomes')}
        level={2}
        facts={form.outcomes.map(({ name, result, followUpDays }) => ({
          label: name,
          value: (
            <span className={styles.way}>
              <ResultBadge result={result} />
              <span>
                {followUpDays === null
                  ? t('testingAlgorithms:noFollowUp')
                  : t('testingAlgorithms:followUp', { count: followUpDays })}
              </span>
            </span>
          ),
        }))}
      />
      <Facts facts={[{ label: t('testingAlgorithms:version'), value: String(version) }]} />
    </>
  )
}

function wayInWords(way: Way | null, { steps, outcomes }: TestingAlgorithm['form'], t: Translate): string {
  if (way === null) return ''
  return 'step' in way
    ? t('testingAlgorithms:way.step', { step: steps[way.step]?.name ?? '' })
    : (outcomes[way.outcome]?.name ?? '')
}

/** Retires an algorithm or brings it back. It is one element in both states, so that the focus stays on it. */
function Retirement({ algorithm }: { algorithm: TestingAlgorithm }) {
  const t = useT()
  const action = useAlgorithmRetirement(algorithm)
  const words = algorithm.retiredAt === null ? 'retire' : 'restore'
  const leave = t(`testingAlgorithms:${words}`)
  return (
    <div className={styles.actions}>
      <Actions>
        <Action
          icon={words === 'retire' ? IconArchive : IconArchiveOff}
          word={leave}
          isPending={action.isPending}
          onAct={() => action.mutate()}
          confirm={{
            title: t(`testingAlgorithms:${words}.title`, { name: algorithm.name }),
            text: t(`testingAlgorithms:${words}.text`),
            stay: t(`testingAlgorithms:${words}.stay`),
            leave,
          }}
        />
      </Actions>
    </div>
  )
}
