/**
 * Where an address leads that somebody wrote into a text, or that a page's own address names. Browsers read more than is
 * seen: a backslash is a slash to them, tabs and line breaks are left out, and what stands before @ is no host. So their own
 * reading decides, and what they would mend is refused.
 */

/** A host that nothing leads to, to see whether an address stays where it is. */
const here = 'https://here.invalid'

/** Nothing that browsers leave out or turn into something else. */
const mended = /[\\\s\p{C}]/u

/** Whether this is an address of the site itself: a path, perhaps with a query and a fragment. */
export function staysOnSite(address: string): boolean {
  if (!address.startsWith('/') || mended.test(address)) return false
  const url = URL.parse(address, here)
  // A path that begins with two slashes would name a host when it is followed the next time.
  return url?.origin === here && url.username === '' && !url.pathname.startsWith('//')
}

/** Whether a link in somebody's text may be followed: on this site, to an email, or over https to a host, with no user's name before it. */
export function mayLead(address: string): boolean {
  if (staysOnSite(address)) return true
  if (mended.test(address)) return false
  const url = URL.parse(address)
  if (url?.protocol === 'mailto:') return /^mailto:[^/]/i.test(address)
  return url?.protocol === 'https:' && /^https:\/\/[^/@]/i.test(address) && url.username === '' && url.password === ''
}
