export const tenants = {
  about: 'Información',
  productName: 'Nombre del producto',
  slug: 'Dirección web',
  countries: 'Países',
  languages: 'Idiomas',
  subjects: 'A quién se prueba',
  'subjects.human': 'Personas',
  'subjects.non-human': 'Animales o muestras',
  idle: 'Se cierra la sesión tras',
  idleMinutes_one: '{{count}} minuto sin actividad',
  idleMinutes_many: '{{count}} de minutos sin actividad',
  idleMinutes_other: '{{count}} minutos sin actividad',
}
