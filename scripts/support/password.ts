/** The password of everybody in the demo data. */
export const PASSWORD = "Calibrate-2026-demo";
