import { IconPhoto } from '@tabler/icons-react'
import { useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { languageTag, localeFacts, type Locale } from '../../contract/locales.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { Button } from '../ui/button.tsx'
import { assayPictureAddress } from '../ui/instructions.ts'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import * as styles from './picture-fields.module.css'
import type { TypedPicture } from './typed-assay.ts'

/** Loaded separately, because few people open the preview. */
const IllustratedText = lazyPage(async () => (await import('../ui/illustrated-text.tsx')).IllustratedText)

interface Props {
  locale: Locale
  text: string
  pictures: readonly TypedPicture[]
  error: string | undefined
  onChange: (text: string) => void
}

/** The instructions in one language: pictures are inserted at the cursor, and a preview shows the result. */
export function InstructionsField({ locale, text, pictures, error, onChange }: Props) {
  const t = useT()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const shown = useDeferredValue(text)
  const name = localeFacts[locale].name

  function insert(number: number) {
    const at = area.current?.selectionEnd ?? text.length
    const mark = `![${number}]`
    flushSync(() => onChange(text.slice(0, at) + mark + text.slice(at)))
    area.current?.focus()
    area.current?.setSelectionRange(at + mark.length, at + mark.length)
  }

  return (
    <div className={styles.language}>
      <TextAreaField
        ref={area}
        name={`instructions.${locale}`}
        label={name}
        isOptional
        rows={4}
        lang={languageTag(locale)}
        value={text}
        error={error}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      {pictures.length > 0 && (
        <div className={styles.insert} role="group" aria-label={t('assayForm:form.insertInto', { language: name })}>
          {pictures.map(({ id }, at) => (
            <Button key={id} variant="quiet" onClick={() => insert(at + 1)}>
              <IconPhoto size={18} aria-hidden />
              <span>{t('assayForm:form.insertPicture', { number: at + 1 })}</span>
            </Button>
          ))}
        </div>
      )}
      {(text.trim() !== '' || pictures.length > 0) && (
        <details className={styles.previewOfText} onToggle={(event) => setPreviewed(event.currentTarget.open)}>
          <summary>{t('assayForm:form.preview', { language: name })}</summary>
          {isPreviewed && (
            <Coming fallback={<Skeleton height={80} />}>
              <IllustratedText
                text={shown}
                lang={languageTag(locale)}
                pictures={pictures.map(({ id, words }) => ({
                  address: assayPictureAddress(id),
                  words: words[locale],
                }))}
              />
            </Coming>
          )}
        </details>
      )}
    </div>
  )
}
