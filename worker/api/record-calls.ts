import { Hono } from "hono";
import { listActivity } from "../domain/activity/list.ts";
import type { ActivityRow } from "../domain/activity/rows.ts";
import { followAfter } from "../domain/platform/follow-profile.ts";
import { removeLogo, saveLogo } from "../domain/settings/logo.ts";
import { readSettings } from "../domain/settings/read.ts";
import { inputOf, saveSection } from "../domain/settings/save.ts";
import { chosenFile } from "../files/store.ts";
import { formOf } from "../forms.ts";
import { type Api, answered, bodyOf, member, noBody } from "./door.ts";
import { fromWire, toWire, wireName } from "./wire.ts";

/** A row of the log as the wire shows it; a category's own field keeps the name people gave it. */
const entryToWire = ({ departmentId: _, changes, ...row }: ActivityRow) => ({
  ...toWire(row),
  changes: changes.map(({ field, from, to }) => {
    const named = (value: unknown) => Object.values(toWire({ [field]: value }))[0];
    return field.includes(":")
      ? { field, from, to }
      : { field: wireName(field), from: named(from), to: named(to) };
  }),
});

/** What happened in the company, and how it works. */
export const recordCalls = new Hono<Api>()
  .get("/activity-logs", async (c) => {
    const { rows, page, lookedBackTo } = await listActivity(
      member(c),
      new URL(c.req.url).searchParams,
    );
    const lookedBack = lookedBackTo === null ? null : new Date(lookedBackTo).toISOString();
    return c.json({
      success: true,
      message: "",
      data: rows.map(entryToWire),
      next: page.next,
      looked_back_to: lookedBack,
    });
  })
  .get("/settings", async (c) => {
    const { company, sections } = await readSettings(member(c));
    const shown = Object.entries(sections).map(([name, { values, version }]) => [
      name,
      { ...toWire(values), version },
    ]);
    return c.json({
      success: true,
      message: "",
      data: { company: toWire(company), sections: Object.fromEntries(shown) },
    });
  })
  .post("/settings/logo", async (c) => {
    const session = member(c);
    const form = await formOf(c.req.raw, c.var.visit);
    return answered(c, await saveLogo(session, c.env.MEDIA, chosenFile(form.get("logo"))));
  })
  .delete("/settings/logo", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await removeLogo(session));
  })
  .put("/settings/:section", async (c) => {
    const session = member(c);
    const name = c.req.param("section");
    const answer = await saveSection(session, name, fromWire(await bodyOf(c), inputOf(name)));
    if (name === "company") followAfter(c.var.visit);
    return answered(c, answer);
  });
