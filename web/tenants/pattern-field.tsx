import { useState, type ComponentProps } from 'react'
import { isPattern, matchesPattern } from '../../contract/rules/tenant-pattern.ts'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import * as styles from './pattern-field.module.css'

interface Props extends ComponentProps<typeof TextField> {
  value: string
  /** The label of the field in which an example is tried. */
  tryLabel: string
}

/**
 * A pattern, with a field that shows at once whether a typed example matches. Matching takes time linear in the text.
 */
export function PatternField({ tryLabel, ...field }: Props) {
  const t = useT()
  const [tried, setTried] = useState('')
  const pattern = field.value.trim()
  const verdict = !isUsable(pattern) ? 'invalid' : matchesPattern(pattern, tried.trim()) ? 'matches' : 'differs'
  return (
    <div className={styles.pattern}>
      <TextField {...field} isOptional autoComplete="off" autoCapitalize="none" spellCheck={false} />
      {pattern !== '' && (
        <div>
          <TextField
            label={tryLabel}
            value={tried}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setTried(currentTarget.value)}
          />
          <p role="status" className={styles.verdict} data-verdict={tried.trim() === '' ? undefined : verdict}>
            {tried.trim() !== '' && t(`tenants:try.${verdict}`)}
          </p>
        </div>
      )}
    </div>
  )
}

/** True for a pattern that would be stored, so that it can be tried. */
export function isUsable(pattern: string): boolean {
  return pattern.length <= 255 && isPattern(pattern)
}
