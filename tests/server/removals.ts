import { parseSync } from 'libpg-query'
import { inside, isTree, listOf, type Tree } from './parse-tree.ts'

/**
 * Lists what a migration takes away from processes of the version before, or demands of them: what it drops, renames or
 * tightens of anything that was there before it. Throws when PostgreSQL cannot parse it.
 */
export function removalsIn(migration: string): string[] {
  const text = migration.replaceAll(/\{\{(\w+)\}\}/g, '"$1"')
  const { stmts = [] } = parseSync(text) as { stmts?: Tree[] }
  const statements = stmts.flatMap(({ stmt }) => (isTree(stmt) ? Object.entries(stmt) : []))
  const own = new Set(statements.flatMap(([kind, content]) => (isTree(content) ? madeBy(kind, content) : [])))
  return statements.flatMap(([kind, content]) => (isTree(content) ? (judges[kind]?.(content, own) ?? []) : []))
}

/** Names of tables and functions, which the same migration may treat as it likes. */
function madeBy(kind: string, content: Tree): string[] {
  if (kind === 'CreateStmt') return [relationOf(content)]
  if (kind === 'CreateFunctionStmt') return [lastName(content['funcname'])]
  return []
}

type Judge = (content: Tree, own: ReadonlySet<string>) => string[]

const judges: Readonly<Record<string, Judge>> = {
  DropStmt({ removeType, objects }, own) {
    // Nothing asks for an index by its name.
    if (removeType === 'OBJECT_INDEX') return []
    const dropped = listOf(objects).map((object) => lastName(nameParts(object)))
    return dropped.filter((name) => !own.has(name)).map((name) => `drops ${name}`)
  },
  RenameStmt(content, own) {
    const { renameType, subname, newname } = content
    const table = relationOf(content) || lastName(nameParts(content['object']))
    if (renameType === 'OBJECT_INDEX' || own.has(table)) return []
    return [`renames ${textOf(subname) || table} to ${String(newname)}`]
  },
  AlterTableStmt(content, own) {
    const table = relationOf(content)
    if (content['objtype'] === 'OBJECT_INDEX' || own.has(table)) return []
    return listOf(content['cmds']).flatMap((one) => {
      const command = inside(one, 'AlterTableCmd')
      const what = command && demandOf(command)
      return what === undefined ? [] : [`${what} of ${table}`]
    })
  },
  IndexStmt(content, own) {
    const table = relationOf(content)
    return content['unique'] === true && !own.has(table) ? [`makes an index unique of ${table}`] : []
  },
  GrantStmt({ is_grant: isGrant, objects }, own) {
    if (isGrant === true) return []
    const taken = listOf(objects).map(
      (object) => relationOf({ relation: inside(object, 'RangeVar') }) || lastName(nameParts(object)),
    )
    return taken.filter((name) => !own.has(name)).map((name) => `revokes rights on ${name}`)
  },
  AlterPolicyStmt: ({ table }, own) => (own.has(relationOf({ relation: table })) ? [] : ['alters a policy']),
  AlterDomainStmt: () => ['alters a domain'],
  DoStmt(content) {
    const hidden = /\b(drop|rename|revoke|not null|unique|constraint|alter column)\b/i.exec(JSON.stringify(content))
    return hidden === null ? [] : [`may ${hidden[0].toLowerCase()} in a block of code`]
  },
}

/** Says what a command of ALTER TABLE takes away or demands; undefined where the version before does not notice. */
function demandOf({ subtype, name, def }: Tree): string | undefined {
  const constraint = inside(def, 'Constraint')
  switch (subtype) {
    case 'AT_DropColumn':
      return `drops the column ${String(name)}`
    case 'AT_DropConstraint':
      return `drops the constraint ${String(name)}`
    case 'AT_AlterColumnType':
      return `changes the type of the column ${String(name)}`
    case 'AT_SetNotNull':
      return `demands the column ${String(name)}`
    case 'AT_ColumnDefault':
      return def === undefined ? `drops the default of the column ${String(name)}` : undefined
    case 'AT_AddConstraint':
      return `adds the constraint ${String(constraint?.['conname'] ?? constraint?.['contype'])}`
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
      return 'hides rows'
    case 'AT_AddColumn':
      return isDemanded(def) ? `demands the new column ${String(inside(def, 'ColumnDef')?.['colname'])}` : undefined
    default:
      return undefined
  }
}

/** True if a new column must be given a value by everybody who inserts a row. */
function isDemanded(def: unknown): boolean {
  const constraints = listOf(inside(def, 'ColumnDef')?.['constraints'])
  const kinds = constraints.map((one) => inside(one, 'Constraint')?.['contype'])
  const isFilled = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'].some((kind) => kinds.includes(kind))
  return kinds.includes('CONSTR_NOTNULL') && !isFilled
}

function relationOf({ relation }: Tree): string {
  const range = inside(relation, 'RangeVar') ?? (isTree(relation) ? relation : undefined)
  return textOf(range?.['relname'])
}

/** Returns the parts of an object's name, which depend on its kind. */
function nameParts(object: unknown): unknown {
  const withArguments = inside(object, 'ObjectWithArgs')?.['objname']
  return withArguments ?? inside(object, 'TypeName')?.['names'] ?? inside(object, 'List')?.['items'] ?? [object]
}

function lastName(parts: unknown): string {
  return textOf(inside(listOf(parts).at(-1), 'String')?.['sval'])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
