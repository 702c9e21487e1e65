/** Plausible names for the tenant's country; first and last names are combined at random. */
export const harbourNames = {
  firstNames: words(`
    Amelia Arthur Beatrice Callum Charlotte Daniel Dorothy Edward Eleanor Elsie Farah Freddie George Grace
    Harriet Imran Irene Jack Joan Kwame Leonard Margaret Mohammed Nadia Olivia Oscar Patricia Priya Ronald
    Rosie Samuel Shirley Sophie Stanley Sylvia Thomas Violet William Winifred Zara
  `),
  lastNames: words(`
    Adeyemi Ahmed Atkinson Bailey Bennett Brown Campbell Clarke Cooper Davies Edwards Evans Fletcher Graham
    Griffiths Hall Harrison Hughes Jackson Kaur Khan Lewis MacDonald Marsh Mitchell Morgan Murray O’Neill
    Palmer Patel Reid Roberts Shaw Singh Smith Taylor Turner Walker Whitfield Wright
  `),
}

export const cascadeNames = {
  firstNames: words(`
    Aaliyah Abigail Alejandro Andrew Ava Benjamin Brandon Camila Carlos Chloe Diego Elijah Emily Ethan
    Gabriela Hannah Isabella Jasmine Javier Jordan José Kayla Kevin Liam Lucía Madison Mateo Mei Mia Michael
    Natalia Noah Olivia Rachel Sofía Tyler Valentina Victoria Wei Zoe
  `),
  lastNames: words(`
    Anderson Bailey Brooks Carter Castillo Chen Cruz Davis Díaz Fisher Flores Garcia Gonzalez Harris
    Hernández Jackson Johnson Kim Larsen Lee López Martinez Miller Moore Morales Nguyen Olson Parker Peterson
    Ramirez Reed Rivera Robinson Sanchez Stewart Thompson Torres Walker Williams Young
  `),
}

export const meadowNames = {
  firstNames: words(`
    Aidan Aoife Brendan Brian Bríd Caoimhe Cathal Ciara Colm Conor Deirdre Declan Eimear Eoin Fiona Gráinne
    Imelda Kieran Liam Maeve Michael Niamh Oisín Orla Padraig Róisín Sean Siobhán Tadhg Úna
  `),
  lastNames: words(`
    Brennan Burke Byrne Carroll Connolly Costello Daly Doherty Fahy Fitzgerald Flynn Gallagher Geraghty
    Hession Joyce Kelly Kennedy Lynch Mannion McCarthy Moran Murphy Nolan O’Brien O’Connor O’Sullivan Quinn
    Ryan Tierney Walsh
  `),
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
