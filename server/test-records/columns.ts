import type { ContentText, SampleText } from '../../contract/test-records/content-parts.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'

/**
 * The columns of what a test says before its result is read. Tests in progress and test records have them. A new text
 * of both is one line here.
 */
const sample = {
  specimen: 'specimen',
  lot: 'lot',
  lotExpiry: 'lot_expiry',
  expiredLotReason: 'expired_lot_reason',
  location: 'location',
} as const satisfies Record<SampleText, string>

export const sampleColumns = columnsOf(sample)

/** The columns of everything that a person says of a recorded test besides its time and its results. */
export const contentColumns = columnsOf({
  ...sample,
  note: 'note',
  deviceImageId: 'device_image_id',
} as const satisfies Record<ContentText | 'deviceImageId', string>)

interface Degrees {
  latitude: number | null
  longitude: number | null
}
type Fields<Field extends string> = Record<Field, string | null> & Pick<TestRecord, 'coordinates'>
type Row<Column extends string> = Record<Column, string | null> & Degrees

/** Describes columns by the fields of the contract that they hold; the coordinates always belong to them. */
function columnsOf<Field extends string, Column extends string>(columns: Record<Field, Column>) {
  // The keys and values of an object of this type.
  const pairs = Object.entries(columns) as [Field, Column][]
  // The entries that are built from the pairs have these keys.
  const built = <Key extends string>(entries: [Key, string | null][]) =>
    Object.fromEntries(entries) as Record<Key, string | null>
  const only = (fields: Fields<Field>): Fields<Field> => ({
    ...built(pairs.map(([field]) => [field, fields[field]])),
    coordinates: fields.coordinates,
  })
  return {
    names: [...pairs.map(([, column]) => column), 'latitude', 'longitude'] as const,
    /** For a query whose table has the alias `r`. */
    selected: [...pairs.map(([, column]) => `r.${column}` as const), 'r.latitude', 'r.longitude'] as const,
    /** For a query that replies with its rows as they are. */
    selectedAsFields: [
      ...pairs.map(([field, column]) => `r.${column} as ${field}` as const),
      'r.latitude',
      'r.longitude',
    ] as const,
    only,
    toFields: (row: Row<Column>): Fields<Field> => ({
      ...built(pairs.map(([field, column]) => [field, row[column]])),
      coordinates:
        row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
    }),
    toRow: (fields: Fields<Field>): Row<Column> => ({
      ...built(pairs.map(([field, column]) => [column, fields[field]])),
      latitude: fields.coordinates?.latitude ?? null,
      longitude: fields.coordinates?.longitude ?? null,
    }),
  }
}
