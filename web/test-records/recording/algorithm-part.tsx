import { IconBinaryTree } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { TestingAlgorithmListItem } from '../../../contract/testing-algorithms/algorithm.ts'
import { failureWords } from '../../api/failure-words.ts'
import { testSetQuery, useStartSet } from '../../test-sets/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import * as styles from './algorithm-part.module.css'
import type { Draft } from './draft.ts'

interface Props {
  draft: Draft
  assay: AssayListItem
  /** The algorithms that begin with the chosen kit. */
  algorithms: readonly TestingAlgorithmListItem[]
  change: (update: Partial<Draft>) => Draft
}

/** Says of which set of tests the test is a step, or offers to begin one with it. */
export function AlgorithmPart({ draft, assay, algorithms, change }: Props) {
  if (draft.testSetId !== null) return <StepOfSet setId={draft.testSetId} assay={assay} />
  return (
    <>
      {algorithms.map((algorithm) => (
        <Offer key={algorithm.id} algorithm={algorithm} draft={draft} assay={assay} change={change} />
      ))}
    </>
  )
}

function StepOfSet({ setId, assay }: { setId: string; assay: AssayListItem }) {
  const t = useT()
  const { data } = useQuery(testSetQuery(setId))
  const set = data?.data
  const next = set?.next ?? null
  const isNext = next?.assay.id === assay.id
  const step = set && t('testingAlgorithms:step.title', { step: next?.name ?? '', name: set.algorithm.name })
  return (
    <div className={styles.part}>
      <Alert tone={set === undefined || isNext ? 'notice' : 'danger'}>
        {set === undefined
          ? t('testingAlgorithms:step.text')
          : isNext
            ? `${step ?? ''}. ${t('testingAlgorithms:step.text')}`
            : next === null
              ? t('testingAlgorithms:step.moved')
              : t('testingAlgorithms:step.otherKit', { step: next.name, kit: next.assay.name })}
      </Alert>
    </div>
  )
}

function Offer({
  algorithm: { id, name },
  draft: { organisation, group, subject },
  assay,
  change,
}: Omit<Props, 'algorithms'> & { algorithm: TestingAlgorithmListItem }) {
  const t = useT()
  const starting = useStartSet((set) => change({ testSetId: set.id }))
  const body = {
    algorithmId: id,
    organisationId: organisation?.id ?? '',
    groupId: group?.id ?? '',
    subjectId: subject?.id ?? '',
  }
  const failure = failureWords(starting.error, { failed: 'testingAlgorithms:offer.failed', hasFields: false })
  return (
    <div className={styles.part}>
      <p className={styles.title}>{t('testingAlgorithms:offer.title', { kit: assay.name, name })}</p>
      <p className={styles.text}>{t('testingAlgorithms:offer.text')}</p>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button variant="default" isPending={starting.isPending} onClick={() => starting.mutate(body)}>
          <IconBinaryTree size={18} aria-hidden />
          <span>{t('testingAlgorithms:offer.start')}</span>
        </Button>
      </div>
    </div>
  )
}
