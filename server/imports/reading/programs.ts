import type { Archive } from './archives.ts'

/** The kinds of files that are archives, too, and by which entry each is known. */
const kinds: readonly [kind: string, isOf: (name: string) => boolean][] = [
  ['Excel, .xlsb', (name) => name === 'xl/workbook.bin'],
  ['Numbers, Pages or Keynote', (name) => /^index(\.zip|\/document\.iwa)$/i.test(name)],
  ['Word, .docx', (name) => name === 'word/document.xml'],
  ['PowerPoint, .pptx', (name) => name === 'ppt/presentation.xml'],
  ['OpenDocument, .ods or .odt', (name) => name === 'content.xml'],
]

/** What an archive is that is no workbook of Excel, in words; undefined for one that only packs files. */
export function programOf({ names }: Archive): string | undefined {
  return kinds.find(([, isOf]) => names.some(isOf))?.[0]
}
