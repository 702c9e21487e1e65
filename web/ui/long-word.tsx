import { Fragment } from 'react'

/**
 * An email, an id or a host, which has no spaces: if it does not fit, it breaks after one of its punctuation marks and
 * not within a word.
 */
export function LongWord({ children }: { children: string }) {
  return (
    // A translated value would be a different one.
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
