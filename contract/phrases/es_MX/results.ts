export const results = {
  positive: 'Positivo',
  negative: 'Negativo',
  inconclusive: 'No concluyente',
  invalid: 'Inválido',
}
