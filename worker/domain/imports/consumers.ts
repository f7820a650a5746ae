import type { NumberFormat } from "#app/shared/number-format.ts";
import { addingConsumer, consumers } from "../calibration/consumers.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { formatQuery } from "../entity/numbers.ts";
import { type Accepted, type ImportKind, together, type Values } from "./kind.ts";
import { resourceKind } from "./resource-kind.ts";

const resource = consumers as unknown as AnyEntity;
const kind = resourceKind("consumers", resource);
/** A row's form, and how its number is written where it has none. */
type Planned = { form: Values; format: NumberFormat | undefined };

/** Consumers by name; a new one without a number gets the next one. */
export const consumerKind: ImportKind = {
  ...kind,
  reads: (db, words, filed) => [...kind.reads(db, words, filed), formatQuery(db, "consumer")],
  judge(judging, fields) {
    const judged = kind.judge(judging, fields);
    const [format] = judging.facts.at(-1) as NumberFormat[];
    return "errors" in judged
      ? judged
      : { ...judged, values: { form: judged.values, format } as Planned };
  },
  write: (db, { company }, accepted) =>
    together(
      (accepted as readonly Accepted<Planned>[]).map(({ id, values: { form, format }, current }) =>
        current
          ? resource.changing(db, current as never, form)
          : addingConsumer(db, company, format, id, form),
      ),
    ),
};
