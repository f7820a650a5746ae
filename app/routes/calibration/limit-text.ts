import { symbolOf } from "./words.tsx";

/** A limit as people read it: "≤ 500 µA". */
export const limitText = ({
  op,
  limitValue,
  unit,
}: {
  op: string;
  limitValue: string;
  unit: string;
}) => `${op === "le" ? "≤" : "≥"} ${limitValue} ${symbolOf(unit)}`;
