/** One guard taken away: the text, what stands there instead, and the tests that must turn red. */
export type Mutant = {
  name: string;
  file: string;
  from: string;
  to: string;
  /** A second place that must change with it, where one guard stands behind the other. */
  and?: { from: string; to: string };
  tests: string[];
  only?: string;
};
