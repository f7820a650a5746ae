import { checkImport, correctCells } from "../domain/imports/check.ts";
import { mapImport, recheckImport } from "../domain/imports/mapping.ts";
import { runImport } from "../domain/imports/run.ts";
import { startImport } from "../domain/imports/start.ts";
import { undoImport } from "../domain/imports/undo.ts";
import type { Visit } from "../env.ts";
import { chosenFile } from "../files/upload.ts";
import { carriedOutOnce } from "../once.ts";
import { notFound } from "../refusals.ts";
import type { Session } from "../session.ts";
import { formOf, redirectWith, saved, submitted, valuesOf } from "./forms.ts";

/** Takes a spreadsheet in and goes on to its page. */
export async function uploadAction(request: Request, visit: Visit, session: Session) {
  const form = await formOf(request, visit);
  const values = valuesOf(form);
  return submitted(values, async () => {
    const upload = {
      kind: values.kind ?? "",
      file: chosenFile(form.get("file")),
      text: values.text,
    };
    const { data, message } = await startImport(session, upload);
    return redirectWith(visit, `/imports/${data.id}`, { kind: "success", message });
  });
}

/** Fields such as `columns.3` and `cell.12.3` as objects. */
function nested(form: FormData, prefix: string): Record<string, string> {
  const entries = [...form.entries()].filter(([name]) => name.startsWith(`${prefix}.`));
  return Object.fromEntries(
    entries.map(([name, value]) => [name.slice(prefix.length + 1), String(value)]),
  );
}

function cellsOf(form: FormData) {
  const cells: Record<string, Record<string, string>> = {};
  for (const [place, text] of Object.entries(nested(form, "cell"))) {
    const [row = "", column = ""] = place.split(".");
    cells[row] = { ...cells[row], [column]: text };
  }
  return cells;
}

/** One step of an import, by its name. */
async function step(session: Session, id: string, intent: string, form: FormData) {
  switch (intent) {
    case "map":
      return mapImport(session, id, {
        mode: form.get("mode"),
        columns: nested(form, "columns"),
        missing: Object.keys(nested(form, "missing")),
        dayFirst: form.get("dayFirst"),
      });
    case "check":
      return checkImport(session, id);
    case "recheck":
      return recheckImport(session, id);
    case "correct":
      return correctCells(session, id, { cells: cellsOf(form) });
    case "run":
      return runImport(session, id);
    case "undo":
      return undoImport(session, id);
    default:
      return notFound("action");
  }
}

/** The action of an import's page: `intent` is map, check, recheck, correct, run or undo. */
export async function importAction(request: Request, visit: Visit, session: Session, id: string) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  return submitted({ ...valuesOf(form), intent }, async () => {
    const answer = await carriedOutOnce(visit, () => step(session, id, intent, form));
    if (visit.url.pathname.endsWith(".data")) return saved(answer);
    const to = `/imports/${id}`;
    return answer.message
      ? redirectWith(visit, to, { kind: "success", message: answer.message })
      : Response.redirect(new URL(to, request.url), 303);
  });
}

/** The next step alone, for the page that drives it: answers how far the import is by then. */
export async function stepAction(request: Request, visit: Visit, session: Session, id: string) {
  const form = await formOf(request, visit);
  const intent = String(form.get("intent") ?? "");
  if (!["check", "run", "undo"].includes(intent)) return notFound("action");
  return Response.json(saved(await step(session, id, intent, form)));
}
