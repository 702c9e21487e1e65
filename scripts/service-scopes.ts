import ts from 'typescript'

/** The functions of services that may wait for something without a scope, each with its reason. */
const withoutScope: Readonly<Record<string, string>> = {
  'server/tenants/service.ts: checkPhone': 'compares a number with rules that its caller has read in a scope',
}

const givesScope = /\b(?:Actor)?Scope\b|\bEnter\w*\b|\bDoor\b/

/**
 * Finds exported functions of a service that work asynchronously, as everything does that reads or writes data, but take
 * neither a scope nor a way to one.
 */
export function withoutScopeIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !has(statement, ts.SyntaxKind.ExportKeyword)) return []
    const isWaiting = has(statement, ts.SyntaxKind.AsyncKeyword) || textOf(statement.type).startsWith('Promise<')
    const name = statement.name?.text ?? 'default'
    if (!isWaiting || `${file}: ${name}` in withoutScope) return []
    return statement.parameters.some(({ type }) => givesScope.test(textOf(type))) ? [] : [`${name} takes no scope`]
  })

  function textOf(type: ts.TypeNode | undefined): string {
    return type?.getText(source) ?? ''
  }
}

function has(statement: ts.FunctionDeclaration, kind: ts.ModifierSyntaxKind): boolean {
  return statement.modifiers?.some((modifier) => modifier.kind === kind) ?? false
}
