export const results = {
  positive: 'Positivo',
  negative: 'Negativo',
  inconclusive: 'No concluyente',
  invalid: 'Inválido',
  heldBack: 'Este resultado está retenido y no se imprime',
  heldBackPage:
    'Este resultado está retenido y no se imprime. Es parte de una serie de pruebas sin desenlace, y una sola prueba no es un hallazgo.',
}
