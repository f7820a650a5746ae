import { useContext } from "react";
import { FormContext } from "./form-context.ts";

/**
 * The version of the record that the form was opened with; where someone else saved meanwhile and was told of, theirs. A draft keeps its
 * own, so that what others saved since is noticed.
 */
export function Version({
  of,
  newer,
}: {
  of: number | string | undefined;
  newer?: number | undefined;
}) {
  const { values, isDraft } = useContext(FormContext);
  const value = newer ?? (isDraft && values.version ? String(values.version) : of);
  return value === undefined ? null : <input type="hidden" name="version" value={value} />;
}
