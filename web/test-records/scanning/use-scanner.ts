import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isSameGtin, readKitCode } from '../../../contract/rules/gs1.ts'
import { takeScans } from './scanner-keys.ts'

interface Scanner<Chosen> {
  /** The GTINs of kits whose bare number is a code here: any other may be somebody's number. */
  gtins?: readonly (string | null)[]
  /** The name of the field of the lot, in which a lot may be scanned alone. */
  lotField?: string
  /** Called with what was scanned, by the code of a kit or alone into the field of the lot. */
  onScan: (text: string, origin: 'scan' | 'field') => void
  /** What keys may choose that are typed outside any field of text; `putBack` is called with what it was before the scan. */
  chosen?: Chosen
  putBack?: (chosen: Chosen) => void
}

/**
 * Has the code of a kit read that a scanner types, wherever the focus is, while this part of a page is shown: none of its keys
 * chooses, moves or sends anything. Of several parts the one that was shown last is asked.
 */
export function useScanner<Chosen = undefined>(scanner: Scanner<Chosen>): void {
  const latest = useRef(scanner)
  useLayoutEffect(() => {
    latest.current = scanner
  })
  // The keyboard is outside React.
  useEffect(
    () =>
      takeScans({
        isCode: (text) => isKitCode(text, latest.current.gtins ?? []),
        isOwnField: (field) => field.getAttribute('name') === latest.current.lotField,
        onScan: (text, field) => latest.current.onScan(text, field === undefined ? 'scan' : 'field'),
        remember: () => {
          const { chosen } = latest.current
          return () => {
            if (chosen !== undefined) latest.current.putBack?.(chosen)
          }
        },
        drawn: flushSync,
      }),
    [],
  )
}

function isKitCode(text: string, gtins: readonly (string | null)[]): boolean | 'broken' {
  const code = readKitCode(text)
  if (code === undefined) return false
  if (code === 'hibc') return 'broken'
  // Digits alone may be somebody's number.
  if (code === 'unreadable') return /^\d+$/.test(text) ? false : 'broken'
  if (!code.isBare) return true
  return gtins.some((one) => one !== null && code.gtin !== null && isSameGtin(one, code.gtin))
}
