/** The list of people who were erased, which is also kept outside of the database (decision 77). */
export { listErased, lockUnkept, markKept, queueErasure, requeueErasure } from './repository.ts'
