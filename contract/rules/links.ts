/**
 * Decides where an address leads that somebody wrote into a text, or that a page's own address names. Browsers
 * interpret more than is visible: a backslash counts as a slash, tabs and line breaks are removed, and the part before
 * @ is not the host. So the browser's own parser decides, and addresses that it would repair are refused.
 */

/** An unreachable host, for testing whether an address stays on its own site. */
const here = 'https://here.invalid'

/** Characters that browsers remove or replace. */
const mended = /[\\\s\p{C}]/u

/** True for an address of this site: a path, optionally with a query and a fragment. */
export function staysOnSite(address: string): boolean {
  if (!address.startsWith('/') || mended.test(address)) return false
  const url = URL.parse(address, here)
  // A path with two leading slashes would name a host when it is followed the next time.
  return url?.origin === here && url.username === '' && !url.pathname.startsWith('//')
}

/**
 * True if a link in a user's text may be followed: on this site, to an email, or over https to a host without a user
 * name.
 */
export function mayLead(address: string): boolean {
  if (staysOnSite(address)) return true
  if (mended.test(address)) return false
  const url = URL.parse(address)
  if (url?.protocol === 'mailto:') return /^mailto:[^/]/i.test(address)
  return url?.protocol === 'https:' && /^https:\/\/[^/@]/i.test(address) && url.username === '' && url.password === ''
}
