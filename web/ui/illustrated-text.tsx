import * as styles from './illustrated-text.module.css'
import { Markdown } from './markdown.tsx'

interface Picture {
  address: string
  /** Describes the picture for people who do not see it. */
  words: string
  /** In pixels, if known, so that the text does not move when the picture loads. */
  width?: number
  height?: number
}

interface Props {
  text: string
  pictures: readonly Picture[]
  lang: string
}

/** Markdown with pictures: the first picture replaces `![1]`, and pictures without a mark follow below the text. */
export function IllustratedText({ text, pictures, lang }: Props) {
  const placed = new Set([...text.matchAll(/!\[(\d+)\]/g)].map(([, number]) => Number(number)))
  const picture = (number: number) => {
    const one = pictures[number - 1]
    if (one === undefined) return undefined
    const { address, words, width, height } = one
    return (
      <img
        key={number}
        src={address}
        alt={words}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className={styles.picture}
      />
    )
  }
  return (
    <div lang={lang} className={styles.text}>
      <Markdown text={text} picture={picture} hasHeadings={false} />
      {pictures.map((_, at) => !placed.has(at + 1) && picture(at + 1))}
    </div>
  )
}
