import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { mostPictures, pictureMediaTypes, uploadAssayPicture } from '../../contract/assays/pictures.ts'
import { keptSide, maxImageBytes, maxImagePixels } from '../../contract/limits-and-times.ts'
import { byLocale, languageTag, localeFacts, type Locale } from '../../contract/locales.ts'
import { fieldErrors } from '../api/api-error.ts'
import { upload } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { assayPictureAddress } from '../ui/instructions.ts'
import { PictureProblem, pictureToSend } from '../ui/picture-file.ts'
import { t as say, useT } from '../ui/phrases.ts'
import { StillUnderWay } from '../loading/still-under-way.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import { FieldError } from '../ui/field-error.tsx'
import * as rows from './coded-rows.module.css'
import * as styles from './picture-fields.module.css'
import type { TypedPicture } from './typed-assay.ts'

interface Props {
  pictures: readonly TypedPicture[]
  languages: readonly Locale[]
  errors: FieldErrors
  onChange: (pictures: readonly TypedPicture[]) => void
  /** Removes a picture and its marks in the texts. */
  onRemove: (at: number) => void
}

/**
 * The pictures of the instructions: each is chosen from this device, uploaded at once, and described in every language.
 */
export function PictureFields({ pictures, languages, errors, onChange, onRemove }: Props) {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const adding = useMutation({
    mutationFn: async (file: File) => {
      const picture = await pictureToSend(file, {
        types: pictureMediaTypes,
        maxBytes: maxImageBytes,
        maxPixels: maxImagePixels,
        longestSide: keptSide,
        refused: 'picture',
        tooLarge: 'pictureTooLarge',
        heic: 'pictureHeic',
      })
      return (await upload(uploadAssayPicture, picture, { errors: 'caller' })).data
    },
    onSuccess: (stored) => {
      const added = { id: stored.id, words: byLocale(() => '') }
      flushSync(() => onChange([...pictures, added]))
      list.current?.querySelector<HTMLElement>('[role="group"]:last-of-type input')?.focus()
    },
  })
  const problem = adding.error === null ? errors.pictures : problemWords(adding.error)

  function remove(at: number) {
    flushSync(() => onRemove(at))
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }

  return (
    <fieldset
      ref={list}
      className={rows.set}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={[`${id}-help`, problem !== undefined && `${id}-error`].filter(Boolean).join(' ')}
    >
      <legend className={rows.legend}>{t('assayForm:form.pictures')}</legend>
      <p id={`${id}-help`} className={rows.help}>
        {t('assayForm:form.picturesHelp', { count: mostPictures })}
      </p>
      {pictures.map((picture, at) => {
        const name = t('assayForm:form.picture', { number: at + 1 })
        const error = errors[`pictures.${at}`]
        return (
          <div key={picture.id} className={rows.row} role="group" aria-label={name}>
            <div className={rows.head}>
              <span className={rows.number} aria-hidden>
                {name}
              </span>
              <button
                type="button"
                className={rows.button}
                aria-label={t('assayForm:form.remove', { name })}
                onClick={() => remove(at)}
              >
                <IconTrash size={18} aria-hidden />
              </button>
            </div>
            <div className={styles.picture}>
              <img src={assayPictureAddress(picture.id)} alt="" className={styles.preview} />
              <div className={styles.words}>
                {languages.map((locale) => (
                  <TextField
                    key={locale}
                    name={`pictures.${at}.words.${locale}`}
                    label={t('assayForm:form.pictureWords', { language: localeFacts[locale].name })}
                    lang={languageTag(locale)}
                    autoComplete="off"
                    value={picture.words[locale]}
                    error={errors[`pictures.${at}.words.${locale}`] ?? (locale === languages[0] ? error : undefined)}
                    onChange={({ currentTarget: { value } }) =>
                      onChange(pictures.with(at, { ...picture, words: { ...picture.words, [locale]: value } }))
                    }
                  />
                ))}
              </div>
            </div>
          </div>
        )
      })}
      <input
        ref={files}
        type="file"
        accept={pictureMediaTypes.join(',')}
        aria-label={t('assayForm:form.addPicture')}
        hidden
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          // Otherwise a removed file could not be chosen again.
          event.currentTarget.value = ''
          if (chosen) adding.mutate(chosen)
        }}
      />
      {pictures.length < mostPictures && (
        <Button variant="default" data-add isPending={adding.isPending} onClick={() => files.current?.click()}>
          <IconPhotoPlus size={18} aria-hidden />
          <span>{t('assayForm:form.addPicture')}</span>
        </Button>
      )}
      <StillUnderWay isRunning={adding.isPending} />
      {problem !== undefined && (
        <FieldError id={`${id}-error`} role="alert">
          {problem}
        </FieldError>
      )}
    </fieldset>
  )
}

function problemWords(error: Error): string {
  if (error instanceof PictureProblem) return say(`rules:${error.phrase}`)
  const [first] = Object.values(fieldErrors(error))
  const refused = { 413: 'rules:imageTooLarge', 415: 'rules:picture' } as const
  return first ?? failureWords(error, { failed: 'assayForm:form.pictureFailed', refused }) ?? error.message
}
