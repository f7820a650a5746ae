import { Icon } from "#app/ui/icon.tsx";
import { type Step, Steps } from "./parts.tsx";

const done = (text: string) => (
  <>
    <Icon name="check" size="s" />
    {text}
  </>
);

/** An example, with dates of its own: one ventilator's life so far. */
const events: Step[] = [
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
      [done("Tidal volume at 500 mL, ±10 %"), "496 mL"],
      [done("Electrical safety, IEC 62353"), "44 µA"],
      ["Done by S. Pillai", "₹ 1,500.00"],
    ],
  },
  {
    on: "14 May 2026",
    what: "calibration",
    title: "Certificate",
    code: "CR-2026-00318",
    badge: ["in-date", "ok", "Pass"],
    rows: [
      ["FiO₂ 60 %, error", "−0.6 % ±1.1 %"],
      ["Flow 30 L/min, error", "+0.4 L/min ±0.7"],
    ],
  },
  {
    on: "02 Aug 2026",
    what: "03:12, night shift",
    title: "Service call: flow sensor fault in use",
    badge: ["overdue", "cross", "Down 3 h 20 min"],
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
      ["Assigned to", "S. Pillai, Critical Care"],
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
export const MachineHistory = () => <Steps steps={events} />;
