export const recordingDetails = {
  'location.use': 'Usar mi ubicación',
  'location.finding': 'Buscando su ubicación',
  'location.found': 'Coordenadas agregadas: {{latitude}}, {{longitude}}',
  'location.remove': 'Quitar coordenadas',
  'location.denied':
    'Su navegador bloqueó el acceso a su ubicación. Permítalo en la configuración del sitio o describa el lugar arriba.',
  'location.unavailable':
    'No se pudo encontrar su ubicación. Describa el lugar arriba; las coordenadas son opcionales.',
  'photo.label': 'Foto del dispositivo',
  'photo.help': 'JPEG o PNG, de 10 MB como máximo',
  'photo.take': 'Tomar foto',
  'photo.choose': 'Elegir foto',
  'photo.uploading': 'Subiendo {{percent}} %',
  'photo.progress': 'Carga de la foto',
  'photo.preview': 'Vista previa de la foto',
  'photo.attached': 'Foto agregada: {{name}}',
  'photo.remove': 'Quitar foto',
  'photo.retry': 'Intentar de nuevo',
  'photo.cancel': 'Cancelar la carga',
  'photo.failed': 'No se pudo subir la foto. Sigue aquí: inténtelo de nuevo.',
} as const
