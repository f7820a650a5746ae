import { NO_FACTOR } from "#worker/auth/factors/standing.ts";
import { PlatformDb } from "#worker/db/platform-db.ts";
import { ticketFlow } from "#worker/domain/support/flow.ts";
import { openTicket } from "#worker/domain/support/open.ts";
import { storePlatformFile } from "#worker/files/platform-media.ts";
import { platformPermissions } from "#worker/permissions.ts";
import { type Session, StaffSession } from "#worker/session.ts";
import { type Shelf, uploadOf } from "../laboratory/shelf.ts";
import { DAY, HOUR } from "./day.ts";
import type { History } from "./history.ts";

type Move = Parameters<typeof ticketFlow.move>[2];
/** What happens next on a ticket: which move, how many hours later, with what. */
type Step = [move: Move, after: number, values?: Record<string, unknown>];
type Story = {
  daysAgo: number;
  subject: string;
  category: string;
  priority: string;
  body: string;
  /** A file of its first message: its name and text. */
  file?: readonly [name: string, text: string];
  steps: readonly Step[];
};

const says = (body: string) => ({ body });
/** Tickets of each company of the demo, in every state. */
const stories: Record<string, readonly Story[]> = {
  demo: [
    {
      ...{ daysAgo: 40, subject: "How do we print labels on a roll", category: "how_to" },
      ...{ priority: "normal", body: "We have a label printer with a roll of 50 mm." },
      steps: [
        ["take", 2],
        ["reply", 1, says("Open Settings, Labels, and choose the roll. Then print one to try it.")],
        ["answer", 20, says("That works, thank you.")],
        ["resolve", 1],
        ["close", 5],
        ["rate", 1, { rating: 5, ratingNote: "Quick and clear" }],
      ],
    },
    {
      ...{ daysAgo: 16, subject: "Reminders come a day late", category: "bug", priority: "high" },
      body: "Reminders of services due on Monday came on Tuesday.",
      steps: [
        ["take", 1],
        ["resolve", 6, { reason: "The reminders now follow the time zone of your company." }],
        ["close", 20],
        ["reopen", 150, { reason: "This week they came late again." }],
      ],
    },
    {
      ...{ daysAgo: 3, subject: "Import stops at row 212", category: "data", priority: "high" },
      body: "The dry run is clean, and then the import stops. The row is attached.",
      file: ["row-212.csv", "asset_code;name;serial_no\nAST-00212;Infusion pump;VM-2291-7\n"],
      steps: [
        ["take", 1],
        ["note", 1, says("The same as at two other companies. Fixed in the next version.")],
      ],
    },
    {
      ...{ daysAgo: 2, subject: "May guards see the price of a device", category: "how_to" },
      ...{ priority: "low", body: "Our guards check gate passes only." },
      steps: [["reply", 4, says("Which permissions do the guards have now?")]],
    },
    {
      ...{ daysAgo: 0.2, subject: "Report cannot be signed", category: "bug", priority: "urgent" },
      body: "The button stays grey for one of our engineers since this morning.",
      steps: [],
    },
  ],
  clinic: [
    {
      ...{ daysAgo: 30, subject: "Invoice with our new address", category: "billing" },
      ...{ priority: "normal", body: "We have moved. The next invoice needs the new address." },
      steps: [
        ["reply", 5, says("Give it with your next order; it is asked for there.")],
        ["solved", 3],
        ["close", 1],
      ],
    },
    {
      ...{ daysAgo: 4, subject: "A list of all gate passes of a year", category: "feature" },
      ...{ priority: "low", body: "For our auditors, as one file." },
      steps: [
        ["take", 3],
        ["resolve", 4, { reason: "Choose the year under Gate Passes and export the list." }],
      ],
    },
    {
      ...{ daysAgo: 1.5, subject: "Scanner does not find our old codes", category: "bug" },
      ...{ priority: "normal", body: "Codes of our old system begin with a zero." },
      steps: [
        ["reply", 3, says("How many zeros are there?")],
        ["answer", 6, says("Two or three.")],
      ],
    },
    {
      ...{ daysAgo: 1, subject: "Another person for the night", category: "other" },
      ...{ priority: "normal", body: "May two people share an account?" },
      steps: [["reply", 2, says("Each person needs an account. Shall we add one to your plan?")]],
    },
  ],
  lab: [
    {
      ...{ daysAgo: 25, subject: "Decision rule of a customer", category: "how_to" },
      ...{ priority: "normal", body: "A customer asks for a guard band of its own." },
      steps: [
        ["take", 2],
        ["reply", 2, says("Add it under Decision rules and choose it on the consumer.")],
        ["solved", 20],
        ["close", 1],
        ["rate", 1, { rating: 4, ratingNote: "" }],
      ],
    },
    {
      ...{ daysAgo: 2, subject: "Certificate with two logos", category: "feature" },
      ...{ priority: "low", body: "Ours, and that of the accreditation body." },
      steps: [["take", 5]],
    },
    {
      ...{ daysAgo: 0.4, subject: "Readings of our meter are not taken", category: "data" },
      ...{ priority: "high", body: "The file of the meter is attached." },
      file: ["meter.csv", "time;volts\n10:00;230.1\n10:01;230.2\n"],
      steps: [],
    },
  ],
};

const AGENT = "select id, name, email from staff where email = 'super@plumbline.test'";

/** Who answers for the platform. */
async function agentOf(control: D1Database): Promise<StaffSession> {
  const { id, name, email } = (await control
    .prepare(AGENT)
    .first<{ id: string; name: string; email: string }>())!;
  const permissions = platformPermissions.map((of) => ({
    ...{ name: of, value: true, is_web_permission: true },
  }));
  const stamp = {
    ...{ actorKind: "staff" as const, actorId: id, actorName: name, via: "web" as const },
    ...{ ip: null, userAgent: null, requestId: "demo-tickets" },
  };
  return new StaffSession(
    { sessionId: "", userId: id, name, email, permissions, counts: {}, secondFactor: NO_FACTOR },
    "http://localhost",
    () => new PlatformDb(control, stamp),
  );
}

type Asking = { control: D1Database; slug: string; history: History; now: number; shelf: Shelf };

/** What a company asks the platform, and what it is told. */
export async function planTickets(
  { control, slug, history, now, shelf }: Asking,
  desk: Session,
): Promise<void> {
  const agent = await agentOf(control);
  for (const { daysAgo, steps, file, ...asked } of stories[slug] ?? [])
    history.plan(now - daysAgo * DAY, async () => {
      const stored = file
        ? [
            await storePlatformFile(
              "file",
              shelf.bucket,
              uploadOf(new TextEncoder().encode(file[1]), file[0], "text/csv"),
              "ticket",
              "files",
            ),
          ]
        : [];
      const { data } = await openTicket(desk, asked, stored);
      goOn(data.id, steps);
    });

  function goOn(id: string, [step, ...later]: readonly Step[]): void {
    if (!step) return;
    const [move, after, values = {}] = step;
    const { by } = ticketFlow.rules.moves[move];
    history.plan(Date.now() + after * HOUR, async () => {
      await ticketFlow.move(by === "manage-support-ticket" ? agent : desk, id, move, values);
      goOn(id, later);
    });
  }
}

/** Letters about tickets of those days are not sent, as a statement. */
export const unsentOfTickets = (control: D1Database): D1PreparedStatement =>
  control.prepare("delete from outbox where topic = 'mail' and dedupe_key like 'support:%'");
