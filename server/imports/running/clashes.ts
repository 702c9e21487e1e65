import type { ActorScope } from '../../access/scope.ts'
import { judge } from './judging.ts'
import { findClashes, findRowsOfNumbers } from './clashes-repository.ts'
import { tellNamesakesApart } from './namesakes.ts'
import { problemsOf } from './places.ts'
import { putJudged, type HeldImport } from './repository.ts'

/** The rows that one statement lets wait, of which a file may have as many as it has rows. */
const clashesAtOnce = 500

type File = Pick<HeldImport, 'id' | 'head' | 'answers'>

/** Lets rows wait whose person may be somebody else, by all rows of the file. */
export async function letClashesWait(importer: ActorScope | undefined, file: File): Promise<void> {
  const { id, head, answers } = file
  if (importer === undefined || head === null || answers === null) return
  await tellNamesakesApart(importer, { id, head, answers })
  await letWait(importer, file)
}

/** Judges anew the rows with these NHS numbers, of which one was corrected: others may have waited for it, or may have to. */
export async function judgeNumbersAgain(
  importer: ActorScope,
  file: File,
  nhsNumbers: readonly string[],
): Promise<void> {
  const { id, head, answers } = file
  if (nhsNumbers.length === 0 || head === null || answers === null) return
  const rows = await findRowsOfNumbers(importer, id, nhsNumbers)
  await putJudged(importer, id, (await judge(importer, { id, head, answers }, rows)).rows)
  await letWait(importer, file, nhsNumbers)
}

async function letWait(importer: ActorScope, { id, head }: File, nhsNumbers?: readonly string[]): Promise<void> {
  if (head === null) return
  const problem = problemsOf(head)
  const why = {
    email: problem('emailOfAnother', 'emails'),
    localId: problem('localIdOfAnother', 'localId'),
    nhsNumber: problem('nhsNumberOfAnother', 'nhsNumber'),
  }
  const clashes = await findClashes(importer, id, nhsNumbers)
  const waiting = clashes.map(({ line, kind, other }) => ({
    ...nobody,
    line,
    outcome: 'wrong' as const,
    skipped: null,
    problems: [{ ...why[kind], value: other }],
  }))
  for (let at = 0; at < waiting.length; at += clashesAtOnce) {
    await putJudged(importer, id, waiting.slice(at, at + clashesAtOnce))
  }
}

/** What is said of the person of a row that waits. */
export const nobody = { person: null, namesake: null, subjectId: null, differences: null } as const
