/** Fields of calibration, as people call them. */
export const disciplineWords = {
  electrical: "Electrical",
  thermal: "Thermal",
  mechanical: "Mechanical",
  medical: "Medical",
  fluid: "Fluid",
  optical: "Optical",
  mass_volume: "Mass and volume",
} as const;
export const disciplineNames: Record<string, string> = disciplineWords;
export const disciplineText = (discipline: string) => disciplineNames[discipline] ?? discipline;
export const disciplineChoices = Object.entries(disciplineNames).map(([value, label]) => ({
  value,
  label,
}));
