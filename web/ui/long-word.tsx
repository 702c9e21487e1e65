import { Fragment } from 'react'

/**
 * An email, an id or a host, which has no spaces: where it does not fit on a line it goes on in the next one after one of its signs, and
 * not in the middle of a word.
 */
export function LongWord({ children }: { children: string }) {
  return (
    // Translated, it would be another.
    <span translate="no">
      {children.split(/(?<=[@._/+-])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
