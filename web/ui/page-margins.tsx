import { useT } from './phrases.ts'

interface Props {
  /** Its style sheet has the size and the margins of such pages; left out for a page of the app that is printed as it stands. */
  page?: string | undefined
  isWide?: boolean | undefined
  text: string
}

/**
 * The margins at the foot of each printed page of this name (`page` in the style sheet), or of every page: a text, and the number
 * of the page among all. Only a style can define them. A browser that does not know them leaves them empty.
 */
export function PageMargins({ page, isWide = false, text }: Props) {
  const t = useT()
  const look = 'font: 7.5pt Inter, sans-serif; color: #000000;'
  const left = text.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
  return (
    <style>
      {`@page ${page ?? ''} {${page === undefined ? ` size: ${isWide ? 'landscape' : 'auto'}; margin: 12mm;` : ''}
        @bottom-left { width: 75%; ${look} content: "${left}" }
        @bottom-right { ${look} content: "${t('lists:print.page', counters)}" }
      }`}
    </style>
  )
}

/** Between the quotes of a text of a style sheet, where what stands in the margin is counted. */
const counters = { page: '" counter(page) "', pages: '" counter(pages) "' }
