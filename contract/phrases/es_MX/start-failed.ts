export const startFailed = {
  title: 'No se pudo cargar la aplicación',
  text: 'El servidor no respondió o no hay conexión a internet. Recargue esta página para intentarlo de nuevo.',
  reload: 'Recargar',
}
