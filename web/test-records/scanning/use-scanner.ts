import { useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isSameGtin, readKitCode } from '../../../contract/rules/gs1.ts'
import { takeScans } from './scanner-keys.ts'

interface Scanner<Chosen> {
  /** The GTINs of kits whose bare number counts as a code here; any other number may be a person's. */
  gtins?: readonly (string | null)[]
  /** The name of the lot field, in which a plain lot may be scanned. */
  lotField?: string
  /** Called with the scanned text: the code of a kit, or a plain lot in the lot field. */
  onScan: (text: string, origin: 'scan' | 'field') => void
  /** The values that keys may choose outside text fields. `putBack` is called with the values from before the scan. */
  chosen?: Chosen
  putBack?: (chosen: Chosen) => void
}

/**
 * Reads a kit code that a scanner types, wherever the focus is, while this part of a page is shown. None of its keys
 * chooses, moves or submits anything. If several parts are shown, the newest one reads the code.
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
  // Digits alone may be a person's number.
  if (code === 'unreadable') return /^\d+$/.test(text) ? false : 'broken'
  if (!code.isBare) return true
  return gtins.some((one) => one !== null && code.gtin !== null && isSameGtin(one, code.gtin))
}
