import type { TextConfig } from './config.ts'
import { NotSent } from './not-sent.ts'

/** A text message that is ready to send. */
export interface Text {
  /** The number as E.164. */
  to: string
  text: string
}

/** Gives a text to the service that sends it. Throws NotSent when it is not accepted. */
export type SendText = (text: Text) => Promise<void>

const millisecondsToAnswer = 15_000

/**
 * Twilio's codes for numbers that no text can reach: invalid, unreachable, not a mobile, a landline, or unsubscribed.
 * Other refusals are about the account or the moment, and are retried.
 */
const finalCodes: ReadonlySet<unknown> = new Set([21_211, 21_214, 21_217, 21_610, 21_614, 21_635])

/** Sends through Twilio's REST API or a compatible service. Returns undefined without one. */
export function openTextSender(
  config: TextConfig | undefined,
  { patience = millisecondsToAnswer } = {},
): SendText | undefined {
  if (config === undefined) return undefined
  const { url, accountSid, authToken, from } = config
  const address = `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return async ({ to, text }) => {
    const form = new URLSearchParams({ To: to, From: from, Body: inShortAlphabet(text) })
    const { status, code } = await post(address, authorization, form, patience)
    if (status >= 200 && status <= 299) return
    const known = typeof code === 'number' ? `, code ${code}` : ''
    throw new NotSent(`The text service answered with status ${status}${known}`, {
      isFinal: status === 400 && finalCodes.has(code),
    })
  }
}

async function post(address: string, authorization: string, form: URLSearchParams, patience: number) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    return { status: response.status, code: codeOf(await response.text()) }
  } catch {
    throw new NotSent('The text service could not be reached, or did not answer in time')
  }
}

/** Reads the code of a refusal. Its message repeats the number. */
function codeOf(body: string): unknown {
  try {
    const reply: unknown = JSON.parse(body)
    return typeof reply === 'object' && reply !== null && 'code' in reply ? reply.code : undefined
  } catch {
    return undefined
  }
}

/** Signs that are printed beautifully, as they are written where there are no others. */
const plain: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/** The alphabet of GSM 03.38 with its extension. */
const short = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/u

/**
 * Writes a text in the alphabet of which a message holds 160 letters, where its language can be written in it. A single other sign
 * makes it 70, and the message cost more than twice.
 */
export function inShortAlphabet(text: string): string {
  const written = text.replaceAll(
    /[\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00a0\u202f]/g,
    (sign) => plain[sign] ?? sign,
  )
  return short.test(written) ? written : text
}
