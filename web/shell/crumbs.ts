/** A crumb: its text, or the phrase for it, and its address; the last one has none. */
export interface Crumb {
  segment: string
  kind: 'dashboard' | 'tests' | 'uuid' | 'plain'
  address?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Pages that list what has another address than theirs and no page of its own. */
const listedAt: Partial<Record<string, string>> = { '/test-sets': '/testing-algorithms' }

/**
 * The crumbs of a path (spec §2): an empty segment is the dashboard, `test-records` is called tests, a UUID is replaced
 * by its crumb parameter, and a segment with an email stays as it is; the last crumb is not a link.
 */
export function crumbsOf(pathname: string): Crumb[] {
  const trimmed = pathname.replace(/\/+$/, '')
  const segments = trimmed.split('/').map(decode)
  return segments.map((segment, at) => {
    const isLast = at === segments.length - 1
    const address =
      trimmed
        .split('/')
        .slice(0, at + 1)
        .join('/') || '/'
    return { segment, kind: kindOf(segment), ...(!isLast && { address: listedAt[address] ?? address }) }
  })
}

function kindOf(segment: string): Crumb['kind'] {
  if (segment === '') return 'dashboard'
  if (segment === 'test-records') return 'tests'
  return uuid.test(segment) ? 'uuid' : 'plain'
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
