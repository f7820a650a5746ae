import { Form } from "react-router";
import type { ShellData } from "#app/shared/menu.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TimeText } from "#app/ui/time.tsx";

/** Who of the platform's staff is inside the company, until when and why: on every page, and not on paper, which is the company's. */
export default function InsideNote({ inside }: { inside: NonNullable<ShellData["inside"]> }) {
  const { name, reason, until, isWrite } = inside;
  return (
    <section className="note amber inside-note" aria-label="Staff of the platform inside">
      <Icon name="lock" />
      <p>
        <b>{name}</b> of the platform is here until <TimeText at={until} />,{" "}
        {isWrite ? "and may also write." : "to read only."}
        <small title={reason}>{reason}</small>
      </p>
      <Form method="post" action="/session/leave">
        <button className="btn" type="submit">
          Leave
        </button>
      </Form>
    </section>
  );
}
