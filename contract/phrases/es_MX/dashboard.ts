export const dashboard = {
  morning: 'Buenos días, {{name}}',
  afternoon: 'Buenas tardes, {{name}}',
  evening: 'Buenas noches, {{name}}',
}
