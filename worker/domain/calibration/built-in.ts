import { isNull } from "drizzle-orm";
import type { DeviceTemplate, TemplateTest } from "#app/shared/calibration/device-template.ts";
import { limitName } from "#app/shared/calibration/safety-words.ts";
import { plural } from "#app/shared/plural.ts";
import { newId } from "#drizzle/columns.ts";
import { deviceTemplates, safetyLimits } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Results, Statement } from "../../db/db.ts";
import { isRefusal } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { indexingAll } from "../search/search.ts";
import type { LimitRow } from "./safety-limits.ts";
import { rivalOf } from "./safety-rivals.ts";

type BuiltInTest = TemplateTest & { limits?: unknown };
type BuiltInDevice = Omit<DeviceTemplate, "tests"> & { tests: readonly BuiltInTest[] };
type BuiltInLimit = Pick<LimitRow, "standard" | "edition" | "method" | "condition" | "quantity"> &
  Pick<LimitRow, "unit" | "op" | "source" | "verify"> & {
    equipment_class: LimitRow["equipmentClass"];
    applied_part: LimitRow["appliedPart"];
    limit: string;
  };

/** The product's templates and limits; read only where they are asked for, so that no other request carries them. */
export async function builtIn() {
  const file = (await import("./biomed-templates.json")).default as unknown as {
    devices: readonly BuiltInDevice[];
    electrical_safety: readonly BuiltInLimit[];
  };
  return {
    // Limits follow from the tolerance; those of the file check the engine.
    templates: file.devices.map(
      (device): DeviceTemplate => ({
        ...device,
        tests: device.tests.map(({ limits: _, ...test }) => test),
      }),
    ),
    limits: file.electrical_safety.map(({ equipment_class, applied_part, limit, ...row }) => {
      const said = { ...row, equipmentClass: equipment_class, appliedPart: applied_part };
      return {
        ...said,
        limitValue: limit,
        name: limitName(said),
        originKey: [
          ...[said.standard, said.edition, said.quantity, said.equipmentClass],
          ...[said.appliedPart, said.method, said.condition],
        ]
          .map((part) => part ?? "")
          .join("|"),
      };
    }),
  };
}

/** More than anybody keeps; what is beyond is not compared. */
const MOST = 2000;
type Part = { writes: Statement[]; activity: Activity[]; added: number; left: number };

const logged = (kind: string, id: string, label: string): Activity => ({
  ...{ action: `create.${kind}`, kind, id, label, via: "import" },
});

const templatesOf = (db: CompanyDb) =>
  db
    .select({ originKey: deviceTemplates.originKey, name: deviceTemplates.name })
    .from(deviceTemplates)
    .where(db.ofOwner(deviceTemplates, isNull(deviceTemplates.deletedAt)))
    .limit(MOST);
const limitsOf = (db: CompanyDb) =>
  db
    .select()
    .from(safetyLimits)
    .where(db.ofOwner(safetyLimits, isNull(safetyLimits.deletedAt)))
    .limit(MOST);
type BuiltIn = Awaited<ReturnType<typeof builtIn>>;

/** What a company lacks of the built-in templates; none that it has is touched. */
function templatesPart(
  db: CompanyDb,
  has: Results<[ReturnType<typeof templatesOf>]>[0],
  { templates }: BuiltIn,
): Part {
  const keys = new Set(has.map(({ originKey }) => originKey));
  const names = new Set(has.map(({ name }) => name.toLowerCase()));
  const lacking = templates.filter(({ key }) => !keys.has(key));
  const rows = lacking
    .filter(({ device }) => !names.has(device.toLowerCase()))
    .map((content) => ({
      ...{ id: newId(), name: content.device, originKey: content.key, content },
      unconfirmed: content.tests.filter(({ verify }) => verify).length,
    }));
  return {
    writes: rows.length
      ? [
          db.insertingAll(deviceTemplates, rows),
          indexingAll(
            db,
            "device_template",
            rows.map(({ id, name }) => ({ id, texts: [name] })),
          ),
        ]
      : [],
    activity: rows.map(({ id, name }) => logged("device_template", id, name)),
    added: rows.length,
    left: lacking.length - rows.length,
  };
}

/** What a company lacks of the built-in limits, without those that would contradict one of its own. */
function limitsPart(
  db: CompanyDb,
  has: Results<[ReturnType<typeof limitsOf>]>[0],
  { limits }: BuiltIn,
): Part {
  const keys = new Set(has.map(({ originKey }) => originKey));
  const counting = has.filter(({ archivedAt }) => archivedAt === null);
  const lacking = limits.filter(({ originKey }) => !keys.has(originKey));
  const rows = lacking
    .map((limit) => ({ ...limit, id: newId() }))
    .filter((limit) => rivalOf(counting, limit) === null);
  return {
    writes: rows.length
      ? [
          db.insertingAll(safetyLimits, rows),
          indexingAll(
            db,
            "safety_limit",
            rows.map(({ id, standard, quantity, condition, source }) => ({
              ...{ id, texts: [standard, quantity, condition, source] },
            })),
          ),
        ]
      : [],
    activity: rows.map(({ id, name }) => logged("safety_limit", id, name)),
    added: rows.length,
    left: lacking.length - rows.length,
  };
}

export type BroughtIn = { templates: number; limits: number };
const NOTHING: Part = { writes: [], activity: [], added: 0, left: 0 };

async function broughtIn(
  db: CompanyDb,
  asked: { templates: boolean; limits: boolean },
): Promise<Answer<BroughtIn>> {
  const [[ofTemplates, ofLimits], known] = await Promise.all([
    db.read(templatesOf(db), limitsOf(db)),
    builtIn(),
  ]);
  const templates = asked.templates ? templatesPart(db, ofTemplates, known) : NOTHING;
  const limits = asked.limits ? limitsPart(db, ofLimits, known) : NOTHING;
  const data = { templates: templates.added, limits: limits.added };
  const templatesText = plural(data.templates, "1 template", "{n} templates");
  const limitsText = plural(data.limits, "1 limit", "{n} limits");
  const answer: Answer<BroughtIn> = {
    status: 200,
    message:
      data.templates + data.limits
        ? `Brought in: ${templatesText}, ${limitsText}`
        : "All that is built in is there already",
    data,
    warnings: [
      ...(templates.left
        ? [
            plural(
              templates.left,
              "1 template was left out: another one has its name",
              "{n} templates were left out: others have their names",
            ),
          ]
        : []),
      ...(limits.left
        ? [
            plural(
              limits.left,
              "1 limit was left out: one of your own is about the same",
              "{n} limits were left out: your own are about the same",
            ),
          ]
        : []),
    ],
  };
  const activity = [...templates.activity, ...limits.activity];
  if (activity.length === 0) return (await db.firstAnswer<BroughtIn>()) ?? answer;
  return db.commit({
    writes: [...templates.writes, ...limits.writes],
    activity,
    answer,
  });
}

/** Of two people who bring in at once, the later one finds that all is there. */
async function twice<A>(run: () => Promise<A>): Promise<A> {
  try {
    return await run();
  } catch (refusal) {
    if (!isRefusal(refusal, 409) && !isRefusal(refusal, 422)) throw refusal;
    return run();
  }
}

/** Copies what is built in into a company: what it lacks, once. The limits come along for whoever may change them. */
export async function bringInTemplates(session: Session): Promise<Answer<BroughtIn>> {
  const db = session.authorize("edit-machine");
  return twice(() => broughtIn(db, { templates: true, limits: session.can("edit-safety-limit") }));
}

export async function bringInLimits(session: Session): Promise<Answer<BroughtIn>> {
  const db = session.authorize("edit-safety-limit");
  return twice(() => broughtIn(db, { templates: false, limits: true }));
}
