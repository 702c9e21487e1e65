import { languageTag } from '../../contract/locales.ts'
import type { ComponentProps } from 'react'
import type { Assessed } from '../../contract/tenants/assess-theme.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import * as styles from './branding-tab.module.css'

interface Props extends ComponentProps<typeof TextField> {
  value: string
  assessed: Assessed
  onChoose: (colour: string) => void
}

/** A colour, picked or typed as #RRGGBB, with its contrast and, if that is too low, the nearest readable colour. */
export function ColourField({ assessed: { ratio, shown }, onChoose, label, value, ...field }: Props) {
  const t = useT()
  const locale = useLocale()
  const isColour = /^#?[0-9a-f]{6}$/i.test(value.trim())
  const passes = shown.toLowerCase() === `#${value.trim().replace('#', '').toLowerCase()}`
  const figure = ratio.toLocaleString(languageTag(locale), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <div className={styles.colour}>
      <input
        type="color"
        className={styles.picker}
        aria-label={t('branding:pick', { colour: label })}
        value={isColour ? `#${value.trim().replace('#', '')}` : '#000000'}
        onChange={(event) => onChoose(event.currentTarget.value.toUpperCase())}
      />
      <div className={styles.typed}>
        <TextField {...field} label={label} value={value} autoComplete="off" spellCheck={false} />
        {isColour && (
          <p className={styles.contrast} data-warns={!passes || undefined}>
            <span>{t(passes ? 'branding:contrast' : 'branding:contrastTooLittle', { ratio: figure })}</span>
            {!passes && (
              <>
                <span className={styles.swatch} style={{ background: shown }} aria-hidden />
                <button type="button" className={styles.use} onClick={() => onChoose(shown.toUpperCase())}>
                  {t('branding:use', { colour: shown.toUpperCase() })}
                </button>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
