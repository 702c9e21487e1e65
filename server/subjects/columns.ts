/** The columns of a subject `s` with its identity `i`, shared by every query that shows one. */
export const subjectColumns = [
  's.id as subject_id',
  's.kind as subject_kind',
  's.group_id as subject_group_id',
  'i.email',
  'i.date_of_birth',
  'i.first_name',
  'i.last_name',
  'i.local_id',
  'i.custom_id_1',
  'i.custom_id_2',
  'i.subject_id as identity_of',
] as const

/** A row of `subjectColumns`, with the identity in a left join. */
export interface SubjectRow {
  subject_id: string
  subject_kind: 'human' | 'non-human'
  subject_group_id: string
  email: string | null
  date_of_birth: string | null
  first_name: string | null
  last_name: string | null
  local_id: string | null
  custom_id_1: string | null
  custom_id_2: string | null
  /** Null when the identity was erased. */
  identity_of: string | null
}

/** How somebody is known here at this time. */
export interface KnownAs {
  lastName: string | null
  /** The sort key of their names, or of what stands for these. */
  nameKey: string
  /** YYYY-MM-DD. */
  dateOfBirth: string | null
}
