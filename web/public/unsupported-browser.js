// Plain ECMAScript 3: Internet Explorer has to understand it. It never loads the module beside it.
if (document.documentMode) {
  document.getElementById('root').style.display = 'none'
  document.getElementById('unsupported-browser').removeAttribute('hidden')
}
