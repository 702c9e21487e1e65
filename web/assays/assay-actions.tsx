import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import type { Assay } from '../../contract/assays/assay.ts'
import { listAssayHistory } from '../../contract/assays/endpoints.ts'
import { can, mayKeepAssays } from '../../contract/permissions/can.ts'
import { results } from '../../contract/rules/results.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { History } from '../lists/history.tsx'
import { useHolder } from '../session/queries.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { useRetirement } from './assay-queries.ts'

interface Props {
  assay: Assay
  level: 2 | 3
}

export function AssayActions({ assay, level }: Props) {
  const t = useT()
  const holder = useHolder()
  return (
    <>
      {mayKeepAssays(holder) && <Retirement assay={assay} level={level} />}
      {can(holder, 'view-audit') && (
        <History
          of={{ resource_type: 'assay', resource: assay.id }}
          level={level}
          endpoint={listAssayHistory}
          words={historyWords(t)}
        />
      )}
    </>
  )
}

function historyWords(t: Translate) {
  const yesOrNo = (code: string) => t(code === 'true' ? 'lists:yes' : 'lists:no')
  return {
    offeredResults: (codes: string) =>
      results
        .filter((result) => codes.split(', ').includes(result))
        .map((result) => t(`results:${result}`))
        .join(', '),
    imageRequired: yesOrNo,
    requiresTimer: yesOrNo,
    twoReaders: yesOrNo,
    isDefault: yesOrNo,
  }
}

/**
 * Retires an assay or brings it back, after explaining the effect. It is one element in both states, so that the focus
 * stays on it.
 */
function Retirement({ assay, level }: Props) {
  const t = useT()
  const action = useRetirement(assay)
  const isActive = assay.status === 'active'
  const isOfCatalogue = useHolder().userType === 'unlimited'
  const words = isOfCatalogue ? (isActive ? 'withdrawing' : 'offering') : isActive ? 'retiring' : 'restoring'
  const leave = t(`assays:${words}.leave`)
  return (
    <Actions title={t('places:detail.actions')} level={level}>
      <Action
        icon={isActive ? IconArchive : IconArchiveOff}
        word={leave}
        isPending={action.isPending}
        onAct={() => action.mutate()}
        obstacle={isActive && assay.isDefault ? t('assays:retiring.isDefault') : undefined}
        confirm={{
          title: t(`assays:${words}.title`, { name: assay.name }),
          text: t(`assays:${words}.text`),
          stay: t(`assays:${words}.stay`),
          leave,
        }}
      />
    </Actions>
  )
}
