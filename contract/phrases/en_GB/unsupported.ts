/** What a page says in every language in browsers that cannot run the application. */
export const unsupported = {
  title: 'Internet Explorer is not supported',
  text: 'This application does not run in Internet Explorer. Open it in a current version of Edge, Chrome, Firefox or Safari.',
  noScript: 'This application needs JavaScript. Switch it on in your browser and reload this page.',
}
