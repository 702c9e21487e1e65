export const unsupported = {
  title: 'Internet Explorer no es compatible',
  text: 'Esta aplicación no funciona en Internet Explorer. Ábrala en una versión actual de Edge, Chrome, Firefox o Safari.',
  noScript: 'Esta aplicación necesita JavaScript. Actívelo en su navegador y recargue esta página.',
}
