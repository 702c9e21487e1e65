import { describe, expect, it } from 'vitest'
import { layoutColumns, layouts } from './layouts.ts'
import { recognise, repeatedHeaders } from './recognising.ts'

describe('a layout', () => {
  it.each(layouts.filter((layout) => layout !== 'by-hand'))(
    '%s is recognised by its headers in any order',
    (layout) => {
      const results = layout === 'results-wide' ? ['COVID-19 result', 'Flu A result'] : []
      const { columns } = layoutColumns[layout]
      const headers = [...Object.keys(columns), ...results].toReversed()
      const read = new Set(Object.values(columns)).size + results.length
      const times = headers.map((header) => {
        if (header !== 'Test date') return ''
        return layout === 'results-server' ? '06/13/2022 7:24PM' : '06/13/2022 7:24pm'
      })
      for (const written of [
        headers,
        headers.map((header) => ` ${header.toUpperCase()} `),
        ['Note to self', ...headers],
      ]) {
        const found = recognise(written, written.length === headers.length ? times : ['', ...times])
        expect(found.layout).toBe(layout)
        expect(found.columns.filter((column) => column === null)).toHaveLength(written.length - read)
      }
    },
  )

  it('without a header that it needs is assigned by hand, with what its headers suggest', () => {
    const headers = ['Surname', 'patient_first_name', 'DOB', 'Shoe size']
    expect(recognise(headers, [])).toEqual({
      layout: 'by-hand',
      columns: [{ field: 'lastName' }, { field: 'firstName' }, { field: 'dateOfBirth' }, null],
    })
  })
})

it('a column of names holds first names beside one of surnames, and nothing is guessed without one', () => {
  const fieldsOf = (...headers: string[]) => recognise(headers, []).columns.map((column) => column?.field)
  expect(fieldsOf('Pupil', 'Surname', 'Born on')).toEqual(['firstName', 'lastName', 'dateOfBirth'])
  expect(fieldsOf('Apellidos', 'Name')).toEqual(['lastName', 'firstName'])
  expect(fieldsOf('Pupil', 'Born on')).toEqual([undefined, 'dateOfBirth'])
  expect(fieldsOf('Pupil', 'Surname', 'Forename')).toEqual([undefined, 'lastName', 'firstName'])
  expect(fieldsOf('Pupil', 'Name', 'Surname')).toEqual([undefined, undefined, 'lastName'])
})

it.each([
  ['Forename, Surname, Born, Ward, Bed, Hospital No.', 'firstName lastName dateOfBirth unit room localId'],
  ['Surname, Patient forename, Bed no, MRN, Mobile No, Tel no.', 'lastName firstName room localId mobiles phones'],
  ['Nombre(s), Apellidos, Nacimiento, Cama, Expediente', 'firstName lastName dateOfBirth room localId'],
  ['Salón, Nombre del tutor, Domicilio, C.P.', 'unit guardianName streetAddress postcode'],
  ['E-mail, First, Last, D.O.B., Room, Wing, NHS No', 'emails firstName lastName dateOfBirth room unit nhsNumber'],
  ['FirstName, LastName*, Date Of Birth *, Room No., Unit', 'firstName lastName dateOfBirth room unit'],
  ['First Name*, Surname*, Ward, E-Mail Address', 'firstName lastName unit emails'],
  ['First, Last, DOB, Facility', 'firstName lastName dateOfBirth facilities'],
  ['First, Last, DOB, School, Date of test, Result', 'firstName lastName dateOfBirth facility performedAt result'],
  ['Vorname, Nachname, Geburtsdatum', 'firstName lastName dateOfBirth'],
  ['Prénom, Nom de famille, Date de naissance', 'firstName lastName dateOfBirth'],
  ['Resident, Surname, Resident’s E-mail', 'firstName lastName emails'],
])('headers of lists of people are known: %s', (headers, fields) => {
  expect(recognise(headers.split(', '), []).columns.map((column) => column?.field)).toEqual(fields.split(' '))
})

it('a bed is no room beside one, and a place of birth no date beside one, in whatever order they stand', () => {
  const fieldsOf = (headers: string) => recognise(headers.split(', '), []).columns.map((column) => column?.field)
  expect(fieldsOf('Bed, Room')).toEqual([undefined, 'room'])
  expect(fieldsOf('Room no, Bed no')).toEqual(['room', undefined])
  expect(fieldsOf('Cama, Habitación')).toEqual([undefined, 'room'])
  expect(fieldsOf('Born, DOB')).toEqual([undefined, 'dateOfBirth'])
  expect(fieldsOf('Nacimiento, Fecha de nacimiento')).toEqual([undefined, 'dateOfBirth'])
  expect(fieldsOf('Bed, Cama')).toEqual(['room', undefined])
})

it('names of SORMAS are read with and without what stands before their dot', () => {
  const headers = ['person.firstName', 'lastName', 'person.birthdateDD', 'birthdateMM', 'person.birthdateYYYY', 'sex']
  const ofTest = ['pathogenTest.testedDisease', 'pathogenTest.testDateTime', 'pathogenTest.testResult']
  expect(recognise([...headers, ...ofTest], []).columns.map((column) => column?.field)).toEqual([
    'firstName',
    'lastName',
    'birthDay',
    'birthMonth',
    'birthYear',
    'sex',
    'condition',
    'performedAt',
    'result',
  ])
  expect(recognise(['testResult'], []).columns).toEqual([{ field: 'result' }])
})

it.each([
  ['Test result status', 'correction'],
  ['test-result status', undefined],
  ['TestResultStatus', 'correction'],
  ['Test_Result_Status *', 'correction'],
  ['Result status', 'correction'],
  ['Correction', 'correction'],
  ['Test correction status', 'correction'],
  ['Correction reason', 'correctionReason'],
  ['Estado del resultado', 'correction'],
  ['Date specimen collected', 'performedAt'],
  ['Date reported', 'reportedAt'],
  ['LOINC', 'testCode'],
])('what a file of results says of a test is known by its header: %s', (header, field) => {
  expect(recognise(['Surname', header], []).columns[1]?.field).toBe(field)
})

it.each(Object.values(layoutColumns).flatMap(({ columns }) => Object.entries(columns)))(
  'the header %s of a published file is known when it is written in words or by a program',
  (header, field) => {
    const words = header.replaceAll('_', ' ')
    const ofProgram = words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
    const written = [words, `${words} *`, ...(header.includes('_') ? [ofProgram] : [])]
    const found = written.map((one) => recognise(['Shoe size', one], []).columns[1]?.field)
    // A file with results beside it says whether a place is of the test.
    expect(found).toEqual(written.map(() => field))
  },
)

it('a header twice is found if its column would be read', () => {
  expect(repeatedHeaders(['Last name', 'First name', 'last  name', 'Shoe size', 'Shoe size', '', ''])).toEqual([
    'last  name',
  ])
})
