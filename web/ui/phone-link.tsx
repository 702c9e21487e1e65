/** A telephone number that is rung when it is pressed, where there is something to ring with. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>{number}</a>
}
