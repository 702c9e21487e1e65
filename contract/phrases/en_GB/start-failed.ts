/** What a page says in every language if the application cannot be loaded. */
export const startFailed = {
  title: 'The application could not be loaded',
  text: 'The server did not answer, or there is no internet connection. Reload this page to try again.',
  reload: 'Reload',
}
