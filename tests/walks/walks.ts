/// <reference types="vite/types/importMeta.d.ts" />
import type { Walks } from './noun-walks.ts'

const nouns = Object.values(import.meta.glob<Walks>('./nouns/*.ts', { eager: true, import: 'walks' }))

/** What all nouns together say about their endpoints. */
export const walks = {
  calls: ofEveryNoun('calls'),
  statuses: ofEveryNoun('statuses'),
  refusedTypes: ofEveryNoun('refusedTypes'),
  notOfPlaces: new Set(nouns.flatMap(({ notOfPlaces = [] }) => notOfPlaces)),
  searchedNames: ofEveryNoun('searchedNames'),
  namesNothing: ofEveryNoun('namesNothing'),
  sameForItsOwn: ofEveryNoun('sameForItsOwn'),
}

function ofEveryNoun<Part extends Exclude<keyof Walks, 'notOfPlaces'>>(part: Part): NonNullable<Walks[Part]> {
  return Object.assign({}, ...nouns.map((noun) => noun[part]))
}
