import { expect, it } from 'vitest'
import { unclearWords } from './unclear-words.ts'

const asksAboutM = (header: string, ...words: string[]) =>
  unclearWords(
    [header],
    [{ field: 'sex' }],
    words.map((word) => [word]),
    false,
  ).size > 0

it.each(['Sexo', 'SEXO *', 'Sexo (H/M)', 'Sexo del alumno', 'Género:', 'genero_paciente'])(
  'M may be mujer in a short list of women that is headed %s',
  (header) => {
    expect([asksAboutM(header, 'M', 'M'), asksAboutM(header, 'M', 'F')]).toEqual([true, false])
  },
)

it('M is male in a short list that is headed in English, unless it has an H', () => {
  expect([asksAboutM('Sex', 'M'), asksAboutM('Gender', 'M', 'F'), asksAboutM('Sex', 'M', 'H')]).toEqual([
    false,
    false,
    true,
  ])
})
