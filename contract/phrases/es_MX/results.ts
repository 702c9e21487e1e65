export const results = {
  positive: 'Positivo',
  negative: 'Negativo',
  inconclusive: 'No concluyente',
  invalid: 'Inválido',
  heldBack: 'Este resultado está retenido y no se imprime',
  heldBackPage: 'Este resultado está retenido y no se imprime. Su serie de pruebas no tiene desenlace.',
}
