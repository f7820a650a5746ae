import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Event = {
  on: string;
  what: string;
  title: string;
  code?: string;
  note?: string;
  badge: [tone: Tone, icon: IconName, text: string];
  rows: [left: ReactNode, right: ReactNode][];
  kind?: "bad" | "now";
};

const done = (text: string) => (
  <>
    <Icon name="check" size="s" />
    {text}
  </>
);

/** An example, with dates of its own: one ventilator's life so far. */
const events: Event[] = [
  {
    on: "08 Sep 2023",
    what: "put to use",
    title: "Ventilator, Dräger Evita V600",
    code: "AST-00412",
    badge: ["info", "shield", "Life support"],
    rows: [
      [
        "Serial",
        <span key="serial" className="code">
          ASRK-0147
        </span>,
      ],
      ["ICU 2, Bed 7", "2 years warranty"],
    ],
  },
  {
    on: "28 Apr 2026",
    what: "PM, 6-monthly",
    title: "Service/PM Report",
    code: "PM-260428093355",
    badge: ["in-date", "ok", "15 of 15 checks"],
    rows: [
      [done("Tidal volume at 500 mL, ±10 %"), "Yes"],
      [done("Electrical safety, IEC 62353"), "Yes"],
      ["Done by S. Pillai", "₹ 1,500.00"],
    ],
  },
  {
    on: "02 Aug 2026",
    what: "03:12, night shift",
    title: "Service call: flow sensor fault in use",
    badge: ["overdue", "cross", "Down, call open"],
    rows: [
      ["Reported by its label, from the ward", "03:12"],
      ["Flow sensor, expiratory, 1 from Main Store", "₹ 6,450.00"],
      ["Stock left", "6"],
    ],
    kind: "bad",
  },
  {
    on: "20 Nov 2026",
    what: "today",
    title: "PM is due",
    note: "28 Oct 2026",
    badge: ["overdue", "alert", "Overdue 23 days"],
    rows: [
      [
        <>
          Oxygen cell <span className="code">MX01049</span>, Main Store
        </>,
        "3 in stock",
      ],
    ],
    kind: "now",
  },
];

/** One machine's history on the line, down to the today mark. */
export function MachineHistory() {
  return (
    <section>
      <div className="hang sec-head">
        <div className="side" />
        <div>
          <h2>A machine is its history.</h2>
          <p>
            This is one ventilator, from the day it was put to use to this morning. Nothing here was
            typed twice: the engineer's report is the store's issue, the machine's cost and the
            auditor's answer.
          </p>
        </div>
      </div>
      <ol>
        {events.map(({ on, what, title, code, note, badge: [tone, icon, says], rows, kind }) => (
          <li key={on} className={["ev hang", kind].filter(Boolean).join(" ")}>
            <div className="side">
              <b>{on}</b>
              {what}
            </div>
            <div className="panel">
              <div className="top">
                <b>{title}</b>
                {code && <span className="code muted">{code}</span>}
                {note && <span className="muted">{note}</span>}
                <span className="end">
                  <Badge tone={tone} icon={icon}>
                    {says}
                  </Badge>
                </span>
              </div>
              <dl className="rows">
                {rows.map(([left, right], at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed example
                  <Row key={at} left={left} right={right} />
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Row({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <>
      <dt>{left}</dt>
      <dd>{right}</dd>
    </>
  );
}
