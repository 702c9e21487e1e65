import ts from 'typescript'

/** One change of one place of a file, from one position to another. */
export interface Fault {
  file: string
  line: number
  kind: string
  from: number
  to: number
  before: string
  after: string
}

const flipped: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
}

const isLogical = (kind: ts.SyntaxKind) =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken

/** Lists the faults that a refactoring may make in a file: in its code, and in the conditions of its SQL. */
export function faultsIn(file: string, text: string): Fault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const faults: Fault[] = []
  const add = (kind: string, { from, to }: { from: number; to: number }, after: string) => {
    const before = text.slice(from, to)
    if (before === after) return
    const line = source.getLineAndCharacterOfPosition(from).line + 1
    faults.push({ file, line, kind, from, to, before: shown(before), after })
  }
  const spanOf = (node: ts.Node) => ({ from: node.getStart(source), to: node.end })

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node
      const other = flipped[operatorToken.kind]
      if (other !== undefined) add('another operator', spanOf(operatorToken), other)
      if (isLogical(operatorToken.kind)) {
        const isAnd = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
        add('and for or', spanOf(operatorToken), isAnd ? '||' : '&&')
        add('a condition dropped', spanOf(node), left.getText(source))
        add('a condition dropped', spanOf(node), right.getText(source))
      }
      if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
        add('a fallback dropped', spanOf(node), left.getText(source))
    }
    if (ts.isIfStatement(node))
      add('a condition negated', spanOf(node.expression), `!(${node.expression.getText(source)})`)
    if (ts.isConditionalExpression(node))
      add('a condition negated', spanOf(node.condition), `!(${node.condition.getText(source)})`)
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add('a negation dropped', spanOf(node), node.operand.getText(source))
    if (ts.isExpressionStatement(node)) add('a statement dropped', spanOf(node), ';')
    if (ts.isIfStatement(node) && ts.isThrowStatement(node.thenStatement)) add('a refusal dropped', spanOf(node), ';')
    if (ts.isNumericLiteral(node))
      add('another number', spanOf(node), String(Number(node.text.replaceAll('_', '')) + 1))
    if (node.kind === ts.SyntaxKind.TrueKeyword) add('another constant', spanOf(node), 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) add('another constant', spanOf(node), 'true')
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 1 && node.elements.every(ts.isStringLiteral)) {
      for (const left of node.elements) {
        const kept = node.elements.filter((one) => one !== left).map((one) => one.getText(source))
        add('an entry dropped', spanOf(node), `[${kept.join(', ')}]`)
      }
    }
    if (isTextOfSql(node)) faultsOfSql(node)
    ts.forEachChild(node, visit)
  }

  function faultsOfSql(node: ts.Node): void {
    const begin = node.getStart(source)
    const sql = text.slice(begin, node.end)
    for (const { 0: found, index } of sql.matchAll(
      /<=|>=|(?<![<>=-])[<>](?![<>=])| and | or |'[a-z-]+', |is not null|is null/g,
    )) {
      const after = otherInSql(found)
      if (after !== undefined) add('other SQL', { from: begin + index, to: begin + index + found.length }, after)
    }
  }

  visit(source)
  return faults
}

function otherInSql(found: string): string | undefined {
  const others: Record<string, string> = {
    '<=': '<',
    '>=': '>',
    '<': '<=',
    '>': '>=',
    ' and ': ' or ',
    ' or ': ' and ',
    'is not null': 'is null',
    'is null': 'is not null',
  }
  return others[found] ?? (found.startsWith("'") ? '' : undefined)
}

/** True for the parts of a template that are tagged as SQL. */
function isTextOfSql(node: ts.Node): boolean {
  const isPart =
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  if (!isPart) return false
  const template = ts.isNoSubstitutionTemplateLiteral(node)
    ? node.parent
    : ts.isTemplateHead(node)
      ? node.parent.parent
      : node.parent.parent.parent
  return ts.isTaggedTemplateExpression(template) && /^sql\b/.test(template.tag.getText())
}

function shown(text: string): string {
  const one = text.replaceAll(/\s+/g, ' ')
  return one.length > 120 ? `${one.slice(0, 120)}…` : one
}
