import type { Round } from '../../../contract/rounds/round.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { holdPresses } from '../../ui/held-presses.ts'
import { useT } from '../../ui/phrases.ts'
import { nameOf, wordsOfLines } from './standing.ts'
import type { Asked } from './use-entering.ts'

interface Props {
  round: Round
  asked: Asked
  onKeep: () => void
}

/** Asks before an entry is taken back or replaced that its user may not mean, and says whose it is and what was entered. */
export function LosingEntry({ round, asked: { row, before, entry, isOwn, enteredAt, act }, onKeep }: Props) {
  const t = useT()
  const dates = useDates()
  const name = nameOf(row)
  const standing = wordsOfLines(round, before)
  const values = { entry: standing, time: enteredAt === null ? '' : dates.timeOf(enteredAt) }
  return (
    <ConfirmDialog
      title={t(entry === null ? 'rounds:losing.clear' : 'rounds:losing.replace', { name })}
      text={
        isOwn
          ? t('rounds:losing.own', values)
          : t('rounds:losing.others', { ...values, name: row.enteredBy?.name ?? t('rounds:losing.somebody') })
      }
      stay={t('rounds:conflict.keep', { entry: standing })}
      leave={entry === null ? t('rounds:clear') : t('rounds:conflict.replace', { entry: wordsOfLines(round, entry) })}
      kind="loss"
      onStay={onKeep}
      onLeave={act}
    >
      <span ref={holdPresses} />
    </ConfirmDialog>
  )
}
