/** True if a host, with or without a port, is a test host, from which nothing is reported (spec §9). */
export function isTestHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return /(^|\.)(localhost|test|example|invalid)$/.test(name) || /^(127\.|\[?::1)/.test(name)
}
