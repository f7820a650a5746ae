import { addDays } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Step, Steps } from "./parts.tsx";

const done = (text: string) => (
  <>
    <Icon name="check" size="s" />
    {text}
  </>
);

/** An example, one ventilator's life up to a day. */
function eventsUntil(today: string): Step[] {
  const on = (daysAgo: number) => addDays(today, -daysAgo);
  const [served, calibrated] = [on(206), on(190)];
  return [
    {
      on: dateText(on(1169)),
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
      on: dateText(served),
      what: "PM, 6-monthly",
      title: "Service/PM Report",
      code: `PM-${served.slice(2).replaceAll("-", "")}093355`,
      badge: ["in-date", "ok", "15 of 15 checks"],
      rows: [
        [done("Tidal volume at 500 mL, ±10 %"), "496 mL"],
        [done("Electrical safety, IEC 62353"), "44 µA"],
        ["Done by S. Pillai", "₹ 1,500.00"],
      ],
    },
    {
      on: dateText(calibrated),
      what: "calibration",
      title: "Certificate",
      code: `CR-${calibrated.slice(0, 4)}-00318`,
      badge: ["in-date", "ok", "Pass"],
      rows: [
        ["FiO₂ 60 %, error", "−0.6 % ±1.1 %"],
        ["Flow 30 L/min, error", "+0.4 L/min ±0.7"],
      ],
    },
    {
      on: dateText(on(110)),
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
      on: dateText(today),
      what: "today",
      title: "PM is due",
      note: dateText(on(23)),
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
}

/** One machine's history on the line, down to the today mark. */
export const MachineHistory = ({ today }: { today: string }) => (
  <Steps steps={eventsUntil(today)} />
);
