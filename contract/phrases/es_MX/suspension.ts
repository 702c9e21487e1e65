export const suspension = {
  title: '{{product}} no está disponible por ahora',
  text: 'El servicio está suspendido y nadie puede iniciar sesión. Pregunte a quien lo administra cuándo estará de vuelta.',
  kept: 'No se ha borrado nada.',
}
