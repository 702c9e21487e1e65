import fc from 'fast-check'

/** Cells that have shifted the columns of a CSV file, ended its rows, or been run as a formula by a spreadsheet. */
export const hostileCells = [
  'He said "no"',
  '"',
  '""quoted""',
  'one, two',
  'one; two',
  'one\rtwo',
  'one\ntwo',
  'one\r\ntwo',
  '=1+1',
  '"=1+1"',
  '＝1+1',
  '+1*2',
  '＋1',
  '-1',
  '－1',
  '@SUM(A1)',
  '＠SUM(A1)',
  '\t=1',
  'one, =1+1',
  'one;"＝1',
]

/** Texts that have broken other software: control characters, broken UTF-16, SQL, patterns, and dates at the edge. */
export const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00',
  '\u{1f9ea}',
  '\ufeff',
  '\n\r\n',
  'Ann\nSmith',
  '\u202eevil',
  'note \u2066 of \u2069 two',
  '\u200b\u200d\u2060',
  '\u3164',
  'evil.example',
  'Jose\u0301',
  'İ',
  'ß'.repeat(200),
  '%',
  '_',
  '\\',
  "'; drop table users; --",
  '{{message}}',
  '$t(errors:internal)',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '0001-01-01T00:00:00+23:59',
  '2026-02-31',
  '2026-01-01T00:00:00.123456789+23:59',
  '24:00',
  'Nowhere/Land',
  '+14:00',
  'UTC',
  '5',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'a@b.test',
  'positive',
  'x'.repeat(10_000),
] as const

export const hostileText = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Includes broken surrogate pairs, which JSON can carry and UTF-8 cannot.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc
    .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  fc.uuid(),
)

const days = (
  '0000-01-01 0000-02-29 0001-01-01 9999-12-31 10000-01-01 +010000-01-01 -000001-12-31 ' +
  '-1 1900-02-29 2023-02-29 2024-02-29 2024-02-30 2024-13-01 275760-09-14'
).split(' ')
const timesOfDay = ['00:00', '23:59', '24:00', '23:60', '-01:00', '00:00:60']
const instants = days
  .flatMap((day) => [`${day}T00:00:00Z`, `${day}T24:00:00Z`, `${day}T23:59:60Z`])
  .concat(days.flatMap((day) => [`${day}T00:00:00+23:59`, `${day}T23:59:59.999-23:59`]))
const numbers = (
  '0 -0 -1 5e-324 1e308 -1e308 1e400 ' +
  '0.1 90.0000000000001 -180.0000000000001 2147483648 9007199254740992 9007199254740993 -9223372036854775809'
).split(' ')

/** The limits of dates, times and numbers and values just beyond, as JSON. */
export const extremes: readonly string[] = [
  ...[...days, ...timesOfDay, ...instants, ...numbers, 'NaN', 'Infinity', '-Infinity'].map((text) =>
    JSON.stringify(text),
  ),
  ...numbers,
]

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** A JSON value as text, so that it can contain what JavaScript objects cannot. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  fc.constantFrom('1e999', '-1e999', '1e-999', '-0', '9007199254740993', '123456789012345678901234567890', '0.1', '-1'),
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '{"":""}', '{"length":-1}', '{"constructor":{}}'),
  fc.constantFrom(
    '{"__proto__":null}',
    '{"a":{"__proto__":{"b":1}}}',
    deep(1000),
    deep(20_000),
    '{"toString":1,"valueOf":2}',
  ),
  fc.json({ maxDepth: 3 }),
)
