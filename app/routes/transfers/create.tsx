import { dayIn } from "#app/shared/company-time.ts";
import { documentOf } from "#app/shared/document-lines.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { standInFor } from "#worker/domain/service-calls/stand-in.ts";
import { MOST_LINES } from "#worker/domain/transfers/input.ts";
import { pickDevices } from "#worker/domain/transfers/picking.ts";
import { createTransfer } from "#worker/domain/transfers/write.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/create";
import { TransferForm } from "./transfer-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const { searchParams } = new URL(request.url);
  const call = searchParams.get("standsIn");
  const asked = (searchParams.get("assets") ?? "").split(",").filter(Boolean);
  const [picked, standIn] = await Promise.all([
    pickDevices(session, asked),
    call ? standInFor(session, call) : null,
  ]);
  return {
    standIn,
    leftOut: Math.max(0, asked.length - MOST_LINES),
    today: dayIn(session.company.timeZone),
    lines: picked.map((device) => ({
      ...device,
      condition: "good" as const,
      accessoryIds: device.accessories.map(({ id }) => id),
    })),
  };
}

export { clientAction } from "#app/ui/sending.ts";
export const action = actions(
  ({ session }, values) => createTransfer(session, documentOf(values)),
  { reply: goesOn(({ data }) => `/asset-transfer/${data.id}`) },
);
export const meta = () => [{ title: "New transfer - Plumbline" }];

export default function CreateTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, today, standIn, leftOut } = loaderData;
  return (
    <TransferForm
      title="New transfer"
      back="/asset-transfers"
      values={standIn ? { kind: "temporary", reason: standIn.reason } : { kind: "permanent" }}
      {...(standIn ? { to: standIn.to } : {})}
      lines={lines}
      today={today}
      leftOut={leftOut}
      problem={refusalOf(actionData)}
    />
  );
}
