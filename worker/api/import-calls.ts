import { Hono } from "hono";
import { checkImport, correctCells } from "../domain/imports/check.ts";
import { findImport, listImports } from "../domain/imports/jobs.ts";
import { mapImport, mappingInput, recheckImport } from "../domain/imports/mapping.ts";
import { importPage } from "../domain/imports/rows.ts";
import { runImport } from "../domain/imports/run.ts";
import { startImport } from "../domain/imports/start.ts";
import { undoImport } from "../domain/imports/undo.ts";
import { chosenFile } from "../files/store.ts";
import { formOf } from "../forms.ts";
import { type Api, answered, bodyOf, member, noBody } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

const textOf = (value: FormDataEntryValue | null) =>
  typeof value === "string" ? value : undefined;

const steps = {
  check: checkImport,
  recheck: recheckImport,
  run: runImport,
  undo: undoImport,
} as const;

/** Spreadsheets: brought in, mapped, checked, written and undone step by step. */
export const importCalls = new Hono<Api>()
  .get("/imports", async (c) => {
    const { rows, page } = await listImports(member(c), new URL(c.req.url).searchParams);
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next });
  })
  .post("/imports", async (c) => {
    const session = member(c);
    const form = await formOf(c.req.raw, c.var.visit);
    return answered(
      c,
      await startImport(session, {
        kind: textOf(form.get("kind")) ?? "",
        file: chosenFile(form.get("file")),
        text: textOf(form.get("text")),
      }),
    );
  })
  .get("/imports/:id", async (c) => {
    const { job, progress } = await findImport(member(c), c.req.param("id"));
    const { header, mapping, options, made } = job;
    return c.json({
      success: true,
      message: "",
      data: { ...toWire(progress), header, mapping, options: toWire(options), made },
    });
  })
  .get("/imports/:id/rows", async (c) => {
    const { rows, page, show } = await importPage(
      member(c),
      c.req.param("id"),
      new URL(c.req.url).searchParams,
    );
    return c.json({ success: true, message: "", data: rows.map(toWire), next: page.next, show });
  })
  .post("/imports/:id/mapping", async (c) =>
    answered(
      c,
      await mapImport(member(c), c.req.param("id"), fromWire(await bodyOf(c), mappingInput)),
    ),
  )
  .post("/imports/:id/cells", async (c) => {
    const { data, ...answer } = await correctCells(member(c), c.req.param("id"), await bodyOf(c));
    return answered(c, { ...answer, data: toWire(data) });
  });

for (const [word, step] of Object.entries(steps))
  importCalls.post(`/imports/:id/${word}`, async (c) => {
    const session = member(c);
    await noBody(c);
    const { data, ...answer } = await step(session, c.req.param("id") as string);
    return answered(c, { ...answer, data: toWire(data) });
  });
