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
