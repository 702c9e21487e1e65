import type { PolicyName } from '../paths.ts'

export function PolicyPage({ name }: { name: PolicyName }) {
  return <h1>{name}</h1>
}
