import path from 'node:path'
import ts from 'typescript'

/**
 * Finds texts that share their element with anything else, in the components of the TypeScript project at `config`.
 *
 * A browser that translates a page replaces each text in its element by its own. React keeps references to the texts
 * that it created: it fails when it removes such a text or inserts something before it, and its changes to the text are
 * never seen. If an element has one text and nothing else, React sets the content of the whole element instead, which
 * always works. So a text must be the only child of an HTML element. Returns each fault as 'file:line: what is wrong'.
 */
export function sharedTexts(config: string): string[] {
  const root = path.dirname(config)
  const read = ts.getParsedCommandLineOfConfigFile(config, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail })
  if (!read) throw new Error(`${config} cannot be read.`)
  const program = ts.createProgram(read.fileNames, read.options)
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('.tsx') && !/\/node_modules\/|\.test\.tsx$|\/testing\//.test(fileName))
  if (files.length === 0) throw new Error(`${config} has no components.`)
  return files.flatMap((file) => faultsIn(file, program.getTypeChecker(), path.dirname(root)))
}

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}

function faultsIn(file: ts.SourceFile, checker: ts.TypeChecker, root: string): string[] {
  const faults: string[] = []
  const fault = (node: ts.Node, what: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    faults.push(
      `${path.relative(root, file.fileName)}:${line + 1}: ${what}: ${node.getText(file).replace(/\s+/g, ' ').slice(0, 70).trim()}`,
    )
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(isDrawn)
      const texts = children.filter((child) => mayBeText(child, checker))
      const holdsText = ts.isJsxElement(node) && placesChildren(node.openingElement.tagName, checker)
      for (const text of texts) {
        if (children.length > 1) fault(text, 'a text beside something else')
        else if (!holdsText) fault(text, 'a text without an element of its own')
      }
    }
    if (ts.isJsxExpression(node) && isListOfTexts(node, checker)) fault(node, 'a list of texts')
    if (ts.isJsxAttribute(node) && isDrawnBare(node, checker)) fault(node, 'a text without an element of its own')
    if (isComponent(node)) {
      const signature = checker.getSignatureFromDeclaration(node)
      if (signature && isText(signature.getReturnType(), checker)) fault(node, 'a component that may be a bare text')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return faults
}

function isDrawn(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces
  return !ts.isJsxExpression(child) || child.expression !== undefined
}

function mayBeText(child: ts.JsxChild, checker: ts.TypeChecker): boolean {
  if (ts.isJsxText(child)) return true
  return (
    ts.isJsxExpression(child) &&
    child.expression !== undefined &&
    isText(checker.getTypeAtLocation(child.expression), checker)
  )
}

/** HTML elements, and components of the project and links, which place their children where this check sees them. */
function placesChildren(tag: ts.JsxTagNameExpression, checker: ts.TypeChecker): boolean {
  if (ts.isIdentifier(tag) && /^[a-z]/.test(tag.text)) return true
  let symbol = checker.getSymbolAtLocation(tag)
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
  if (symbol?.name === 'Link') return true
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
  const type = checker.getTypeAtLocation(tag)
  if (/Context|Provider|Exotic/.test(type.symbol?.name ?? '')) return false
  return !file.includes('/node_modules/')
}

/** A placeholder for content that is loading is also rendered without an element. */
function isDrawnBare({ name, initializer, parent }: ts.JsxAttribute, checker: ts.TypeChecker): boolean {
  if (name.getText() !== 'fallback' || initializer === undefined || placesChildren(parent.parent.tagName, checker)) {
    return false
  }
  if (ts.isStringLiteral(initializer)) return true
  return ts.isJsxExpression(initializer) && mayBeText(initializer, checker)
}

/** `seen` stops the recursion at types that refer to themselves. */
function isText(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  if (seen.has(type)) return false
  seen.add(type)
  if (type.isUnion()) return type.types.some((part) => isText(part, checker, seen))
  const { StringLike, NumberLike, BigIntLike, Any, Unknown } = ts.TypeFlags
  if (type.flags & (StringLike | NumberLike | BigIntLike | Any | Unknown)) return true
  return isArrayOfText(type, checker, seen)
}

function isListOfTexts({ expression, parent }: ts.JsxExpression, checker: ts.TypeChecker): boolean {
  if (!expression || !isArrayOfText(checker.getTypeAtLocation(expression), checker)) return false
  const wanted = checker.getContextualType(expression)
  return (
    !ts.isJsxAttribute(parent) ||
    (wanted !== undefined && checker.typeToString(wanted).match(/ReactNode(?!\[)/) !== null)
  )
}

function isArrayOfText(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  if (type.isUnion()) return type.types.some((part) => isArrayOfText(part, checker, seen))
  const element = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined
  return element !== undefined && isText(element, checker, seen)
}

function isComponent(node: ts.Node): node is ts.FunctionDeclaration {
  return ts.isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')
}

if (import.meta.main) {
  const faults = sharedTexts(path.resolve(import.meta.dirname, '../web/tsconfig.json'))
  for (const each of faults) process.stderr.write(`${each}\n`)
  process.stdout.write(`${faults.length} texts that a translation would break\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
