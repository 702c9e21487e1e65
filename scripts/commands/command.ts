import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Config } from '../../server/platform/config.ts'

/** A command that works as the owner of the database, with the server's settings. */
export interface Command {
  help: string
  /** The database that it works on: one that is there, one that is made if need be, or none. */
  database: 'existing' | 'any' | 'none'
  /** True if it also works on what the server keeps in `DATA_DIR`: photos, and the list of erasures. */
  usesFiles?: true
  /** Understands the words after the command's name before anything is opened or made. Throws UsageError. */
  read(words: readonly string[]): Work | Promise<Work>
}

/** Does what a command was told to, and returns the exit code. `report` says a line to the person at the terminal. */
export type Work = (settings: Config & { ownerUrl: string }, report: Report) => Promise<number>

export type Report = (line: string) => void

/** Words after the name of a command that it does not understand, or that are missing: nothing was done. */
export class UsageError extends Error {}

/** Reads the words after the name of a command. Throws UsageError for an option that it does not have. */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  return parsed(() => parseArgs({ args: [...words], options })).values
}

/** Reads the words after the name of a command that works on one file. */
export function readFileAndWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  const { values, positionals } = parsed(() => parseArgs({ args: [...words], options, allowPositionals: true }))
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError('Say one file, such as lateral.backup.')
  return { file, values }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node goes on about words that begin with a dash, which no command takes.
    throw new UsageError(error.message.replace(/\. .*$/s, '.'))
  }
}
