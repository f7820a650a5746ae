import { signatureChanges, signatures as table } from "#drizzle/tenant/index.ts";
import { signatureDetail } from "../domain/calibration/signatures.ts";
import type { AnyEntity } from "../domain/entity/entity.ts";
import { resources } from "../domain/index.ts";
import type { AnySession, Session } from "../session.ts";
import type { Call } from "./call.ts";
import { offers } from "./flows.ts";
import { resourceCalls } from "./resource-calls.ts";
import { list, rowShape, text } from "./shapes.ts";
import { toWire } from "./wire.ts";

/** A signature with what happened to it and what may be done with it. */
async function find(session: AnySession, id: string) {
  const { signature, events, moves } = await signatureDetail(session as Session, id);
  return { ...signature, events: events.map(toWire), moves };
}

/** Signatures; suspending, reinstating and revoking one are moves, in flows.ts. */
export const signatureCalls: Call[] = resourceCalls(
  "signatures",
  { ...resources.signatures!, find } as AnyEntity,
  "company",
  {
    record: rowShape(table, {
      roles: list(text),
      disciplines: list(text),
      parameters: list(text),
      events: list(rowShape(signatureChanges)),
      moves: offers,
    }),
    example: { roles: ["calibrated_by"], disciplines: ["electrical"] },
  },
);
