export const meanings = {
  title: 'Qué significa este resultado',
  positive:
    'La prueba encontró lo que busca. Siga las indicaciones de quien la realizó o pregunte a un profesional qué hacer a continuación.',
  negative:
    'La prueba no encontró lo que busca. Una prueba rápida puede no detectar una infección reciente: si hay síntomas, pregunte si conviene repetirla.',
  inconclusive: 'El resultado no se pudo leer con certeza. Conviene repetir la prueba.',
  invalid: 'La prueba no funcionó, así que no dice nada en ningún sentido. Debe repetirse con un kit nuevo.',
} as const
