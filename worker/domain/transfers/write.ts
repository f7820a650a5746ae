import { eq } from "drizzle-orm";
import { refusalOf } from "#app/shared/flows/rules.ts";
import { needsApproval, transferRules } from "#app/shared/flows/transfers.ts";
import { newId } from "#drizzle/columns.ts";
import { assetTransferLines, assetTransfers, transferEvents } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer } from "../../db/db.ts";
import { forbidden, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { checked } from "../entity/fields.ts";
import { formatQuery, numberingOf, takeNumber, takenNumber } from "../entity/numbers.ts";
import { overtaken } from "../entity/overtaken.ts";
import { notifying } from "../notifications/notify.ts";
import { countersOf } from "./counters.ts";
import { drawnUp, looksUp } from "./draw-up.ts";
import { transferFlow } from "./flow.ts";
import { transferInput } from "./input.ts";
import { inLines, releasing } from "./lines.ts";
import { requestedNotice } from "./notices.ts";

type Written = Answer<{ id: string; number?: string }>;

/** The log's entry: devices and Location by their names. */
const logged = (
  action: string,
  id: string,
  label: string,
  { devices, to, values }: Pick<ReturnType<typeof drawnUp>, "devices" | "to" | "values">,
): Activity => ({
  ...{ action, kind: "asset_transfer", id, label },
  changes: changesBetween(
    {},
    {
      kind: values.kind,
      to: to.name,
      dueBackOn: values.dueBackOn,
      reason: values.reason,
      assets: devices.map(({ assetCode }) => assetCode).join(", "),
    },
  ),
});

const numberOf = (db: CompanyDb, id: string) =>
  db
    .select({ number: assetTransfers.number })
    .from(assetTransfers)
    .where(db.ofOwner(assetTransfers, eq(assetTransfers.id, id)));

/** After a refusal: says what has come between, where it is about one of the devices. */
async function explained(
  session: Session,
  db: CompanyDb,
  id: string,
  input: ReturnType<typeof transferInput.parse>,
  refusal: unknown,
): Promise<never> {
  if (isRefusal(refusal, 409))
    drawnUp(session, db, id, input, await db.read(...looksUp(db, input)));
  throw refusal;
}

/**
 * Writes a transfer, as a draft or asked for at once. Devices with an open call are warned of.
 * @throws Response 403; 404 for a device the person does not see; 409 for one that is condemned, disposed of, out, or in another
 *   transfer; 422
 */
export async function createTransfer(session: Session, sent: unknown): Promise<Written> {
  const db = session.authorize("create-asset-transfer");
  const input = checked(transferInput, sent);
  const [[format], ...known] = await db.read(formatQuery(db, "transfer"), ...looksUp(db, input));
  const id = newId();
  const { values, devices, to, before, after, warnings } = drawnUp(session, db, id, input, known);
  const numbering = numberingOf("transfer", session.company, format);
  const at = Date.now();
  const { userId, name: actorName } = session.actor;
  const isAsked = !input.isDraft;
  const status = isAsked ? ("requested" as const) : ("draft" as const);
  const row = {
    ...{ ...values, id, status },
    ...(isAsked ? { requestedBy: userId, requestedAt: at } : {}),
  };
  const state = {
    ...row,
    requestedBy: isAsked ? userId : null,
    dispatchedBy: null,
    returnedAt: null,
  };
  const tells = isAsked && needsApproval(session.company.settings);
  const notice = requestedNotice(
    { ...state, version: 1 },
    { assets: devices.length, to: to.name, reason: values.reason },
  );
  return db
    .commit<{ id: string; number?: string }>({
      writes: [
        takeNumber(db, numbering, { table: assetTransfers, column: assetTransfers.number }),
        ...before,
        db.inserting(assetTransfers, { ...row, number: takenNumber(db, numbering) }),
        ...after,
        db.inserting(transferEvents, {
          ...{ transferId: id, status, note: null, actorId: userId, actorName, at },
        }),
        ...[...countersOf(state), "transfers.total"].map((name) => bump(db, name, 1)),
        ...(tells ? notifying(db, session.origin, ...notice, at) : []),
      ],
      activity: logged("create.asset_transfer", id, `Transfer to ${to.name}`, {
        ...{ devices, to, values },
      }),
      answer: {
        status: 201,
        message: isAsked ? "Transfer requested" : "Draft saved",
        data: { id },
        ...(warnings.length ? { warnings } : {}),
      },
      assigned: ({ id: saved }) => numberOf(db, saved),
    })
    .catch((refusal) => explained(session, db, id, input, refusal));
}

/**
 * Writes a draft anew. Whether it is asked for is another command.
 * @param version the one the form was opened with; a client may leave it out
 * @throws Response 403, 404, 409, 422 as when it is created
 */
export async function updateTransfer(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Written> {
  const held = (["edit-asset-transfer", "create-asset-transfer"] as const).find(session.can);
  const db = session.authorize(held ?? "edit-asset-transfer");
  const input = checked(transferInput, sent);
  const [[old], ...known] = await db.read(db.byId(assetTransfers, id), ...looksUp(db, input));
  if (!old) return notFound("transfer");
  const no = refusalOf(transferRules, "edit", old, transferFlow.moverOf(session));
  if (no?.status === 403) forbidden(no.message ?? undefined);
  const isOld = version !== undefined && version !== "" && Number(version) !== old.version;
  if (no || isOld) return overtaken(db, old, null, no?.message ?? null);
  const { values, devices, to, before, after, warnings } = drawnUp(session, db, id, input, known);
  return db
    .commit<{ id: string; number?: string }>({
      writes: [
        db.assertUnchanged(assetTransfers, old),
        ...before,
        releasing(db, id, inLines(db, id)),
        db.removing(assetTransferLines, eq(assetTransferLines.transferId, id)),
        db.updating(assetTransfers, eq(assetTransfers.id, id), values),
        ...after,
      ],
      activity: logged("update.asset_transfer", id, old.number, { devices, to, values }),
      answer: {
        status: 200,
        message: "Draft saved",
        data: { id, number: old.number },
        ...(warnings.length ? { warnings } : {}),
      },
    })
    .catch((refusal) => explained(session, db, id, input, refusal));
}
