import type { Phrases } from '../../contract/phrases/phrases.ts'

const files = import.meta.glob<Phrases['startFailed']>('../../contract/phrases/*/start-failed.ts', {
  eager: true,
  import: 'startFailed',
})
const languages = Object.entries(files).map(([file, words]) => ({ lang: file.split('/').at(-2)?.slice(0, 2), words }))

/** Shown in every language if not even the preferences or the phrases could be loaded. */
export function StartFailed() {
  return (
    <main
      style={{
        maxWidth: 480,
        margin: '20vh auto',
        padding: '0 24px',
        fontFamily: 'system-ui, sans-serif',
        lineHeight: 1.5,
      }}
    >
      {languages.map(({ lang, words }, at) => {
        const Heading = at === 0 ? 'h1' : 'h2'
        return (
          <div key={lang} lang={lang}>
            <Heading style={{ fontSize: 20 }}>{words.title}</Heading>
            <p>{words.text}</p>
          </div>
        )
      })}
      <button type="button" onClick={() => window.location.reload()}>
        {languages.map(({ words }) => words.reload).join(' · ')}
      </button>
    </main>
  )
}
