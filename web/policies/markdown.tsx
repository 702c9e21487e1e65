import { Fragment, type ReactNode } from 'react'

/**
 * Shows a small part of Markdown: headings, paragraphs, `-` and `1.` lists, `**strong**`, `*emphasis*` and links. It makes
 * elements, never HTML, so whatever a tenant writes stays text; links lead only to https, mailto or this site.
 */
export function Markdown({ text }: { text: string }) {
  return blocksOf(text).map((block, at) => <Block key={at} block={block} />)
}

function blocksOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^(#{1,6} .*)$/gm, '\n$1\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

function Block({ block }: { block: string }) {
  const heading = /^(#{1,6}) (.*)$/.exec(block)
  if (heading !== null) {
    // The page has its own first heading; those of the text stand below it.
    return (heading[1] ?? '').length <= 2 ? <h2>{inline(heading[2] ?? '')}</h2> : <h3>{inline(heading[2] ?? '')}</h3>
  }
  const lines = block.split('\n')
  if (lines.every((line) => /^\s*[-*] /.test(line))) return <ul>{itemsOf(lines, /^\s*[-*] /)}</ul>
  if (lines.every((line) => /^\s*\d+\. /.test(line))) return <ol>{itemsOf(lines, /^\s*\d+\. /)}</ol>
  return <p>{inline(lines.join(' '))}</p>
}

function itemsOf(lines: string[], mark: RegExp): ReactNode {
  return lines.map((line, at) => <li key={at}>{inline(line.replace(mark, ''))}</li>)
}

function inline(text: string): ReactNode {
  const parts = text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)\s]+\))/)
  return parts.map((part, at) => <Fragment key={at}>{partOf(part)}</Fragment>)
}

function partOf(part: string): ReactNode {
  if (/^\*\*[^*]+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>
  if (/^\*[^*]+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part)
  if (link === null) return part
  const [, words, address = ''] = link
  return isSafeAddress(address) ? <a href={address}>{words}</a> : words
}

function isSafeAddress(address: string): boolean {
  return /^(https:\/\/|mailto:|\/(?!\/))/.test(address)
}
