import { and, eq, isNull } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import type { NumberFormat } from "#app/shared/number-format.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  consumerSites,
  consumers,
  machineEvents,
  machineModels,
  machines as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { dayOf } from "../entity/day-of.ts";
import { entity } from "../entity/entity.ts";
import { checked, problems } from "../entity/fields.ts";
import {
  formatQuery,
  type Numbering,
  numberingOf,
  takeNumber,
  takenNumber,
} from "../entity/numbers.ts";
import { explainReferences } from "../entity/references.ts";
import { chosenOf } from "../lists/chosen.ts";
import { namedBy } from "../lists/more-columns.ts";
import { unindexing } from "../search/search.ts";
import { machineFilters } from "./machine-filters.ts";
import { machineFlow } from "./machine-flow.ts";
import { type MachineInput, machineInput, machineSheet, storedMachine } from "./machine-input.ts";
import { provenMachine } from "./machine-proof.ts";
import { MACHINE, machineWords } from "./machine-search.ts";

type Values = Record<string, unknown>;

/** What happened first: it was registered. */
function registered(db: CompanyDb, machineId: string): Statement {
  const { actorId, actorName } = db.stamp;
  const said = { status: "active", note: "Registered" } as const;
  return db.inserting(machineEvents, { machineId, ...said, actorId, actorName, at: Date.now() });
}

const verbs = entity({
  table,
  noun: ["machine", "machines"],
  name: MACHINE,
  subject: "machine",
  input: machineInput,
  title: "machineNo",
  stored: storedMachine,
  list: {
    sorts: { due: table.orderOn, number: table.machineNo, name: table.name },
    filters: machineFilters,
    more: {
      consumerName: namedBy(consumers, consumers.name, table.consumerId),
      modelName: namedBy(machineModels, machineModels.name, table.machineModelId),
      assetCode: namedBy(assets, assets.assetCode, table.assetId),
    },
  },
  offered: {
    to: ["view-machine", "create-certificate-report", "edit-certificate-report"],
    hint: table.name,
  },
  palette: {
    group: "Machines",
    icon: "machine",
    title: ({ machineNo, name }) => `${machineNo} ${name}`,
    hint: ({ serialNo, customerTag }) => [serialNo, customerTag].filter(Boolean).join(", "),
    href: ({ id }) => `/machine/${id}`,
  },
  sheet: machineSheet,
  imported: { key: "machineNo" },
  /** A site is one of the consumer's, also when somebody moves it meanwhile. */
  also: (db, _, { consumerId, consumerSiteId }, before) =>
    consumerSiteId &&
    (consumerSiteId !== before?.consumerSiteId || consumerId !== before.consumerId)
      ? [
          db.assert(
            "usable_reference",
            db.exists(
              consumerSites,
              and(eq(consumerSites.id, consumerSiteId), eq(consumerSites.consumerId, consumerId!))!,
            ),
          ),
        ]
      : [],
  always: (anyDb, { id, values, before, gone }) => {
    const db = anyDb as CompanyDb;
    if (gone) return [unindexing(db, id)];
    if (!values) return [];
    const words = machineWords(db, id, values);
    return before ? words : [...words, registered(db, id)];
  },
});

/** The columns of a list, by the filter that names a record in them. */
const recordColumns = { consumer: table.consumerId, model: table.machineModelId };

/** A new machine; without a number it takes the company's next one, in the same batch. */
function addingMachine(db: CompanyDb, id: string, values: MachineInput, numbering: Numbering) {
  if (values.machineNo) return verbs.adding(db, id, values);
  // To the log it is nothing yet: only the database knows it.
  const machineNo = Object.assign(takenNumber(db, numbering), { toJSON: () => null });
  const { writes, activity } = verbs.adding(db, id, { ...values, machineNo });
  const used = { table, column: table.machineNo, living: isNull(table.deletedAt) };
  return {
    writes: [takeNumber(db, numbering, used), ...writes],
    activity: { ...activity, label: values.name },
  };
}

const numberOf = (db: CompanyDb, { id }: { id: string }) =>
  db
    .select({ machine_no: table.machineNo })
    .from(table)
    .where(db.ofOwner(table, eq(table.id, id)));

/** Devices under calibration: of consumers, and of the company's own assets. */
export const machines = {
  ...verbs,

  /** A page of the list, with the records that its filters name. */
  async list(session: Session, params: URLSearchParams, record?: string) {
    const db = session.authorize("view-machine");
    const today = dayOf(db);
    const asked = Object.fromEntries([...params].map(([key, value]) => [key, value]));
    const chosen = chosenOf(db, recordColumns, asked);
    const [list, named] = await Promise.all([
      verbs.list(session, params, record),
      chosen.statements.length ? db.read(...(chosen.statements as unknown as [Statement])) : [],
    ]);
    return { ...list, chosen: chosen.of(named as Choice[][]), today };
  },

  /** A machine with what may be done with it. @throws Response 403, 404 */
  async find(session: Session, id: string) {
    const row = await verbs.find(session, id);
    return { ...row, moves: machineFlow.movesOf(session, row) };
  },

  /** Adds a machine, under the next number where none is typed. @throws Response 403, 404, 422 */
  async create(session: Session, sent: unknown): Promise<Answer<{ id: string }>> {
    const db = session.authorize("create-machine");
    const values = checked(machineInput, sent);
    const [own] = await provenMachine(session, db, values, formatQuery(db, "machine"));
    const numbering = numberingOf("machine", session.company, own as NumberFormat | undefined);
    const id = newId();
    try {
      return await db.commit<{ id: string }>({
        ...addingMachine(db, id, values, numbering),
        answer: { status: 201, message: "Machine added", data: { id } },
        assigned: (made) => numberOf(db, made),
      });
    } catch (refusal) {
      if (refusal instanceof Response) await explainReferences(db, verbs.references, values);
      throw refusal;
    }
  },

  async update(session: Session, id: string, { version, ...sent }: Values) {
    const db = session.authorize("edit-machine");
    const { values } = problems(machineInput, sent);
    const own = db.byId(verbs.table, id);
    const [row] = values ? await provenMachine(session, db, values, own) : [];
    return verbs.update(
      session,
      id,
      { version, ...sent },
      [],
      row as Row<typeof verbs.table> | undefined,
    );
  },
};
