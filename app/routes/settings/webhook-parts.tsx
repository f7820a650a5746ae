import { type DeliveryState, deliveryWords } from "#app/shared/flows/webhook-deliveries.ts";
import { webhookEventWords } from "#app/shared/webhook-words.ts";
import { CheckList } from "#app/ui/check-list.tsx";
import { CopiedText } from "#app/ui/copied-text.tsx";
import { TextField } from "#app/ui/fields.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, Panel, type Tone } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";

type Look = { tone: Tone; icon: IconName; calm?: boolean };
const looks: Record<DeliveryState["status"], Look> = {
  waiting: { tone: "info", icon: "clock" },
  delivered: { tone: "in-date", icon: "ok", calm: true },
  failed: { tone: "overdue", icon: "cross" },
};
export const DeliveryBadge = ({ status }: DeliveryState) => (
  <Badge {...looks[status]}>{deliveryWords[status]}</Badge>
);

type Standing = { disabledAt: number | null; failingSince: number | null };
/** Whether a webhook is told of events, and whether they arrive. */
export function StandingBadge({ disabledAt, failingSince }: Standing) {
  if (disabledAt !== null)
    return (
      <Badge tone="hold" icon="cross">
        Off
      </Badge>
    );
  return failingSince === null ? (
    <Badge tone="in-date" icon="ok" calm>
      On
    </Badge>
  ) : (
    <Badge tone="overdue" icon="alert">
      Failing
    </Badge>
  );
}

const options = Object.entries(webhookEventWords).map(([value, label]) => ({ value, label }));

/** The form of a webhook. @param events those it is told of */
export const WebhookFields = ({ events }: { events: readonly string[] }) => (
  <>
    <TextField name="name" label="Name" required maxLength={80} autoComplete="off" />
    <TextField
      name="url"
      label="Address"
      required
      mono
      maxLength={2000}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      hint="It begins with https:// and is on the public internet"
    />
    <CheckList name="events" label="Told of" options={options} defaultChosen={events} />
    <ProofFields />
  </>
);

/** A secret that was just made. */
export const NewSecret = ({ secret }: { secret: string }) => (
  <Panel title="Signing secret">
    <div className="stack">
      <p>
        Your software verifies by it that what arrives is from here. It is shown only now: copy it
        to where your software keeps its secrets.
      </p>
      <CopiedText label="Secret" text={secret} />
    </div>
  </Panel>
);
