import { Hono } from "hono";
import { offeredItems } from "../domain/stock/choices.ts";
import { type Api, answered, member } from "./door.ts";

/** The calls of the service report screens, by the specification's names. */
export const serviceCalls = new Hono<Api>()
  .get("/store-item/get", async (c) =>
    answered(c, {
      status: 200,
      message: "",
      data: await offeredItems(member(c), c.req.query("active") === "true"),
    }),
  )
  .get("/machine_types/get", async (c) => {
    const session = member(c);
    session.authorizeAny("edit-asset", "view-asset");
    return answered(c, { status: 200, message: "", data: await session.catalogue.machineTypes() });
  })
  .get("/pm_list/:machineTypeId", async (c) => {
    const session = member(c);
    session.authorizeAny("edit-asset", "view-asset");
    return answered(c, {
      status: 200,
      message: "",
      data: await session.catalogue.checklistsOf(c.req.param("machineTypeId")),
    });
  });
