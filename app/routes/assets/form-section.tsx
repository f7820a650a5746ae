import {
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";

type Section = {
  title: string;
  /** What is in it, for who has not opened it. */
  about: string;
  /** The fields in it; a field of a row begins with the name of its list and a point. */
  fields: readonly string[];
};

/** The sections of a device's form under what every device has; each is closed until it is wanted. */
export const sections = {
  place: {
    title: "Place",
    about: "Site, room, people in charge",
    fields: ["locationId", "room", "inChargeName", "inChargePhone", "custodianUserId", "teamId"],
  },
  purchase: {
    title: "Purchase and warranty",
    about: "Vendor, order, invoice, installation",
    fields: [
      "ownership",
      "vendorId",
      "poNo",
      "invoiceNo",
      "invoiceOn",
      "manufacturedOn",
      "installedOn",
      "commissionedOn",
      "putToUseOn",
      "endOfSupportOn",
      "expectedLifeYears",
    ],
  },
  plan: {
    title: "Service plan",
    about: "PM and calibration: how often, from when",
    fields: [
      "pmRequired",
      "calRequired",
      "pmMonths",
      "calMonths",
      "nextPmOn",
      "nextCalOn",
      "emFunction",
      "emRisk",
      "emMaint",
    ],
  },
  technical: {
    title: "Technical",
    about: "Codes, power, network, remarks",
    fields: [
      "udi",
      "deviceClass",
      "nomenclatureSystem",
      "nomenclatureCode",
      "power",
      "voltage",
      "softwareVersion",
      "appliedPart",
      "protectionClass",
      "ip",
      "mac",
      "remarks",
    ],
  },
  finance: {
    title: "Finance",
    about: "Tax, funding, depreciation",
    fields: [
      "taxMinor",
      "isCostEstimated",
      "funding",
      "depMethod",
      "usefulLifeMonths",
      "depRateBp",
      "salvageMinor",
    ],
  },
  accessories: {
    title: "Accessories",
    about: "Probes, cables, batteries",
    fields: ["accessories"],
  },
  documents: { title: "Documents", about: "Photos, manuals, licences", fields: [] },
} as const satisfies Record<string, Section>;
type SectionId = keyof typeof sections;

const within = (fields: readonly string[], name: string) =>
  fields.some((field) => name === field || name.startsWith(`${field}.`));
const isFilled = (value: unknown) =>
  value !== null && value !== undefined && value !== "" && value !== false && value !== "0";

/** How many controls of a section hold something. */
const filledIn = (section: HTMLElement) =>
  [
    ...section.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), select, textarea'),
  ].filter(({ type, checked, value }) => (type === "checkbox" ? checked : value.trim())).length;

/** A section that opens when it is wanted, and by itself while one of its fields is wrong. */
export function FormSection({ id, children }: { id: SectionId; children: ReactNode }) {
  const { values, errors } = useContext(FormContext);
  const { title, about, fields } = sections[id];
  const [filled, setFilled] = useState(
    () =>
      Object.entries(values).filter(([name, value]) => within(fields, name) && isFilled(value))
        .length,
  );
  const box = useRef<HTMLDetailsElement>(null);
  const { hash } = useLocation();
  // A link from another page leads into the section without the browser's own opening.
  useEffect(() => {
    if (hash === `#${id}` && box.current) box.current.open = true;
  }, [hash, id]);
  // A category proposes values without an event of their fields.
  useEffect(() => {
    if (box.current) setFilled(filledIn(box.current));
  });
  const isWrong = Object.keys(errors).some((name) => within(fields, name));
  return (
    <details
      className="panel form-part"
      ref={box}
      open={isWrong || undefined}
      onChange={(event: FormEvent<HTMLElement>) => setFilled(filledIn(event.currentTarget))}
    >
      <summary>
        <Icon name="right" />
        <h2>{title}</h2>
        <span className="about">{about}</span>
        {filled > 0 && <span className="count">{plural(filled, "1 filled", "{n} filled")}</span>}
      </summary>
      {/* The address of a section leads into it, so that the browser opens it. */}
      <div className="panel-body" id={id}>
        {children}
      </div>
    </details>
  );
}

/** Browsers that do not open a section by its address are helped. */
const openTarget = (event: MouseEvent<HTMLElement>) => {
  const link = (event.target as HTMLElement).closest("a");
  const section = link && document.getElementById(link.hash.slice(1))?.closest("details");
  if (section) section.open = true;
};

/** Links to the sections, beside the form's head while it is scrolled. */
export function SectionLinks() {
  return (
    <nav className="tabs hide-phone" aria-label="Sections" onClickCapture={openTarget}>
      <a href="#basic">Basic</a>
      {Object.entries(sections).map(([id, { title }]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}
