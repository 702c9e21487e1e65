/** A part of PostgreSQL's parse tree. Its nodes are objects with one key, the kind of the node. */
export type Tree = Readonly<Record<string, unknown>>

/** Returns the content of a node of this kind; undefined for any other. */
export function inside(node: unknown, key: string): Tree | undefined {
  const content = isTree(node) ? node[key] : undefined
  return isTree(content) ? content : undefined
}

export function isTree(node: unknown): node is Tree {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
}

export function listOf(node: unknown): unknown[] {
  return Array.isArray(node) ? node : []
}
