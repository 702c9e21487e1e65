/** A part of a field: a text, or texts that are subcomponents. Missing ones are left empty. */
type Component = string | null | undefined | readonly (string | null | undefined)[]

/** A field of several components. */
export interface Composite {
  components: readonly Component[]
}

/** A field: a text, components, or repetitions of components. */
export type Field = string | null | undefined | Composite | readonly Composite[]

export function composite(...components: Component[]): Composite {
  return { components }
}

/** The profile declares a character that marks what was cut, too. Nothing is marked with it, so it stays as it is in texts. */
const truncation = '#'
const separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }
const escapes: Readonly<Record<string, string>> = { '|': 'F', '^': 'S', '~': 'R', '\\': 'E', '&': 'T' }

/** The segments whose first two fields declare the separators. */
const headers = ['FHS', 'BHS', 'MSH']

/**
 * Writes a segment of HL7 v2 with its fields by their numbers, which count from 1, and ends it with a carriage return.
 * Fields and components after the last one that has a value are left out. Every text is escaped.
 */
export function segment(name: string, fields: Readonly<Record<number, Field>>): string {
  const last = Math.max(0, ...Object.keys(fields).map(Number))
  const written = Array.from({ length: last }, (_, i) => writeField(fields[i + 1]))
  const { field, component, repetition, escape, subcomponent } = separators
  const parts = headers.includes(name)
    ? [name, component + repetition + escape + subcomponent + truncation, ...written.slice(2)]
    : [name, ...written]
  return `${withoutEnd(parts).join(field)}\r`
}

function writeField(field: Field): string {
  if (field == null) return ''
  if (typeof field === 'string') return escaped(field)
  const repetitions = 'components' in field ? [field] : field
  return repetitions.map(writeComposite).join(separators.repetition)
}

function writeComposite({ components }: Composite): string {
  const written = components.map((part) => {
    if (part == null) return ''
    if (typeof part === 'string') return escaped(part)
    return withoutEnd(part.map((text) => escaped(text ?? ''))).join(separators.subcomponent)
  })
  return withoutEnd(written).join(separators.component)
}

function withoutEnd(parts: readonly string[]): readonly string[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)
}

/** The characters that HL7 v2.5.1 gives to parts of fields: names of places, family and given names, and names of systems. */
const rooms = { organisation: 50, familyName: 50, givenName: 30, system: 20 } as const

/** Writes texts whole, or cuts them to their room. */
export type Fit = (text: string | null, room: keyof typeof rooms) => string | null

/** Fits texts as a receiver asks. Nothing is cut within a character. */
export function fitOf({ longNames }: { longNames: 'whole' | 'cut' }): Fit {
  return (text, room) => {
    if (longNames === 'whole' || text === null || text.length <= rooms[room]) return text
    const cut = text
      .slice(0, rooms[room])
      .toWellFormed()
      .replace(/\ufffd$/, '')
    return cut.trimEnd()
  }
}

/** Escapes separators and line ends, and leaves out other control characters, which would break a segment. */
function escaped(text: string): string {
  return text
    .replaceAll(/[|^~\\&]/g, (character) => `\\${escapes[character]}\\`)
    .replaceAll(/\r\n?|\n/g, '\\.br\\')
    .replaceAll(/\p{Cc}/gu, '')
}
