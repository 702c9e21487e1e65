export const ranges = {
  label: 'Periodo',
  today: 'Hoy',
  yesterday: 'Ayer',
  'last-7-days': 'Últimos 7 días',
  'this-month': 'Este mes',
  'last-month': 'Mes pasado',
  all: 'Todas las fechas',
  custom: 'Periodo personalizado',
  'backwards.title': 'La fecha final es anterior a la inicial',
  from: 'Desde',
  to: 'Hasta',
  'backwards.text': 'Cambie una de las dos fechas para ver lo que hay entre ellas.',
}
