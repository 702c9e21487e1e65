/** A value of a token parameter: a code, alone or with its system. An empty system stands for a code without any. */
export interface Token {
  system: string | undefined
  /** Undefined for any code of the system. */
  code: string | undefined
}

/** Reads the values of a parameter, separated by commas, each of which may be what is asked for (R4 §3.1.1.4.17, 3.1.1.4.21). */
export function valuesIn(text: string): string[] {
  return splitAt(text, ',').map(unescaped)
}

/** Reads the tokens of a parameter, separated by commas. Undefined where one of them says nothing. */
export function tokensIn(text: string): Token[] | undefined {
  const tokens = splitAt(text, ',').map(tokenIn)
  return tokens.every((token) => token !== undefined) ? tokens : undefined
}

function tokenIn(text: string): Token | undefined {
  const [first = '', ...others] = splitAt(text, '|').map(unescaped)
  const [second] = others
  if (others.length > 1 || (first === '' && !second)) return undefined
  if (second === undefined) return { system: undefined, code: first }
  return { system: first, code: second === '' ? undefined : second }
}

/** Tells whether a resource with this code is asked for. */
export function isAmong(tokens: readonly Token[], system: string, code: string): boolean {
  return tokens.some((one) => (one.system ?? system) === system && (one.code ?? code) === code)
}

/** Splits a text at a sign, unless a backslash stands before it. */
function splitAt(text: string, sign: ',' | '|'): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === sign) parts.push('')
    else {
      const length = text[at] === '\\' ? 2 : 1
      parts[parts.length - 1] += text.slice(at, at + length)
      at += length - 1
    }
  }
  return parts
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([,|$\\])/g, '$1')
}
