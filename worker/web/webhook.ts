import { sha256 } from "../auth/tokens.ts";
import { within } from "../bounded.ts";
import { applyTold } from "../domain/billing/gateway-events.ts";
import type { Visit } from "../env.ts";
import { gatewaysOf } from "../payments/gateways.ts";
import type { GatewayName } from "../payments/port.ts";
import { notFound, refuse } from "../refusals.ts";

const bounds = { bytes: 64 * 1024, fields: 1, says: "The event is too large" };
const isName = (word: string): word is GatewayName => word === "stripe" || word === "razorpay";

/**
 * Takes an event of a payment gateway, which proves itself by its signature alone.
 * @throws Response 400 for a signature that is wrong or too old; 404 on a company's host and for a gateway without keys; 413; 503
 */
export async function webhookAnswer(visit: Visit, request: Request): Promise<Response> {
  const name = visit.url.pathname.replace(/^\/webhooks\//, "");
  const body = await within(request, bounds, (read) => read.text());
  const isHere = visit.place.kind === "platform" && isName(name);
  const gateway = (isHere ? gatewaysOf(visit.env)(name) : null) ?? notFound("page");
  const verified = await gateway.verify(body, request.headers);
  if ("refused" in verified) return refuse(400, verified.refused);
  if (verified.told) await applyTold(visit, gateway.name, verified.told, await sha256(body));
  return Response.json({ success: true, message: "Received" });
}
