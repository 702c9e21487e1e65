import type { ReactNode } from 'react'
import { mayLead } from '../../contract/rules/links.ts'

/**
 * Shows a small part of Markdown: headings, paragraphs, `-` and `1.` lists, `**strong**`, `*emphasis*` and links. It makes
 * elements, never HTML, so whatever a tenant writes stays text; links lead only to https, mailto or this site. Where there
 * are pictures, `![1]` is the first: `picture` draws it by its number.
 */
export function Markdown({ text, picture, hasHeadings = true }: Props) {
  return blocksOf(text).map((block, at) => (
    <Block key={at} block={block} inline={(words) => inline(words, picture)} hasHeadings={hasHeadings} />
  ))
}

interface Props {
  text: string
  picture?: DrawPicture
  /** False in the middle of a page, whose own headings those of the text would stand among: they are drawn as strong words. */
  hasHeadings?: boolean
}

/** Undefined for a number that no picture has; it stays text then. */
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
    // The page has its own first heading; those of the text stand below it.
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

/** More marks than this are in no paragraph that is meant to be read: they are shown as they were typed. */
const mostParts = 1000

/** No part reads a character that another part begins with, so that a long text takes no longer than its length. */
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
