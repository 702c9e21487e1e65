import type { Scope } from '../access/scope.ts'

export async function findAssayRow({ db }: Scope, assayId: string) {
  return db.selectFrom('assays').where('id', '=', assayId).selectAll().executeTakeFirst()
}
export type AssayRow = NonNullable<Awaited<ReturnType<typeof findAssayRow>>>
