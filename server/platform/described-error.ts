import path from 'node:path'
import { describeError, functionName } from '../../contract/error-reports/describe-error.ts'
import type { DescribedError, Frame } from '../../contract/error-reports/events.ts'

const root = path.join(import.meta.dirname, '../..')

/** Describes an error of this process for a log or a report, without its message. */
export function describe(error: unknown): DescribedError {
  return describeError(error, framesOf)
}

/** Describes an error for the log, with its type and code as the message. */
export function describeInLog(error: unknown): { type: string; message: string; stack: string } {
  const described = describe(error)
  return { type: described.type, message: nameOf(described), stack: linesOf(described).join('\n') }
}

function nameOf({ type, code }: DescribedError): string {
  return code === undefined ? type : `${type} ${code}`
}

function linesOf(error: DescribedError): string[] {
  const places = error.frames.map((frame) => `    at ${frame.function} (${frame.file}:${frame.line}:${frame.column})`)
  const [led, ...further] = error.cause === undefined ? [] : linesOf(error.cause)
  return [nameOf(error), ...places, ...(led === undefined ? [] : [`caused by ${led}`, ...further])]
}

/** Parses the frames of a V8 stack that are in the program or in Node. */
function framesOf(stack: string): Frame[] {
  return stack.split('\n').flatMap((text) => {
    const [, name, place = '', line, column] = /^ {4}at (?:(.+) \()?(.+?):(\d+):(\d+)\)?$/.exec(text) ?? []
    const file = fileOf(place)
    return file === undefined
      ? []
      : [{ file, function: functionName(name), line: Number(line), column: Number(column) }]
  })
}

function fileOf(place: string): string | undefined {
  const file = place.replace(/^async /, '').replace(/^file:\/\//, '')
  if (/^node:[\w/]+$/.test(file)) return file
  const inside = path.relative(root, file)
  return path.isAbsolute(file) && /^\w[\w./@+-]*$/.test(inside) ? inside : undefined
}
