/**
 * The present time, for judging, offering and showing times. No other code may ask for the time: a device may be years
 * off, and a server's own clock may differ from that of the database, which decides. Each side sets its clock: the
 * server that of the database, the browser one based on replies.
 */
export function presentTime(): Date {
  return new Date(clock())
}

/** Sets the clock, which returns milliseconds since 1970. The default is the machine's own. */
export function goByClock(own: () => number): void {
  clock = own
}

let clock: () => number = () => Date.now()

/**
 * Sets how the zone of today's date is found, for code that must know on which day a person is. It is asked once, when
 * a zone is first needed, because asking a browser takes milliseconds that no page has before it is drawn; undefined
 * means that none is known.
 */
export function goByZone(own: () => string | undefined): void {
  findZone = own
  zone = undefined
}

/**
 * The zone that decides whether a day has begun: in a browser its own, where the person is; on a server, and if a
 * browser names none, the zone in which each day begins first.
 */
export function presentZone(): string {
  zone ??= findZone() ?? 'Etc/GMT-14'
  return zone
}

let findZone: () => string | undefined = () => undefined
let zone: string | undefined
