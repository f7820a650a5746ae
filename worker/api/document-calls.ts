import { Hono } from "hono";
import {
  documentInput,
  listDocuments,
  removeDocument,
  saveDocument,
  showPicture,
} from "../domain/assets/documents.ts";
import { chosenFile } from "../files/store.ts";
import { formOf } from "../forms.ts";
import { type Api, answered, member, noBody } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** A device's files. */
export const documentCalls = new Hono<Api>()
  .get("/assets/:id/documents", async (c) => {
    const rows = await listDocuments(member(c), c.req.param("id"));
    return c.json({ success: true, message: "", data: rows.map(toWire) });
  })
  .post("/assets/:id/documents", async (c) => {
    const session = member(c);
    const form = await formOf(c.req.raw, c.var.visit);
    const {
      file: _,
      replaces = "",
      ...posted
    } = Object.fromEntries(form) as Record<string, string>;
    const values = fromWire(posted, documentInput);
    return answered(
      c,
      await saveDocument(
        session,
        c.env.MEDIA,
        c.req.param("id"),
        chosenFile(form.get("file")),
        values,
        replaces,
      ),
    );
  })
  .post("/documents/:id/picture", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await showPicture(session, null, c.req.param("id")));
  })
  .delete("/documents/:id", async (c) => {
    const session = member(c);
    await noBody(c);
    return answered(c, await removeDocument(session, null, c.req.param("id")));
  });
