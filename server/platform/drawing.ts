/**
 * Returns an upload that begins like an SVG as text. Undefined when it contains no drawing, or when its encoding does
 * not keep ASCII (such as UTF-16 and UTF-7). Letters beyond ASCII may come out wrong, which does not matter here.
 */
export function drawingIn(upload: Buffer): string | undefined {
  const text = upload.toString('utf8')
  const declared = [...text.matchAll(/<\?xml[^>]*?\bencoding\s*=\s*["']?\s*([^"'\s?>]*)/gi)].map(
    ([, name]) => name ?? '',
  )
  if (text.includes('\0') || !declared.every((name) => asciiWithin.test(name))) return undefined
  return /<(?:[\w.-]+:)?svg[\s/>]/.test(text) ? text : undefined
}

/** Encodings in which every ASCII byte stands for itself. */
const asciiWithin = /^(?:utf-?8|us-ascii|ascii|iso-8859-\d{1,2}|latin1|windows-125\d)$/i

/**
 * Tells whether a drawing contains scripts, pages or entities, or refers to anything outside itself. It checks the text
 * as written and as a reader interprets it, with split pieces joined and character references resolved.
 */
export function isActive(drawing: string): boolean {
  const types = drawing.match(/<!DOCTYPE/gi)?.length ?? 0
  if (types > (plainType.test(drawing) ? 1 : 0)) return true
  // Comments, instructions and sections are found in order of their beginnings, as a reader does.
  const joined = drawing.replaceAll(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>/gs, '$1')
  const elements = writtenOut(joined)
  const texts = writtenOut(joined.replaceAll(/<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g, ''))
  return [drawing, elements, texts].some((form) => active.test(form)) || texts.includes('\\') || escaped.test(elements)
}

/** Constructs that a plain drawing does not need. */
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

/** The document type that drawing programs write, without declarations of its own. */
const plainType =
  /<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]+\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]+")?\s*>/

/**
 * An attribute with a backslash, which begins an escape in a style. Prefixed attributes are exempt, because drawing
 * programs store file paths in their own.
 */
const escaped = /(?<![\w:.-])[\w.-]+\s*=\s*(?:"[^"\\]*\\|'[^'\\]*\\)/

/**
 * Replaces character references by their characters. References to XML's own signs become something that cannot matter
 * here.
 */
function writtenOut(text: string): string {
  return text
    .replaceAll(/&#(?:x([\da-f]{1,8})|(\d{1,10}));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0x10_ff_ff || '"\'<>&'.includes(String.fromCodePoint(code)) ? ' ' : String.fromCodePoint(code)
    })
    .replaceAll(/&(?:quot|apos|lt|gt|amp);/g, ' ')
}
