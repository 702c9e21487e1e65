/** Shown if not even the preferences or the phrases could be loaded, and so with its own texts, in two languages. */
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
      <h1 style={{ fontSize: 20 }} lang="en">
        The application could not be loaded
      </h1>
      <p lang="en">The server did not answer, or there is no internet connection. Reload this page to try again.</p>
      <h2 style={{ fontSize: 20 }} lang="es">
        No se pudo cargar la aplicación
      </h2>
      <p lang="es">
        El servidor no respondió o no hay conexión a internet. Recargue esta página para intentarlo de nuevo.
      </p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload · Recargar
      </button>
    </main>
  )
}
