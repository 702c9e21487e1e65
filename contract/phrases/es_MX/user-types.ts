export const userTypes = {
  unlimited: 'Operador',
  tenant: 'Administrador de la institución',
  organisation: 'Administrador de la organización',
  group: 'Administrador del grupo',
  provider: 'Profesional de salud',
  clinical: 'Personal clínico',
  patient: 'Paciente',
}
