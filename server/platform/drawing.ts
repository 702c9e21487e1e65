/**
 * An upload that begins as an SVG does, as text; undefined for one in an encoding whose ASCII is not the one that is looked at here,
 * such as UTF-16 or UTF-7, and for what holds no drawing. Letters beyond ASCII may come out as others: nothing depends on them.
 */
export function drawingIn(upload: Buffer): string | undefined {
  const text = upload.toString('utf8')
  const declared = [...text.matchAll(/<\?xml[^>]*?\bencoding\s*=\s*["']?\s*([^"'\s?>]*)/gi)].map(
    ([, name]) => name ?? '',
  )
  if (text.includes('\0') || !declared.every((name) => asciiWithin.test(name))) return undefined
  return /<(?:[\w.-]+:)?svg[\s/>]/.test(text) ? text : undefined
}

/** The encodings of drawings in which each byte of ASCII is itself, wherever it stands. */
const asciiWithin = /^(?:utf-?8|us-ascii|ascii|iso-8859-\d{1,2}|latin1|windows-125\d)$/i

/**
 * Whether a drawing does more than draw: it holds a program, a page or entities, or refers to something outside of itself. It is
 * asked of what is written, and of what a reader makes of it: in pieces that belong together, and with each sign written out.
 */
export function isActive(drawing: string): boolean {
  const types = drawing.match(/<!DOCTYPE/gi)?.length ?? 0
  if (types > (plainType.test(drawing) ? 1 : 0)) return true
  // Of two comments and what is between them, each is found by where it begins, as a reader does.
  const joined = drawing.replaceAll(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>/gs, '$1')
  const elements = writtenOut(joined)
  const texts = writtenOut(joined.replaceAll(/<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g, ''))
  return [drawing, elements, texts].some((form) => active.test(form)) || texts.includes('\\') || escaped.test(elements)
}

/** What a drawing that only draws has no use for. */
const active = new RegExp(
  [
    /<\s*(?:[\w.-]+:)?(?:script|foreignObject|iframe|handler|listener)\b/,
    /<!(?:ENTITY|ATTLIST|ELEMENT|NOTATION)/,
    /\bon\w+\s*=/,
    /javascript:/,
    /\bxml:base\b/,
    /href\s*=(?!\s*(?:"\s*"|'\s*'|["']\s*(?:#|data:image\/(?:png|jpe?g|webp);base64,)))/,
    /url\((?!\s*["']?\s*#)\s*[^\s)]/,
    /@import/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** The type of document that programs for drawing write, without any declaration of its own. */
const plainType =
  /<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]+\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]+")?\s*>/

/** An attribute with a backslash, which begins an escape in a style. Programs for drawing note paths of files in attributes of their own. */
const escaped = /(?<![\w:.-])[\w.-]+\s*=\s*(?:"[^"\\]*\\|'[^'\\]*\\)/

/** A text with its references to characters written out; those to signs that XML has a use for stand for nothing that matters here. */
function writtenOut(text: string): string {
  return text
    .replaceAll(/&#(?:x([\da-f]{1,8})|(\d{1,10}));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0x10_ff_ff || '"\'<>&'.includes(String.fromCodePoint(code)) ? ' ' : String.fromCodePoint(code)
    })
    .replaceAll(/&(?:quot|apos|lt|gt|amp);/g, ' ')
}
