/** A point at which a standard was calibrated. Figures are decimal text in the unit of its range. */
export type CalibratedPoint = {
  nominal: string;
  reference: string;
  indicated: string;
  /** Reference less indicated, to the last digit. */
  correction: string;
  u: string;
  k: string;
  /** Null: infinite. */
  dof: string | null;
};
