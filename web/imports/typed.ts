import { useState } from 'react'
import { importAnswers } from '../../contract/imports/answers.ts'
import type { ImportField } from '../../contract/imports/fields.ts'
import type { FileImport } from '../../contract/imports/import.ts'
import { useForm } from '../ui/use-form.ts'
import type { Chosen } from './asked.ts'

/** The columns that somebody has chosen and not sent yet, by their places. */
type ChosenColumns = Readonly<Record<number, ImportField | null>>

/** The cells of rows that somebody has typed and not sent yet, by the lines of the rows. */
type TypedCells = ReadonlyMap<number, ReadonlyMap<number, string>>

export const nothingChosen: Chosen = { groups: [], kits: [], words: [] }
export const noColumns: { columns: ChosenColumns } = { columns: {} }

/**
 * Keeps what is typed on the page of an import and not sent yet. It is kept apart from what is stored and apart from the
 * cards, because these come and go while the file is read, and anybody else may answer meanwhile.
 */
export function useTyped() {
  const answers = useForm<typeof importAnswers, Chosen>({ schema: importAnswers, initial: nothingChosen })
  const columns = useForm<typeof importAnswers, typeof noColumns>({ schema: importAnswers, initial: noColumns })
  const [cells, setCells] = useState<TypedCells>(new Map())
  return {
    answers,
    columns,
    cells: {
      of: (line: number) => cells.get(line) ?? new Map<number, string>(),
      /** Keeps a text; undefined forgets it, once it is as the cell is stored. */
      put: (line: number, column: number, text: string | undefined) =>
        setCells((typed) => {
          const ofLine = new Map(typed.get(line))
          if (text === undefined) ofLine.delete(column)
          else ofLine.set(column, text)
          const others = new Map(typed)
          if (ofLine.size > 0) others.set(line, ofLine)
          else others.delete(line)
          return others
        }),
      forget: (line: number) =>
        setCells((typed) => {
          const others = new Map(typed)
          others.delete(line)
          return others
        }),
    },
    /** True if leaving would lose something that can still be sent. */
    isUnsaved: ({ state, run }: FileImport) =>
      (run === null && state !== 'cancelled' && (answers.isChanged || columns.isChanged)) ||
      ((run === null ? state !== 'cancelled' : state === 'done') && cells.size > 0),
  }
}

export type Typed = ReturnType<typeof useTyped>

/** The columns of a file as they are shown: what is stored, and what was chosen since. */
export function columnsShown(
  { columns }: NonNullable<FileImport['head']>,
  { values }: Typed['columns'],
): (ImportField | null)[] {
  return columns.map((column, at) => {
    const chosen = values.columns[at]
    return chosen === undefined ? (column?.field ?? null) : chosen
  })
}

/** What is left of the chosen answers once some of them were sent. */
export function chosenSince(now: Chosen, sent: Chosen): Chosen {
  const { groups, kits, words, ...plain } = now
  const left = Object.entries(plain).filter(([name, value]) => sent[name as keyof Chosen] !== value)
  return {
    ...Object.fromEntries(left),
    groups: groups.filter((group) => !sent.groups.includes(group)),
    kits: kits.filter((kit) => !sent.kits.includes(kit)),
    words: words.filter((word) => !sent.words.includes(word)),
  }
}
