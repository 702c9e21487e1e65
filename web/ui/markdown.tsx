import type { ReactNode } from 'react'
import { mayLead } from '../../contract/rules/links.ts'

/**
 * Shows a small part of Markdown: headings, paragraphs, `-` and `1.` lists, `**strong**`, `*emphasis*` and links. It
 * makes elements, never HTML, so that a tenant's text stays text; links may only lead to https, mailto or this site.
 * With `picture`, `![1]` is drawn as the first picture.
 */
export function Markdown({ text, picture, hasHeadings = true }: Props) {
  return blocksOf(text).map((block, at) => (
    <Block key={at} block={block} inline={(words) => inline(words, picture)} hasHeadings={hasHeadings} />
  ))
}

interface Props {
  text: string
  picture?: DrawPicture
  /** False within a page that has headings of its own; the text's headings are then drawn as strong words. */
  hasHeadings?: boolean
}

/** Draws a picture by its number, or returns undefined if there is none; the mark then stays text. */
type DrawPicture = (number: number) => ReactNode

function blocksOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^(#{1,6} .*)$/gm, '\n$1\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

interface BlockProps {
  block: string
  inline: (words: string) => ReactNode
  hasHeadings: boolean
}

function Block({ block, inline, hasHeadings }: BlockProps) {
  const heading = /^(#{1,6}) (.*)$/.exec(block)
  if (heading !== null) {
    if (!hasHeadings) {
      return (
        <p>
          <strong>{inline(heading[2] ?? '')}</strong>
        </p>
      )
    }
    // The page has its own first heading, and those of the text come below it.
    return (heading[1] ?? '').length <= 2 ? <h2>{inline(heading[2] ?? '')}</h2> : <h3>{inline(heading[2] ?? '')}</h3>
  }
  const lines = block.split('\n')
  if (lines.every((line) => /^\s*[-*] /.test(line))) return <ul>{itemsOf(lines, /^\s*[-*] /, inline)}</ul>
  if (lines.every((line) => /^\s*\d+\. /.test(line))) return <ol>{itemsOf(lines, /^\s*\d+\. /, inline)}</ol>
  return <p>{inline(lines.join('\n'))}</p>
}

function itemsOf(lines: string[], mark: RegExp, inline: (words: string) => ReactNode): ReactNode {
  return lines.map((line, at) => <li key={at}>{inline(line.replace(mark, ''))}</li>)
}

/** No paragraph for reading has more marks than this; longer ones are shown as typed. */
const mostParts = 1000

/** Each part ends before a character that starts another one, so that parsing takes linear time. */
function inline(text: string, picture: DrawPicture | undefined): ReactNode {
  const parts = text.split(/(!\[\d{1,2}\]|\*\*[^*]+\*\*|\*[^*]+\*|\[[^[\]]+\]\([^()\s]+\))/)
  if (parts.length > mostParts) return text
  return parts.map((part, at) => <span key={at}>{partOf(part, picture)}</span>)
}

function partOf(part: string, picture: DrawPicture | undefined): ReactNode {
  const [, number] = /^!\[(\d{1,2})\]$/.exec(part) ?? []
  if (number !== undefined) return picture?.(Number(number)) ?? part
  if (/^\*\*[^*]+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>
  if (/^\*[^*]+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>
  const link = /^\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(part)
  if (link === null) return part
  const [, words, address = ''] = link
  return mayLead(address) ? <a href={address}>{words}</a> : words
}
