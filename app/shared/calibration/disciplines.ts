/** Fields of calibration, as people call them, by the words that are stored. */
export const disciplineWords = {
  electrical: "Electrical",
  thermal: "Thermal",
  mechanical: "Mechanical",
  medical: "Medical",
  fluid: "Fluid",
  optical: "Optical",
  mass_volume: "Mass and volume",
} as const;
const words: Readonly<Record<string, string>> = disciplineWords;
export const disciplineText = (discipline: string) => words[discipline] ?? discipline;
export const disciplineChoices = Object.entries(words).map(([value, label]) => ({ value, label }));
