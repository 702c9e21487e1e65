/**
 * The present time, by which times are judged, offered and said. Nothing else asks what time it is: a device may be years off, and a
 * server's own clock may differ from that of the database, which decides. Each side says by which clock it goes: the server by
 * the database's, the browser by what replies say of it.
 */
export function presentTime(): Date {
  return new Date(clock())
}

/** Goes by this clock from now on, which answers milliseconds since 1970. Until then it is the machine's own. */
export function goByClock(own: () => number): void {
  clock = own
}

let clock: () => number = () => Date.now()

/** Today's date is asked in this zone from now on, by whoever has to know on which day somebody is. */
export function goByZone(own: string): void {
  zone = own
}

/**
 * The zone in which it is judged whether a day has begun: in a browser the one of its own clock, which is where the person is; on a
 * server, and where a browser names none, the one in which each day begins first.
 */
export function presentZone(): string {
  return zone
}

let zone = 'Etc/GMT-14'
