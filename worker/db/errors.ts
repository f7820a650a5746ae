import type { FieldErrors } from "#app/shared/refusal.ts";
import { isDown, isOverload, isRetryable, messageOf, refuseFull } from "../busy.ts";
import { conflict, invalid, unavailable } from "../refusals.ts";

/** A broken rule by its name, read from a D1 error. */
type Broken = { kind: "unique" | "check" | "foreign" | "trigger"; name: string; columns: string[] };

/** Waits for work whose batch may stop at a rule. @throws what `refused` throws where it is this one */
export async function unlessBroken<R>(
  work: Promise<R>,
  rule: string,
  refused: () => never,
): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (brokenRule(error)?.name === rule) refused();
    throw error;
  }
}

/** Reads the constraint out of a D1 error; null when the error is none. */
export function brokenRule(error: unknown): Broken | null {
  const message = messageOf(error);
  const unique =
    message.match(/UNIQUE constraint failed: ([\w., ]+?)(?::|$| Failed|\s\w+:)/) ??
    message.match(/UNIQUE constraint failed: ([\w., ]+)/);
  if (unique) {
    const columns = unique[1]!.split(",").map((c) => c.trim().split(" ")[0]!);
    return {
      kind: "unique",
      name: columns[0]!.split(".")[0]!,
      columns: columns.map((c) => c.split(".")[1] ?? c),
    };
  }
  const check = message.match(/CHECK constraint failed: (\w+)/);
  if (check) return { kind: "check", name: check[1]!, columns: [] };
  if (message.includes("FOREIGN KEY constraint failed"))
    return { kind: "foreign", name: "foreign", columns: [] };
  const trigger = message.match(/\b(\w+_no_(?:update|delete))\b/);
  return trigger ? { kind: "trigger", name: trigger[1]!, columns: [] } : null;
}

/** Repeats idempotent work on D1's passing faults: at most three times, with jitter. */
export async function retried<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > 3 || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt + Math.random() * 100));
    }
  }
}
/** What a company's rows are refused with while they are carried to another shard. */
export const HELD = "company_is_held";
const HELD_S = 30;
/** @throws Response 503 for a write to rows that are held */
export function refuseHeld(error: unknown): void {
  if (messageOf(error).includes(HELD))
    unavailable(
      "Your data is being moved to another place. It can be read; try to save again in a minute.",
      HELD_S,
    );
}
const SENT_ONCE = "The service did not answer. Send it again: it is saved only once.";
const MAYBE_SAVED =
  "The service did not answer. Look whether it was saved before you send it again.";

/** Labels of columns that differ from the words of their names. */
const labels: Record<string, string> = {
  email: "E-mail",
  asset_code: "Asset code",
  serial_no: "Serial no",
  part_no: "Part no",
  hostname: "Domain",
  slug: "Short name",
};
const labelOf = (column: string) =>
  labels[column] ?? `${column[0]!.toUpperCase()}${column.slice(1).replaceAll("_", " ")}`;
const camel = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Thrown when another command has appended to the ledger first: the command is to be made again on the new head. */
export class HeadMoved extends Error {}

const sentences: Record<string, () => never> = {
  movement_qty_positive: () => invalid({ qty: ["Quantity must be at least 1"] }),
  part_qty_positive: () => invalid({ qty: ["Quantity must be at least 1"] }),
  stock_not_negative: () => conflict("There is not enough in stock"),
  stock_batch_not_negative: () => conflict("There is not enough of this batch"),
  vendor_has_kind: () => invalid({ isSupplier: ["Choose at least one kind"] }),
  one_live_line_per_part: () => invalid({ parts: ["Part already added"] }),
  assert_unreferenced: () => conflict("It is in use. Archive it or move what uses it first."),
  assert_usable_reference: () =>
    invalid({ form: ["Something chosen here is no longer available"] }),
  assert_all_found: () => conflict("An item is no longer available"),
  assert_not_locked: () => conflict("This report is locked"),
  assert_last_admin: () => conflict("A company needs at least one active Admin"),
  state_as_expected: () => conflict("Someone else changed this record"),
  assets_warranty_in_order: () => invalid({ warrantyEndOn: ["Warranty ends before it starts"] }),
  coupon_not_overused: () => invalid({ couponCode: ["This coupon has been used up"] }),
  stores_one_default: () => conflict("Another store is the default"),
};

/** What may be there once only, by the table and the column that says of what. */
const onlyOnce: Record<string, () => never> = {
  "orders company_id": () => conflict("Another order is still to be paid. Pay or cancel it first."),
  "upgrade_requests company_id": () => conflict("Another request is still open"),
  "domain_requests company_id": () => conflict("Another request is still open"),
  "domain_requests hostname": () =>
    invalid({ hostname: ["Somebody has asked for this host already"] }),
  "subscriptions company_id": () => conflict("Someone else changed this record"),
  "payment_events event_id": () => conflict("This event was applied already"),
  "company_exports company_id": () =>
    conflict("Your data is being put together already. Wait until it is ready."),
  "company_closings company_id": () =>
    conflict("Another request about this company waits for a second person"),
  "certificate_reports machine_id": () =>
    invalid({ machineId: ["Another certificate of this machine is open"] }),
  "inhouse_calibrations due_occurrence_id": () =>
    conflict("This planned calibration was done by another one"),
};

/**
 * Turns a broken rule into its refusal. Rethrows errors that no person can cause.
 * @param isOnce whether what is sent again is carried out once
 * @throws Response 409 or 422; 503 when the database is overloaded, full or does not answer, or the company's rows are held
 */
export function refuseBroken(error: unknown, isOnce = false): never {
  if (isOverload(error)) unavailable();
  refuseFull(error);
  if (isDown(error)) {
    console.error("A database does not answer", error);
    unavailable(isOnce ? SENT_ONCE : MAYBE_SAVED);
  }
  refuseHeld(error);
  const broken = brokenRule(error);
  if (!broken) throw error;
  // An entry's number and the hash before it are those of no other entry.
  if (broken.kind === "unique" && broken.name === "ledger_events") throw new HeadMoved();
  const sentence = sentences[broken.name];
  if (sentence) sentence();
  if (broken.kind === "unique") {
    const column = broken.columns.at(-1)!;
    onlyOnce[`${broken.name} ${column}`]?.();
    if (column === "id" || column === "company_id") throw error;
    const errors: FieldErrors = { [camel(column)]: [`${labelOf(column)} is already used`] };
    invalid(errors);
  }
  const integer = broken.name.match(/^(?:[a-z_]+?)_([a-z]+(?:_[a-z]+)*)_(?:integer|known)$/);
  if (broken.kind === "check" && integer)
    invalid({ form: [`${labelOf(integer[1]!)} is not a valid value`] });
  throw error;
}
