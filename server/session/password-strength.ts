import { leastPasswordScore } from '../../contract/rules/password.ts'

/** Whose password it is to be: what it must not be made of. */
export interface Owner {
  email: string
  full_name: string
  tenant_name: string
  product_name: string | null
}

/** Names this short hide in ordinary words. */
const shortestName = 4

/** Whether the password holds a part of the person's name or email, or of the tenant's name. */
export function holdsName(password: string, owner: Owner): boolean {
  const simple = plain(password)
  return namesOf(owner).some((name) => name.length >= shortestName && simple.includes(plain(name)))
}

/**
 * Whether a password is common, or made of common parts, by the guesses that it would take. The library and its
 * dictionaries (2 MB) are loaded with the first password that is set.
 */
export async function isEasyToGuess(password: string, owner: Owner): Promise<boolean> {
  const estimate = await (estimator ??= loadEstimator())
  return estimate(password, namesOf(owner)) < leastPasswordScore
}

let estimator: Promise<(password: string, names: string[]) => number> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password: string, names: string[]) => zxcvbn.check(password, names).score
}

function namesOf({ email, full_name, tenant_name, product_name }: Owner): string[] {
  const [local = ''] = email.split('@')
  return [local, ...full_name.split(/\s+/), ...tenant_name.split(/\s+/), ...(product_name ?? '').split(/\s+/)].filter(
    (name) => name !== '',
  )
}

/** Small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}
