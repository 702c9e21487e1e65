/**
 * The languages that people may prefer: ISO 639-1 and, for some that are common in clinics, ISO 639-3. Their names come
 * from `Intl.DisplayNames`.
 */
export const spokenLanguages = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch chr ckb co cr cs cu cv cy da de dv dz ee el ' +
  'en eo es et eu fa ff fi fil fj fo fr fy ga gd gl gn gu gv ha haw he hi hmn ho hr ht hu hy hz ia id ie ig ii ik io is ' +
  'it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na ' +
  'nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ' +
  'ss st su sv sw ta te tg th ti tk tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo yue za zh zu'
).split(' ')

/** The name of a spoken language in a locale (`es_MX`), or its code where the runtime knows no name. */
export function languageName(code: string, locale: string): string {
  const names = new Intl.DisplayNames(locale.replace('_', '-'), { type: 'language' })
  return names.of(code) ?? code
}
