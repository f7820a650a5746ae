import { monthOfParts, monthPart } from "../domain/evidence/month.ts";
import type { RunKind } from "../domain/runs/kind.ts";

/** The evidence pack of a month that has too many dates to be given at once. */
export const monthRun: RunKind = {
  open: (session) => session.authorize("export-asset"),
  part: monthPart,
  async finish(work, parts) {
    const { env, session, run } = work;
    const found = await monthOfParts(work, parts);
    const { monthPack } = await import("./month-pack.ts");
    const { entriesOf } = await import("./evidence-zip.ts");
    const { writeZip } = await import("../files/sheets/write-zip.ts");
    const pack = () => monthPack(found, session.company, env, "a4");
    return {
      bytes: writeZip(entriesOf(pack, env.MEDIA)),
      name: `pm-compliance-${run.params.month}.zip`,
    };
  },
};
