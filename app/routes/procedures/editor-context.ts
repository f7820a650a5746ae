import { createContext, useContext } from "react";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { OfferedRule } from "#worker/domain/procedures/rules.ts";
import type { Draft } from "./editing.ts";
import type { Path } from "./put.ts";

export type Engine = typeof import("#app/shared/calibration/worked.ts");

export type Editor = {
  draft: Draft;
  /** Sets a value at a place of the draft. */
  change: (path: Path, value: unknown) => void;
  /** What is wrong with a field, as the server or the editor found it. */
  errors: FieldErrors;
  rules: readonly OfferedRule[];
  /** Null while it is loaded. */
  engine: Engine | null;
};

export const EditorContext = createContext<Editor | null>(null);
export const useEditor = (): Editor => useContext(EditorContext)!;

/** A field's name, as errors and the list of what is missing have it: "content.parameters.0.name". */
export const nameOf = (path: Path) => path.join(".");
