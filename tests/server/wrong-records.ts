import type { FieldFailure } from '../../server/platform/failure.ts'
import type { TestTenant } from './tenants.ts'

/** A record that breaks one rule, with the field and the phrase of the failure. */
interface WrongRecord {
  name: string
  /** Changes a valid record; the places are the tenant's. */
  change: (places: TestTenant['places']) => object
  field: string
  phrase: FieldFailure['phrase']
  values?: Record<string, string | number>
  /** SQL that makes the rule apply, and SQL that undoes it. */
  state?: readonly [string, string]
}

const line = (result: string, analyteId = 'line') => ({ analyteId, result })
const onDay = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10)
const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`

/** One invalid record per rule of recording. */
export const wrongRecords: WrongRecord[] = [
  {
    name: 'a test of the day after tomorrow',
    change: () => ({ performedDate: onDay(2) }),
    field: 'performedTime',
    phrase: 'timeInFuture',
  },
  {
    name: 'a test of 121 years ago',
    change: () => ({ performedDate: yearsAgo(121) }),
    field: 'performedDate',
    phrase: 'dateTooOld',
  },
  { name: '31 February', change: () => ({ performedDate: '2026-02-31' }), field: 'performedDate', phrase: 'malformed' },
  {
    name: '29 February of a common year',
    change: () => ({ performedDate: '2025-02-29' }),
    field: 'performedDate',
    phrase: 'malformed',
  },
  {
    name: 'an hour that the clocks skip',
    change: () => ({ performedDate: '2026-03-29', performedTime: '01:30' }),
    field: 'performedTime',
    phrase: 'skippedHour',
  },
  {
    name: 'an hour that no clock has',
    change: () => ({ performedTime: '24:00' }),
    field: 'performedTime',
    phrase: 'time',
  },
  {
    name: 'a zone that nobody knows',
    change: () => ({ performedZone: 'Nowhere/Land' }),
    field: 'performedZone',
    phrase: 'timeZone',
  },
  {
    name: 'an offset for a zone',
    change: () => ({ performedZone: '+01:00' }),
    field: 'performedZone',
    phrase: 'timeZone',
  },
  {
    name: 'a short name for a zone',
    change: () => ({ performedZone: 'AET' }),
    field: 'performedZone',
    phrase: 'timeZone',
  },
  {
    name: 'a test before the birth',
    change: () => ({ performedDate: '1980-05-16' }),
    field: 'performedDate',
    phrase: 'beforeBirth',
  },
  {
    name: 'a suspended group',
    change: () => ({}),
    field: 'groupId',
    phrase: 'suspendedPlace',
    state: [`update groups set status = 'suspended'`, `update groups set status = 'active'`],
  },
  {
    name: 'another group',
    change: ({ ward }) => ({ groupId: ward.groupId }),
    field: 'groupId',
    phrase: 'unknownReference',
  },
  {
    name: 'a group with another organisation',
    change: ({ away }) => ({ organisationId: away.organisationId }),
    field: 'groupId',
    phrase: 'unknownReference',
  },
  {
    name: 'a subject of another group',
    change: ({ ward }) => ({ subjectId: ward.subjectId }),
    field: 'subjectId',
    phrase: 'unknownReference',
  },
  {
    name: 'an unknown assay',
    change: ({ ward }) => ({ assayId: ward.groupId }),
    field: 'assayId',
    phrase: 'unknownReference',
  },
  {
    name: 'a photo of somebody else',
    change: ({ home }) => ({ deviceImageId: home.imageId }),
    field: 'deviceImageId',
    phrase: 'unknownReference',
  },
  {
    name: 'no photo where one is required',
    change: () => ({}),
    field: 'deviceImageId',
    phrase: 'required',
    state: [
      'update assays set image_required = true, version = version + 1',
      'update assays set image_required = false, version = version + 1',
    ],
  },
  { name: 'no result', change: () => ({ analyteResults: [] }), field: 'analyteResults', phrase: 'required' },
  {
    name: 'a result for a line too many',
    change: () => ({ analyteResults: [line('negative'), line('negative', 'other')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
  },
  {
    name: 'two results for one line',
    change: () => ({ analyteResults: [line('negative'), line('positive')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
  },
  {
    name: 'a result for another line',
    change: () => ({ analyteResults: [line('negative', 'b')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
  },
  {
    name: 'a result that the assay does not offer',
    change: () => ({ analyteResults: [line('inconclusive')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
    state: [
      `update assays set offered_results = '{positive,negative}', version = version + 1`,
      `update assays set offered_results = '{positive,negative,inconclusive,invalid}', version = version + 1`,
    ],
  },
  {
    name: 'a result that does not exist',
    change: () => ({ analyteResults: [line('maybe')] }),
    field: 'analyteResults.0.result',
    phrase: 'choice',
  },
  {
    name: 'a specimen that the assay does not offer',
    change: () => ({ specimen: 'Hair' }),
    field: 'specimen',
    phrase: 'choice',
  },
  {
    name: 'a latitude beyond the pole',
    change: () => ({ coordinates: { latitude: 90.1, longitude: 0 } }),
    field: 'coordinates.latitude',
    phrase: 'coordinates',
  },
  {
    name: 'a longitude beyond the date line',
    change: () => ({ coordinates: { latitude: 0, longitude: -180.1 } }),
    field: 'coordinates.longitude',
    phrase: 'coordinates',
  },
  {
    name: 'a long location',
    change: () => ({ location: 'x'.repeat(256) }),
    field: 'location',
    phrase: 'max',
    values: { length: 255 },
  },
  ...[
    '17271231010952012345678810AB12',
    '(01)09520123456788(10)AB12',
    ']d2010952012345678810AB12',
    '0109520123456788',
    'AB120109520123456788',
    '０１０９５２０１２３４５６７８８10AB12',
    'http://id.gs1.org/01/09520123456788/10/AB12',
    'id.gs1.org/01/09520123456788/10/AB12',
    '+A99912345/$$52001510X3',
  ].map((lot) => ({
    name: `the code ${lot} as a lot`,
    change: () => ({ lot }),
    field: 'lot',
    phrase: 'lotIsCode' as const,
  })),
  { name: 'a long lot', change: () => ({ lot: 'x'.repeat(51) }), field: 'lot', phrase: 'max', values: { length: 50 } },
  {
    name: 'a long note',
    change: () => ({ note: 'x'.repeat(1001) }),
    field: 'note',
    phrase: 'max',
    values: { length: 1000 },
  },
  { name: 'control characters', change: () => ({ note: 'a\u0000b' }), field: 'note', phrase: 'hiddenCharacters' },
  {
    name: 'an expiry that is no day',
    change: () => ({ lotExpiry: '2026-13-01' }),
    field: 'lotExpiry',
    phrase: 'malformed',
  },
  {
    name: 'a lot with control characters',
    change: () => ({ lot: 'LOT\u001d1' }),
    field: 'lot',
    phrase: 'hiddenCharacters',
  },
  {
    name: 'a lot that had expired the day before',
    change: () => ({ lotExpiry: '2026-02-28' }),
    field: 'expiredLotReason',
    phrase: 'lotExpired',
  },
  {
    name: 'a lot that had expired, and an empty reason',
    change: () => ({ lotExpiry: '2026-02-28', expiredLotReason: ' \n' }),
    field: 'expiredLotReason',
    phrase: 'lotExpired',
  },
  {
    name: 'a reason for a lot on its last day',
    change: () => ({ lotExpiry: '2026-03-01', expiredLotReason: 'No other kit' }),
    field: 'expiredLotReason',
    phrase: 'lotNotExpired',
  },
  {
    name: 'a long reason for an expired lot',
    change: () => ({ lotExpiry: '2026-02-28', expiredLotReason: 'x'.repeat(501) }),
    field: 'expiredLotReason',
    phrase: 'max',
    values: { length: 500 },
  },
  { name: 'no subject', change: () => ({ subjectId: undefined }), field: 'subjectId', phrase: 'required' },
  { name: 'no date', change: () => ({ performedDate: undefined }), field: 'performedDate', phrase: 'required' },
]
