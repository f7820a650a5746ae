/** The disciplines of a laboratory, by the words that are stored. */
export const disciplineNames: Record<string, string> = {
  electrical: "Electrical",
  thermal: "Thermal",
  mechanical: "Mechanical",
  medical: "Medical",
  fluid: "Fluid",
  optical: "Optical",
  mass_volume: "Mass and volume",
};
export const disciplineText = (discipline: string) => disciplineNames[discipline] ?? discipline;
export const disciplineChoices = Object.entries(disciplineNames).map(([value, label]) => ({
  value,
  label,
}));
