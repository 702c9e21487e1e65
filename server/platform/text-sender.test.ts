import { expect, it } from 'vitest'
import { inShortAlphabet } from './text-sender.ts'

it.each([
  ['Your clinic’s result – “ready”…', 'Your clinic\'s result - "ready"...'],
  ['Éste año: ¿qué? ¡Señor!', 'Éste año: ¿qué? ¡Señor!'],
  ['https://a.test/r/x_y?z=1&b=[2]~', 'https://a.test/r/x_y?z=1&b=[2]~'],
])('%s has no sign for which a text would be shorter', (text, sent) => expect(inShortAlphabet(text)).toBe(sent))

it.each(['El resultado está listo – “aquí”', 'Wynik — gotowy, zażółć', '结果“已出”'])(
  '%s stays as it is, because its language needs other letters',
  (text) => expect(inShortAlphabet(text)).toBe(text),
)
