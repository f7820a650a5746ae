import { inArray, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { lineDays } from "#app/shared/contracts.ts";
import { plural } from "#app/shared/plural.ts";
import { contractAssets } from "#drizzle/tenant/index.ts";
import type { Activity, Answer } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { invalid, isRefusal } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { coverOfDevices } from "./cover.ts";
import { assertAgreed, countLines, uncountLines } from "./effects.ts";
import { addInput, removeInput } from "./input.ts";
import {
  type Contract,
  contractWith,
  type Device,
  type LineFailure,
  type LineRow,
  type LinesDone,
  lineLogged,
  linesOf,
  rivalWarnings,
  titleOf,
  whyNot,
} from "./lines.ts";

const TRIES = 3;

/** The lines of devices, as a condition on "line". */
const namedLines = (id: string, assetIds: readonly string[]) =>
  sql`"line"."contract_id" = ${id} and "line"."asset_id" in (select "value" from json_each(${JSON.stringify(assetIds)}))`;

/** Runs a step again when somebody was first with one of its devices. @throws Response 409 when others keep changing them */
async function repeated<S, R>(read: () => Promise<S>, write: (seen: S) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const seen = await read();
    try {
      return await write(seen);
    } catch (refusal) {
      if (!isRefusal(refusal, 409) || attempt === TRIES) throw refusal;
    }
  }
}

/** The contract's own entry in the log; those of its devices are in their histories. */
const counted = (action: string, { id, number }: Contract, n: number): Activity[] => [
  {
    ...{ action: `${action}.contract`, kind: "contract", id, label: number },
    changes: [{ field: "assets", from: null, to: n }],
  },
];

const said = (done: string, failed: number) =>
  failed ? `${done}, ${plural(failed, "1 could not be", "{n} could not be")}` : done;

/**
 * Brings up to 200 devices under a contract, in one batch. What is on it already stays; what cannot be is named and left alone.
 * @throws Response 403; 404; 409 when it is terminated; 422
 */
export async function addDevices(
  session: Session,
  id: string,
  sent: unknown,
): Promise<Answer<LinesDone>> {
  const db = session.authorize("edit-vendor");
  const { assetIds, fromOn } = checked(addInput, sent);
  const today = dayIn(session.company.timeZone);
  if (fromOn && fromOn > today) invalid({ fromOn: ["The date cannot be in the future"] });
  const seen = () => contractWith(db, id, assetIds);
  return repeated(seen, async ({ contract, devices, lines, rivals }) => {
    const asked = [...new Set(assetIds)];
    const failed: LineFailure[] = [];
    const added: Device[] = [];
    const again: (LineRow & { device: Device })[] = [];
    for (const one of asked) {
      const device = devices.get(one);
      const reason = whyNot(device);
      const line = lines.get(one);
      if (!device || reason)
        failed.push({ id: one, label: device ? titleOf(device) : "", reason: reason! });
      else if (!line) added.push(device);
      else if (line.toOn !== null) again.push({ ...line, device });
    }
    const changed = [...added, ...again.map(({ device }) => device)];
    const ids = changed.map((device) => device.id);
    const known = again.map(({ id: line, version }) => [line, version]);
    const unchanged = sql`(select count(*) from json_each(${JSON.stringify(known)}) as "was" cross join ${contractAssets}
      where ${db.ofOwner(contractAssets, sql`${contractAssets.id} = "was"."value" ->> 0 and ${contractAssets.version} = "was"."value" ->> 1`)}) = ${known.length}`;
    const fresh = linesOf(
      id,
      added.map((device) => device.id),
    );
    const answer = await db.commit<LinesDone>({
      writes: ids.length
        ? [
            assertAgreed(db, id),
            db.assert("state", sql`not ${db.existsAnywhere(contractAssets, fresh)}`),
            db.assert("state", unchanged),
            ...(added.length
              ? [
                  db.insertingAll(
                    contractAssets,
                    added.map((device) => ({ contractId: id, assetId: device.id, fromOn })),
                  ),
                ]
              : []),
            ...(again.length
              ? [
                  db.updating(
                    contractAssets,
                    inArray(contractAssets.id, among(again.map((line) => line.id))),
                    { fromOn: fromOn ?? today, toOn: null },
                  ),
                ]
              : []),
            countLines(db, 1, namedLines(id, ids)),
            coverOfDevices(db, ids, today),
          ]
        : [],
      activity: [
        ...changed.map((device) => lineLogged("add_device", contract, device)),
        ...counted("add_devices", contract, ids.length),
      ],
      answer: {
        status: 200,
        message: said(
          plural(ids.length, "1 asset added to the contract", "{n} assets added to the contract"),
          failed.length,
        ),
        data: { changed: ids.length, same: asked.length - ids.length - failed.length, failed },
      },
    });
    const warnings = rivalWarnings(
      session,
      contract,
      rivals.filter(({ assetId }) => ids.includes(assetId)),
    );
    return warnings.length ? { ...answer, warnings } : answer;
  });
}

/**
 * Takes up to 200 devices off a contract, in one batch: what it has covered stays known, a line that has not begun goes.
 * @throws Response 403; 404; 409 when it is terminated; 422
 */
export async function removeDevices(
  session: Session,
  id: string,
  sent: unknown,
): Promise<Answer<LinesDone>> {
  const db = session.authorize("edit-vendor");
  const { assetIds } = checked(removeInput, sent);
  const today = dayIn(session.company.timeZone);
  const seen = () => contractWith(db, id, assetIds);
  return repeated(seen, async ({ contract, devices, lines }) => {
    const asked = [...new Set(assetIds)];
    const failed = asked
      .filter((one) => !lines.has(one))
      .map((one): LineFailure => {
        const device = devices.get(one);
        return device
          ? { id: one, label: titleOf(device), reason: "It is not on this contract" }
          : { id: one, label: "", reason: "This asset was not found" };
      });
    const ending = [...lines.values()].filter(({ toOn }) => toOn === null);
    const hasBegun = (line: LineRow) => lineDays(contract, line).since < today;
    const [begun, unbegun] = [ending.filter(hasBegun), ending.filter((one) => !hasBegun(one))];
    const lineIds = (some: readonly LineRow[]) =>
      inArray(contractAssets.id, among(some.map((line) => line.id)));
    const ids = ending.map(({ assetId }) => assetId);
    const open = sql`(select count(*) from ${contractAssets} where ${db.ofOwner(contractAssets, sql`${linesOf(id, ids)} and ${contractAssets.toOn} is null`)}) = ${ids.length}`;
    return db.commit<LinesDone>({
      writes: ids.length
        ? [
            assertAgreed(db, id),
            db.assert("state", open),
            uncountLines(db, namedLines(id, ids)),
            ...(begun.length ? [db.updating(contractAssets, lineIds(begun), { toOn: today })] : []),
            ...(unbegun.length ? [db.removing(contractAssets, lineIds(unbegun))] : []),
            coverOfDevices(db, ids, today),
          ]
        : [],
      activity: [
        ...ids.flatMap((one) => {
          const device = devices.get(one);
          return device ? [lineLogged("remove_device", contract, device)] : [];
        }),
        ...counted("remove_devices", contract, ids.length),
      ],
      answer: {
        status: 200,
        message: said(
          plural(ids.length, "1 asset taken off the contract", "{n} assets taken off the contract"),
          failed.length,
        ),
        data: { changed: ids.length, same: asked.length - ids.length - failed.length, failed },
      },
    });
  });
}
