import { describe, expect, it } from 'vitest'
import { readPicture } from './picture.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${inside}</svg>`
const rect = '<rect width="9" height="9"/>'
const evasions: [what: string, drawing: string][] = [
  ['@import with an escape', svg('<style>@im\\70ort "//x.test";</style>')],
  ['url( with an escape', svg('<style>rect{fill:u\\72l(//x.test)}</style>')],
  ['url( with an escape in an attribute', svg('<rect style="fill:u\\72 l(//x.test)"/>')],
  ['url( with an escape in a colour', svg(`<rect fill='u\\72l(//x.test)'/>`)],
  ['an escape by number', svg('<rect style="fill:u&#92;72l(//x.test)"/>')],
  ['letters by number', svg('<rect fill="u&#114;l(//x.test)"/>')],
  ['letters by hexadecimal number', svg('<style>&#x40;import "//x.test"</style>')],
  ['an address by number', svg('<a href="&#106;avascript:alert(1)"/>')],
  ['a comment within a word', svg('<style>@im<!-- -->port "//x.test"</style>')],
  ['a comment that hides the end of another', svg('<style>u<?x <!-- ?>rl(//x.test)<!-- --></style>')],
  ['sections within a word', svg('<style><![CDATA[@im]]><![CDATA[port "//x.test"]]></style>')],
  ['an element within a word', svg('<style>@im<g title=">"/>port "//x.test"</style>')],
  ['a section', svg('<style><![CDATA[rect{fill:url( "//x.test")}]]></style>')],
  ['a base', svg('<g xml:base="//x.test/"><use href="#a"/></g>')],
  ['a style sheet', `<?xml-stylesheet href="//x.test/a.css"?>${svg(rect)}`],
  ['a page by another name', svg('<s:foreignObject xmlns:s="http://www.w3.org/2000/svg"><b/></s:foreignObject>')],
  ['a program by another name', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
  ['a drawing within a drawing', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
  ['a page within a drawing', svg('<image href="data:text/html,&lt;b>"/>')],
  ['a picture that is not packed', svg('<image href="data:image/png,%3Csvg/%3E"/>')],
  ['another file of its folder', svg('<use href="other.svg#a"/>')],
  ['another file by a link of before', svg('<image xmlns:x="http://www.w3.org/1999/xlink" x:href="a.png"/>')],
  ['a type with a file', `<!DOCTYPE svg SYSTEM "file:///etc/passwd">${svg(rect)}`],
  ['a type with entities', `<!DOCTYPE svg [<!ENTITY % a SYSTEM "//x.test">%a;]>${svg(rect)}`],
  ['a type with attributes', `<!DOCTYPE svg [<!ATTLIST rect fill CDATA "url(#a)">]>${svg(rect)}`],
]

const hidden = svg('<image href="file:///etc/passwd"/>')
const encodings: [what: string, drawing: string | Buffer][] = [
  ['UTF-16 with a mark', Buffer.from(`\ufeff${hidden}`, 'utf16le')],
  ['UTF-16', Buffer.from(hidden, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(hidden, 'utf16le').swap16()],
  ['UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${hidden.replaceAll('href', '+AGgAcgBlAGY-')}`],
  ['EBCDIC', `<?xml version='1.0' encoding='IBM037'?>${svg(rect)}`],
  ['UTF-32', `<?xml version="1.0" encoding="UTF-32"?>${svg(rect)}`],
]

describe('a drawing that does more than draw is refused', () => {
  it.each(evasions)('%s', async (_, drawing) => {
    expect(await readPicture(Buffer.from(drawing), 'logo')).toBe('logoActive')
  })
})

describe('a drawing whose encoding may hide something is not read as one', () => {
  it.each(encodings)('%s', async (_, drawing) => {
    expect(await readPicture(Buffer.from(drawing), 'logo')).toBe('logo')
  })
})

describe('a drawing that only draws is accepted with', () => {
  it.each([
    [
      'a type and a comment',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      rect,
    ],
    ['an encoding', '<?xml version="1.0" encoding="ISO-8859-1" standalone="no"?>', rect],
    ['notes of the program that drew it', '', `<g xmlns:i="http://i.test" i:file="C:\\logo.svg">${rect}</g>`],
    [
      'styles',
      '',
      `<style><![CDATA[/* a */ .a { fill: url( '#b' ) }]]></style><defs/><use xlink:href="#b" xmlns:xlink="http://www.w3.org/1999/xlink"/>`,
    ],
    ['text', '', '<text>AT&amp;T &#233;</text>'],
  ])('%s', async (_, before, inside) => {
    expect(await readPicture(Buffer.from(`${before}${svg(inside)}`), 'logo')).toMatchObject({ width: 960 })
  })
})
