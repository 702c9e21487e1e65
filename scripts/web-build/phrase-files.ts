import path from 'node:path'
import type { Plugin } from 'vite'
import { languageOf, locales, writtenIn, type Locale } from '../../contract/locales.ts'
import { fileOf, type Phrases } from '../../contract/phrases/phrases.ts'

const contract = path.join(import.meta.dirname, '../../contract/phrases')
const joined = path.join(import.meta.dirname, '../../web/ui/words')

/** Brings the phrases into the build: those that are joined in one file each, and those of other browsers into the page. */
export function phraseFiles(groups: Readonly<Record<string, readonly string[]>>): Plugin[] {
  return [joinPhrases(groups), sayUnsupported()]
}

/** The module that has the phrases of a group or a noun in a locale: that of the group, where they are joined. */
export function wordsModule(groups: Readonly<Record<string, readonly string[]>>, name: string, locale: Locale): string {
  const [group] = Object.entries(groups).find(([known, nouns]) => known === name || nouns.includes(name)) ?? []
  if (group === undefined) return path.join(contract, locale, `${fileOf(name)}.ts`)
  return path.join(joined, `${fileOf(group)}.${locale}.ts`)
}

/**
 * Builds one file for each group of nouns and each locale, `ui/words/<group>.<locale>.ts` in the manifest: whoever
 * imports the phrases of one of these nouns when they are needed gets those of all.
 */
function joinPhrases(groups: Readonly<Record<string, readonly string[]>>): Plugin {
  const nounsOf = new Map(Object.entries(groups).map(([group, nouns]) => [fileOf(group), nouns.map(fileOf)]))
  return {
    name: 'join-phrases',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, _importer, { kind }) {
      const [, locale, noun = ''] = /\/phrases\/(\w+)\/([\w-]+)\.ts$/.exec(source) ?? []
      const [group] = [...nounsOf].find(([, nouns]) => nouns.includes(noun)) ?? []
      if (kind !== 'dynamic-import' || group === undefined) return undefined
      return path.join(joined, `${group}.${locale}.ts`)
    },
    load(id) {
      const [group = '', locale = ''] = path.basename(id, '.ts').split('.')
      if (path.dirname(id) !== joined) return undefined
      const files = nounsOf.get(group)?.map((noun) => path.join(contract, locale, `${noun}.ts`))
      return files?.map((file) => `export * from ${JSON.stringify(file)}`).join('\n')
    },
  }
}

/** Writes into the page, in every language, what it says in browsers that cannot run the application. */
function sayUnsupported(): Plugin {
  const written = locales.filter((locale) => writtenIn(locale) === locale)
  return {
    name: 'say-unsupported',
    async transformIndexHtml(page) {
      const said = written.map(async (locale, at) => {
        const file = (await import(path.join(contract, locale, 'unsupported.ts'))) as Pick<Phrases, 'unsupported'>
        const { title, text, noScript } = file.unsupported
        const [heading, lang] = [at === 0 ? 'h1' : 'h2', `lang="${languageOf(locale)}"`]
        return [
          `<${heading} ${lang}>${title}</${heading}><p ${lang}>${text}</p>`,
          `<p ${lang}>${noScript}</p>`,
        ] as const
      })
      const lines = await Promise.all(said)
      return page
        .replace('<!-- unsupported -->', lines.map(([unsupported]) => unsupported).join(''))
        .replace('<!-- no script -->', lines.map(([, noScript]) => noScript).join(''))
    },
  }
}
