import { ask, type Client, clientFrom } from "./client.ts";
import { type Company, PASSWORD, type World } from "./world.ts";

export const REASON = "Asked for by the company";
const APEX = "http://localhost";

type Asked = { isWrite?: boolean; hours?: number; reason?: string };

/** Lets staff into a company, as the dialog does. */
export const enter = (
  staff: Client,
  company: Company,
  { isWrite = false, hours = 1, reason = REASON }: Asked = {},
) =>
  staff.call("POST", `/api/companies/${company.id}/enter`, {
    ...{ reason, hours, is_write: isWrite },
    ...(isWrite ? { password: PASSWORD } : {}),
  });

/** The ticket of the page that leads over, with the page. */
export async function ticketOf(staff: Client, grantId: string) {
  const answer = await staff.form("/companies/go-in", { id: grantId });
  const page = await answer.text();
  const ticket = /name="entryTicket" value="([\w-]+)"/.exec(page)?.[1] ?? "";
  return { answer, page, ticket };
}

/** Sends a ticket to a host, as the platform's page does. */
export const sendTicket = (w: World, host: string, entryTicket: string, origin = APEX) =>
  ask(w, host, "/enter", {
    method: "POST",
    body: new URLSearchParams({ entryTicket }),
    headers: { origin },
  });

/** Goes over to the company's host with a grant. */
export async function goneIn(w: World, staff: Client, company: Company, grantId: string) {
  const { ticket } = await ticketOf(staff, grantId);
  const answer = await sendTicket(w, company.host, ticket);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("sid="));
  if (!cookie) throw new Error(`Not let in: ${answer.status} ${await answer.text()}`);
  const sid = cookie.split(";")[0]!;
  const origin = `http://${company.host}`;
  const token = await ask(w, company.host, "/session/token.data", {
    method: "POST",
    body: new URLSearchParams({}),
    headers: { cookie: sid, origin },
  });
  const bearer = /[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/.exec(await token.text())?.[0] ?? "";
  return clientFrom(w, company.host, { cookie: sid, token: bearer });
}

/** Staff inside a company. */
export async function insideOf(w: World, staff: Client, company: Company, asked: Asked = {}) {
  const { data, status, message } = await enter(staff, company, asked);
  if (status !== 200) throw new Error(`Not entered: ${status} ${message}`);
  return { id: data.id, client: await goneIn(w, staff, company, data.id) };
}
