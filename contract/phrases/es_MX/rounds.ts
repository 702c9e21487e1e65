export const rounds = {
  photoMissing: 'Este kit de prueba necesita una foto.',
}
