import { describe, expect, it } from 'vitest'
import { singleByteEncodingOf } from './single-byte-encoding.ts'

const encodings = ['windows-1252', 'macintosh'] as const

/** Writes a text in an encoding of one byte for each letter. */
function bytesOf(text: string, encoding: (typeof encodings)[number]): Buffer {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = [...text].map((sign) => table.indexOf(sign))
  expect(bytes).not.toContain(-1)
  return Buffer.from(bytes)
}

const texts = [
  'José', 'Müller', 'Zoë', 'García', 'Díaz,María', 'Muñoz', 'François', 'Jürgen', 'Åse', 'Søren', 'Björk,Åse',
  'Siân', 'Seán', 'Renée', 'Ümit', 'MUÑOZ', 'GARCÍA', 'Ángel,Peña', 'Chloé', 'Strauß', 'Élodie',
  'Maëlle', 'Peña', 'Inés', 'Óscar', 'Jörg', 'Kübra', 'CAFÉ', 'Núria', 'Gonçalo', 'João', 'Conceição',
] // prettier-ignore

describe.each(encodings)('%s is known by', (encoding) => {
  it.each(texts)('%s', (text) => {
    const line = `Ada,${text},2011-05-17\n`
    const found = new TextDecoder(singleByteEncodingOf(bytesOf(line, encoding))).decode(bytesOf(line, encoding))
    expect(found).toBe(line)
  })
})

it.each(['O’Brien', 'St Mary’s', '7–8 June', 'Class 7B – autumn', '“Ada”', '£5', '20 °C', 'Ada • Bea'])(
  'signs of Windows are kept: %s',
  (text) => {
    expect(singleByteEncodingOf(bytesOf(text, 'windows-1252'))).toBe('windows-1252')
  },
)
