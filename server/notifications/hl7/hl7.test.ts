import { Hl7Message, type Hl7Segment } from '@medplum/core'
import { FileBatch, Message } from 'node-hl7-client'
import { describe, expect, it } from 'vitest'
import { hl7Settings, missingSettings, type Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import { results } from '../../../contract/rules/results.ts'
import { englishTest, reportedTest } from '../../../tests/server/reported-tests.ts'
import type { ReportedTest } from '../reported-test.ts'
import { batchOf, missingInHl7 } from './batch.ts'

const reportId = '019b0000-0000-7000-8000-00000000f11e'

function fileOf(tests: ReportedTest[], settings: Partial<Hl7Settings> = {}): string {
  return batchOf(tests, reportId, {
    settings: { ...hl7Settings.parse({}), ...settings },
    softwareVersion: '2.8.0',
    madeAt: new Date('2026-11-03T16:00:00Z'),
  })
}

/** The messages of a file as text. */
function messagesOf(file: string): string[] {
  return [...file.matchAll(/MSH\|[^]*?(?=MSH\||BTS\|)/g)].map(([message]) => message)
}

function read(test: ReportedTest, settings: Partial<Hl7Settings> = {}): Hl7Message {
  const [message = ''] = messagesOf(fileOf([test], settings))
  return Hl7Message.parse(message)
}

function get(message: Hl7Message, name: string): Hl7Segment {
  const found = message.getSegment(name)
  if (found === undefined) throw new Error(`${name} is missing`)
  return found
}

/** An agreement with all that the profile requires. */
const withOids = hl7Settings.parse({
  senderOid: '2.16.840.1.113883.3.8589.1',
  facilityOid: '2.16.840.1.113883.3.8589.2',
  receivingApplication: 'WEDSS',
  receivingApplicationOid: '2.16.840.1.114222.4.3.3.10',
  receivingFacility: 'WI DHS',
  receivingFacilityOid: '2.16.840.1.114222.4.1.3645',
})

const linesOf = (text: string) => text.split('\r')

describe('A file for a health department', () => {
  it('is one batch whose segments end with a carriage return, field by field', () => {
    const file = fileOf([reportedTest()], {
      senderOid: '2.16.840.1.113883.3.8589.1',
      receivingApplication: 'WEDSS',
      receivingApplicationOid: '2.16.840.1.114222.4.3.3.10',
      receivingFacility: 'WI DHS',
      receivingFacilityOid: '2.16.840.1.114222.4.1.3645',
    })
    const app = 'Lateral^2.16.840.1.113883.3.8589.1^ISO'
    const facility = 'Lakeside Clinic Lab^52D1234567^CLIA'
    const to = 'WEDSS^2.16.840.1.114222.4.3.3.10^ISO|WI DHS^2.16.840.1.114222.4.1.3645^ISO'
    const provider = '1234567893^Ash^Ada^B^MD^^^^NPI&2.16.840.1.113883.4.6&ISO^L^^^NPI'
    const clinic = '400 Lake Street^^Madison^WI^53715^USA^B^^55025'
    const phone = '^WPN^PH^^1^608^5550100'
    const number = 'CW-2026-000123^Lateral^2.16.840.1.113883.3.8589.1^ISO'
    const issuer = 'Lateral&2.16.840.1.113883.3.8589.1&ISO'
    const lab = (type: string) => `Lakeside Clinic Lab^L^^^^CLIA&2.16.840.1.113883.4.7&ISO^${type}^^^52D1234567`
    const at = '20261103093000-0600'
    expect(linesOf(file)).toEqual([
      `FHS|^~\\&#|${app}|${facility}|${to}|20261103100000-0600||${reportId}.hl7||${reportId}`,
      `BHS|^~\\&#|${app}|${facility}|${to}|20261103100000-0600||||${reportId}`,
      `MSH|^~\\&#|${app}|${facility}|${to}|20261103100000-0600||ORU^R01^ORU_R01|019b0000-0000-7000-8000-000000000001|P|2.5.1|||NE|NE|USA|UNICODE UTF-8|||PHLabReport-NoAck^phLabResultsELRv251^2.16.840.1.113883.9.11^ISO`,
      'SFT|Lateral^L|2.8.0|Lateral|2.8.0',
      `PID|1||LUOSNEG3OVUCVK5^^^${issuer}^PI~R-17^^^${issuer}^PT||Delgado^Rosa^^^^^L||19500209|F||2106-3^White^HL70005|12 Elm Street^Apt 4^Madison^WI^53703^USA^H^^55025||^PRN^CP^^1^608^5550142~^NET^Internet^rosa@mail.example|||||||||H^Hispanic or Latino^HL70189`,
      `ORC|RE||${number}|||||||||${provider}||${phone}|||||||${lab('XX')}|${clinic}|${phone}|${clinic}`,
      `OBR|1||${number}|94558-4^SARS-CoV-2 antigen^LN|||${at}|${at}||||||||${provider}|${phone}|||||20261103094610-0600|||F`,
      `OBX|1|CWE|94558-4^SARS-CoV-2 antigen^LN||260373001^Detected^SCT|||A^Abnormal^HL70078|||F|||${at}|52D1234567^Lakeside Clinic Lab^CLIA||AD-19^COVID-19 rapid test, Ardent Diagnostics^L|09506000134352^GTIN^1.3.160^ISO|${at}||||${lab('FI')}|${clinic}`,
      `SPM|1|^CW-2026-000123&${issuer}||445297001^Nasal swab^SCT|||||||||||||${at}^${at}|${at}`,
      'BTS|1',
      'FTS|1',
      '',
    ])
  })

  it('names its place as the sender, or the tenant if its tests are of several places', () => {
    const senders = (tests: ReportedTest[], settings: Partial<Hl7Settings> = {}) =>
      linesOf(fileOf(tests, settings))
        .slice(0, 2)
        .map((line) => line.split('|')[3])
    const place = 'Lakeside Clinic Lab^52D1234567^CLIA'
    expect(senders([reportedTest(), reportedTest({ testId: 'CW-2' })])).toEqual([place, place])
    const several = [reportedTest(), englishTest()]
    expect(senders(several)).toEqual(['Lakeside Health', 'Lakeside Health'])
    const [bySender] = senders(several, { senderOid: '2.16.840.1.113883.3.8589.1' })
    expect(bySender).toBe('Lakeside Health^2.16.840.1.113883.3.8589.1^ISO')
    const named = 'Lakeside Health^2.16.840.1.113883.3.8589.2^ISO'
    expect(senders(several, { facilityOid: '2.16.840.1.113883.3.8589.2' })).toEqual([named, named])
  })

  it('is read by node-hl7-client as a file with one batch of as many messages as BTS says', () => {
    const text = fileOf([reportedTest(), englishTest()])
    const read = new FileBatch({ text: text.slice(0, -1) })
    expect(read.get('FHS.11').toString()).toBe(reportId)
    expect(read.get('BHS.11').toString()).toBe(reportId)
    expect(read.get('BTS.1').toString()).toBe('2')
    expect(read.get('FTS.1').toString()).toBe('1')
    const messages = messagesOf(text).map((message) => new Message({ text: message.trimEnd() }))
    expect(messages.map((message) => message.get('PID.8').toString())).toEqual(['F', 'M'])
    expect(messages.map((message) => message.get('OBX.5.1').toString())).toEqual(['260373001', '260373001'])
    expect(messages[0]?.get('PID.11.9').toString()).toBe('55025')
  })

  it.each(results)('says what was found in a result that is %s', (result) => {
    const message = read(reportedTest({ lines: [{ analyte: 'Flu A', loinc: '80382-5', result, isOutcome: false }] }))
    const obx = get(message, 'OBX')
    const expected = {
      positive: ['260373001', 'A'],
      negative: ['260415000', 'N'],
      inconclusive: ['419984006', ''],
      invalid: ['455371000124106', ''],
    }[result]
    expect([obx.getComponent(5, 1), obx.getComponent(8, 1)]).toEqual(expected)
    expect(obx.getComponent(5, 3)).toBe('SCT')
    expect(obx.getField(11).toString()).toBe('F')
  })

  it('names SNOMED CT and the county as an authority wants', () => {
    const message = read(reportedTest(), { resultSystem: 'SNM', county: 'name' })
    expect(get(message, 'OBX').getComponent(5, 3)).toBe('SNM')
    expect(get(message, 'PID').getComponent(11, 8)).toBe('Dane')
    expect(get(message, 'PID').getComponent(11, 9)).toBe('')
  })

  it.each([
    ['correction', 'C', 'C'],
    ['removal', 'C', 'D'],
  ] as const)('tells of a %s under the number of the first result', (kind, order, observation) => {
    const first = read(reportedTest())
    const later = read(reportedTest({ kind, version: 2, id: '019b0000-0000-7000-8000-000000000002' }))
    expect(get(later, 'OBR').getField(25).toString()).toBe(order)
    expect(get(later, 'OBX').getField(11).toString()).toBe(observation)
    for (const name of ['ORC', 'OBR'])
      expect(get(later, name).getField(3).toString()).toBe(get(first, name).getField(3).toString())
    expect(get(later, 'MSH').getField(10).toString()).not.toBe(get(first, 'MSH').getField(10).toString())
  })

  it('says in words behind the OBX that its result is the outcome of several tests, as both readers have it', () => {
    const test = reportedTest({
      lines: [
        { analyte: 'HIV 1 and 2', loinc: '80387-4', result: 'inconclusive', isOutcome: true },
        { analyte: 'Syphilis', loinc: '20507-0', result: 'negative', isOutcome: false },
      ],
    })
    const [text = ''] = messagesOf(fileOf([test]))
    const message = Hl7Message.parse(text)
    const names = message.segments.map(({ name }) => name).filter((name) => name !== '')
    expect(names).toEqual(['MSH', 'SFT', 'PID', 'ORC', 'OBR', 'OBX', 'NTE', 'OBR', 'OBX', 'SPM'])
    expect(get(message, 'OBX').getComponent(5, 1)).toBe('419984006')
    const note = get(message, 'NTE')
    expect([1, 2, 4].map((at) => note.getField(at).toString())).toEqual(['1', 'L', 'RE^Remark^HL70364'])
    expect(note.getField(3).toString()).toContain('the outcome of several tests in order')
    const read = new Message({ text: text.trimEnd() })
    expect(read.get('NTE.3').toString()).toBe(note.getField(3).toString())
  })

  it('says of what may be a repeat that it may, in the headers and in its message, which has the same control ID', () => {
    const again = { ...reportedTest(), mayRepeat: true }
    const other = englishTest({ id: '019b0000-0000-7000-8000-000000000003' })
    const text = fileOf([again, other])
    const file = new FileBatch({ text: text.slice(0, -1) })
    for (const name of ['FHS', 'BHS']) {
      const comment = file.get(`${name}.10`).toString()
      expect(comment).toContain('may repeat')
      // HL7 v2.5.1 gives it no more room.
      expect(comment.length).toBeLessThanOrEqual(80)
      expect(file.get(`${name}.11`).toString()).toBe(reportId)
    }
    const [repeated, first] = messagesOf(text).map((message) => Hl7Message.parse(message))
    const names = repeated?.segments.map(({ name }) => name).filter((name) => name !== '')
    expect(names).toEqual(['MSH', 'SFT', 'PID', 'ORC', 'OBR', 'NTE', 'OBX', 'SPM'])
    expect(repeated?.getSegment('NTE')?.getField(3).toString()).toContain('received this message before')
    expect(repeated?.getSegment('MSH')?.getField(10).toString()).toBe(again.id)
    const [inText = ''] = messagesOf(text)
    expect(new Message({ text: inText.trimEnd() }).get('NTE.3').toString()).toContain('It then counts once.')
    expect(first?.getSegment('NTE')).toBeUndefined()
    const plain = new FileBatch({ text: fileOf([other]).slice(0, -1) })
    expect(plain.get('BHS.10').toString()).toBe('')
  })

  it('gives each analyte an OBR and an OBX, with ORC before the first and SPM after the last', () => {
    const message = read(
      reportedTest({
        lines: [
          { analyte: 'SARS-CoV-2 antigen', loinc: '94558-4', result: 'negative', isOutcome: false },
          { analyte: 'Flu A antigen', loinc: '80382-5', result: 'positive', isOutcome: false },
          { analyte: 'Flu B antigen', loinc: '80383-3', result: 'invalid', isOutcome: false },
        ],
      }),
    )
    const names = message.segments.map(({ name }) => name).filter((name) => name !== '')
    expect(names).toEqual(['MSH', 'SFT', 'PID', 'ORC', 'OBR', 'OBX', 'OBR', 'OBX', 'OBR', 'OBX', 'SPM'])
    expect(message.getAllSegments('OBR').map((obr) => obr.getField(1).toString())).toEqual(['1', '2', '3'])
    const lines = message.getAllSegments('OBX').map((obx) => [obx.getComponent(3, 1), obx.getComponent(5, 1)])
    expect(lines).toEqual([
      ['94558-4', '260415000'],
      ['80382-5', '260373001'],
      ['80383-3', '455371000124106'],
    ])
  })

  it('leaves addresses and numbers of Great Britain whole, and its times in summer time', () => {
    const message = read(englishTest())
    const pid = get(message, 'PID')
    expect(pid.getField(11).toString()).toBe('3 High Street^^Southampton^^SO14 3FJ^GBR^H^Hampshire')
    expect(pid.getField(13).toString()).toContain('^PRN^PH^^^^^^^^^+442079460018')
    expect(pid.getField(3).toString()).toContain('9434765919^^^NHS&2.16.840.1.113883.2.1.4.1&ISO^NH')
    expect(pid.getField(22).toString()).toBe('H^indian^L')
    expect(get(message, 'ORC').getField(23).toString()).toBe('^WPN^PH^^^^^^^^^+442380551234')
    expect(get(message, 'OBR').getField(7).toString()).toBe('20260703103000+0100')
    expect(get(message, 'MSH').getField(17).toString()).toBe('GBR')
  })

  it('keeps names with separators and line ends in their field', () => {
    const us = reportedTest()
    const text = fileOf([
      reportedTest({ person: { ...us.person, firstName: 'A|B^C~D\\E&F', lastName: 'one\r\ntwo\nthree\u0007' } }),
    ])
    expect(text).toContain('|one\\.br\\two\\.br\\three^A\\F\\B\\S\\C\\R\\D\\E\\E\\T\\F^^^^^L|')
    const [message = ''] = messagesOf(text)
    const parsed = new Message({ text: message.trimEnd() })
    expect(parsed.get('PID.5.2').toString()).toMatch(/A.+B.+C.+D.+E.+F/)
    expect(Hl7Message.parse(message).segments.filter(({ name }) => name === 'PID')).toHaveLength(1)
    expect(get(Hl7Message.parse(message), 'PID').getField(7).toString()).toBe('19500209')
  })

  it.each([
    ['asian', '2028-9^Asian^HL70005'],
    ['unknown', 'UNK^unknown^NULLFL'],
    ['asked-unknown', 'ASKU^asked but unknown^NULLFL'],
  ] as const)('names the table of codes that the race %s is from', (race, coded) => {
    const { person } = reportedTest()
    expect(
      get(read(reportedTest({ person: { ...person, details: { ...person.details, race } } })), 'PID')
        .getField(10)
        .toString(),
    ).toBe(coded)
  })

  it('has a specimen also where nobody said which', () => {
    expect(
      get(read(reportedTest({ specimen: null })), 'SPM')
        .getField(4)
        .toString(),
    ).toBe('UNK^unknown^NULLFL')
  })
})

describe('What a message cannot do without', () => {
  it('is nothing for a test with all that is needed', () => {
    expect(missingInHl7(reportedTest(), hl7Settings.parse({}))).toEqual([])
    expect(missingInHl7(englishTest(), withOids)).toEqual([])
  })

  it('is a number of the facility that sends, if that has neither an OID nor a CLIA number', () => {
    expect(missingInHl7(englishTest(), hl7Settings.parse({}))).toEqual(['facility'])
  })

  it('is a telephone of the place, a last name, and a LOINC code of each line', () => {
    const { person, group } = reportedTest()
    const bare = reportedTest({
      person: { ...person, lastName: null },
      group: { ...group, phone: null },
      lines: [
        { analyte: 'Flu A', loinc: '80382-5', result: 'negative', isOutcome: false },
        { analyte: 'Strip', loinc: null, result: 'negative', isOutcome: false },
      ],
    })
    expect(missingInHl7(bare, hl7Settings.parse({}))).toEqual(['lastName', 'phone', 'loinc'])
  })
})

describe('What a receiver has agreed', () => {
  const long = 'Lakeside and Northern Counties Community Clinic Laboratory'
  const tooLong = () => {
    const { person, group } = reportedTest()
    return reportedTest({
      person: { ...person, lastName: 'D'.repeat(70), firstName: 'R'.repeat(40) },
      group: {
        ...group,
        labName: long,
        provider: {
          firstName: 'A'.repeat(40),
          middleName: null,
          lastName: 'B'.repeat(60),
          suffix: null,
          npi: '1234567893',
        },
      },
    })
  }
  const lengths = (message: Hl7Message) => [
    get(message, 'MSH').getComponent(4, 1).length,
    get(message, 'PID').getComponent(5, 1).length,
    get(message, 'PID').getComponent(5, 2).length,
    get(message, 'ORC').getComponent(12, 2).length,
    get(message, 'ORC').getComponent(12, 3).length,
    get(message, 'ORC').getComponent(21, 1).length,
    get(message, 'OBX').getComponent(23, 1).length,
  ]

  it('decides whether names that are longer than their fields are sent whole or cut', () => {
    expect(lengths(read(tooLong(), withOids))).toEqual([58, 70, 40, 60, 40, 58, 58])
    expect(lengths(read(tooLong(), { ...withOids, longNames: 'cut' }))).toEqual([20, 50, 30, 50, 30, 50, 50])
  })

  it('cuts no character in two and leaves no space at the end', () => {
    const { group } = reportedTest()
    const named = (labName: string) =>
      get(read(reportedTest({ group: { ...group, labName } }), { ...withOids, longNames: 'cut' }), 'ORC').getComponent(
        21,
        1,
      )
    expect(named(`${'n'.repeat(49)}😀 clinic`)).toBe('n'.repeat(49))
    expect(named(`${'n'.repeat(49)} clinic`)).toBe('n'.repeat(49))
  })

  it('fills the number of the placer and what is usual', () => {
    const plain = read(reportedTest(), withOids)
    expect([get(plain, 'ORC'), get(plain, 'OBR')].map((one) => one.getField(2).toString())).toEqual(['', ''])
    expect(get(plain, 'OBX').getField(7).toString()).toBe('')
    const filled = read(reportedTest(), { ...withOids, placerNumber: 'filler', referenceRange: 'Not detected' })
    for (const name of ['ORC', 'OBR'])
      expect(get(filled, name).getField(2).toString()).toBe(get(filled, name).getField(3).toString())
    expect(get(filled, 'OBX').getField(7).toString()).toBe('Not detected')
  })

  it('may name the receiver by what it calls itself', () => {
    const own = {
      ...withOids,
      receiverIds: 'own',
      receivingApplicationOid: 'NJDOH-ELR',
      receivingFacilityOid: null,
    } as const
    const msh = get(read(reportedTest(), own), 'MSH')
    expect(msh.getField(5).toString()).toBe('WEDSS^NJDOH-ELR^L')
    expect(msh.getField(6).toString()).toBe('WI DHS')
    expect(missingSettings(hl7Settings.parse(own))).toEqual([])
    expect(hl7Settings.safeParse({ ...own, receiverIds: 'oid' }).success).toBe(false)
  })

  it('lacks what the profile requires of MSH-3, MSH-5 and MSH-6 until it is entered', () => {
    expect(missingSettings(hl7Settings.parse({}))).toEqual([
      'senderOid',
      'receivingApplicationOid',
      'receivingFacilityOid',
    ])
    const named = { receivingApplication: 'WEDSS', receivingFacility: 'WI DHS' }
    expect(missingSettings(hl7Settings.parse(named))).toHaveLength(3)
    expect(missingSettings(hl7Settings.parse({ ...named, receiverIds: 'own' }))).toEqual(['senderOid'])
    expect(missingSettings(withOids)).toEqual([])
  })
})

describe('What the profile says across segments holds', () => {
  const several = [
    { analyte: 'SARS-CoV-2 antigen', loinc: '94558-4', result: 'negative', isOutcome: false },
    { analyte: 'Flu A antigen', loinc: '80382-5', result: 'positive', isOutcome: true },
    { analyte: 'Flu B antigen', loinc: '80383-3', result: 'invalid', isOutcome: false },
  ] as const

  it.each([
    ['one line', reportedTest()],
    ['several lines', reportedTest({ lines: several })],
    ['a correction of several lines', reportedTest({ lines: several, kind: 'correction', version: 2 })],
    ['a removal that may be a repeat', reportedTest({ lines: several, kind: 'removal', mayRepeat: true })],
    ['a test in England', englishTest({ lines: several })],
  ])('in a message of %s', (_, test) => {
    for (const placerNumber of ['none', 'filler'] as const) {
      const message = read(test, { ...withOids, placerNumber, longNames: 'cut' })
      const [orc, orders, found] = [get(message, 'ORC'), message.getAllSegments('OBR'), message.getAllSegments('OBX')]
      const texts = (segments: Hl7Segment[], field: number) => segments.map((one) => one.getField(field).toString())
      // ELR-040: no filler number twice in a message. The common order has that of the first, and its placer's, clinician and telephone.
      expect(new Set(texts(orders, 3)).size).toBe(orders.length)
      for (const [ofOrc, ofObr] of [
        [2, 2],
        [3, 3],
        [12, 16],
        [14, 17],
      ] as const)
        expect(orc.getField(ofOrc).toString()).toBe(texts(orders, ofObr)[0])
      expect(new Set(texts(orders, 16)).size).toBe(1)
      // Orders count from 1, and the observations of each anew.
      expect(texts(orders, 1)).toEqual(orders.map((__, at) => String(at + 1)))
      expect(texts(found, 1)).toEqual(found.map(() => '1'))
      // The specimen was collected when the order and each observation say.
      const collected = get(message, 'SPM').getComponent(17, 1)
      for (const field of [7, 8]) expect(new Set(texts(orders, field))).toEqual(new Set([collected]))
      expect(new Set(texts(found, 14))).toEqual(new Set([collected]))
      expect(texts(orders, 4)).toEqual(texts(found, 3))
      // Who numbers has an ISO OID, and identifiers have the room of theirs.
      expect(fileOf([test], withOids)).toContain('\rMSH|^~\\&#|')
      for (const field of [3, 5, 6]) expect(get(message, 'MSH').getComponent(field, 3)).toBe('ISO')
      for (const order of orders) expect(order.getComponent(3, 4)).toBe('ISO')
      const [person = '', ...others] = get(message, 'PID').getField(3).toString().split('~')
      for (const id of [person, ...others]) {
        expect(id.split('^')[0]?.length).toBeLessThanOrEqual(15)
        expect(id.split('^')[3]?.endsWith('&ISO')).toBe(true)
      }
      expect(get(message, 'SPM').getField(2).toString()).toMatch(/&ISO$/)
    }
  })

  it('names a person by the same short identifier in every message, and nobody else', () => {
    const { person } = reportedTest()
    const idOf = (id: string) =>
      get(read(reportedTest({ person: { ...person, id } }), withOids), 'PID').getComponent(3, 1)
    const ids = Array.from({ length: 200 }, (_, at) => idOf(`019b0000-0000-7000-8000-${String(at).padStart(12, '0')}`))
    expect(new Set(ids).size).toBe(200)
    const others = [
      reportedTest({ testId: 'CW-2', id: '019b0000-0000-7000-8000-000000000002', version: 2, kind: 'correction' }),
      englishTest({ person }),
    ]
    for (const other of others) expect(get(read(other, withOids), 'PID').getComponent(3, 1)).toBe(idOf(person.id))
    for (const id of ids) expect(id).toMatch(/^[0-9A-V]{15}$/)
  })
})
