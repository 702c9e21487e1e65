import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Archive } from './archives.ts'
import { RefusedFile } from './refused-file.ts'
import { textOfBytes } from './text-of-bytes.ts'

/** What a reader of XML meets: the start of an element, its end, or text. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Record<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/**
 * Parses an entry a chunk at a time. A document type could declare entities that expand without an end, and no workbook has
 * one. Throws `damaged`.
 */
export async function* elements(archive: Archive, name: string): AsyncGenerator<XmlEvent[]> {
  const stream = await archive.open(name)
  if (stream === undefined) return
  let found: XmlEvent[] = []
  const parser = new SaxesParser({ position: false })
  parser.on('doctype', () => {
    throw new RefusedFile('damaged')
  })
  parser.on('opentag', (tag) => {
    const { name: opened, attributes } = tag as SaxesTagPlain // without `xmlns`, attributes are texts
    found.push({ kind: 'open', name: localName(opened), attributes })
  })
  parser.on('closetag', ({ name: closed }) => found.push({ kind: 'close', name: localName(closed) }))
  parser.on('text', (text) => found.push({ kind: 'text', text }))
  parser.on('cdata', (text) => found.push({ kind: 'text', text }))
  try {
    for await (const text of textOfBytes(stream)) {
      parser.write(text)
      yield found
      found = []
    }
    parser.close()
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    throw new RefusedFile('damaged')
  }
  yield found
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
