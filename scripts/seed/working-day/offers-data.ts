import type { QueryState } from "#app/shared/contact-queries.ts";
import type { PublicPath } from "#app/shared/public-pages.ts";
import type { QueryKind } from "#worker/domain/platform/query-input.ts";

type Question = readonly [category: string, question: string, answer: string];

export const publicQuestions: readonly Question[] = [
  [
    "The product",
    "What is Plumbline for?",
    "For the devices of a hospital and for those who calibrate them: an inventory with labels, planned maintenance, service calls, spare parts, movements, and calibration certificates with traceable standards.",
  ],
  [
    "The product",
    "Can we use only one of the two sides?",
    "Yes. A company has asset management, testing and calibration, or both. Menus and pages show only what it has.",
  ],
  [
    "Labels",
    "What happens when somebody scans a label?",
    "A public page shows the device, where it belongs and whether it is in service, and lets anybody report a problem. It never shows serial numbers, costs or people.",
  ],
  [
    "Certificates",
    "How can a customer check a certificate?",
    "Each certificate has a code that opens a public page with its number, its state and its dates. A file can be compared there as well.",
  ],
  [
    "Data",
    "Can we bring our lists along?",
    "Yes, from spreadsheets. Columns are matched, every row is checked before anything is written, and an import can be undone.",
  ],
  [
    "Data",
    "Can we take our data out again?",
    "Yes. Lists are exported as files at any time, also while a subscription has ended.",
  ],
  [
    "Work",
    "Does it work without a network?",
    "Rounds of planned services can be taken along and filled in without a network. They are sent when there is one again.",
  ],
  [
    "Data",
    "Who sees our records?",
    "The people of your company, as far as their permissions and Locations reach. Other companies see nothing of them.",
  ],
];

export const adminQuestions: readonly Question[] = [
  [
    "People",
    "How do I let somebody see only some Locations?",
    "Open the person and choose their Locations. They then see the devices and documents of these alone.",
  ],
  [
    "Numbers",
    "Can we have our own numbers for documents?",
    "Yes, in Settings: each kind of document has a format, such as TR-{FY}-{SEQ:4}. Numbers that were given stay as they are.",
  ],
];

export const userQuestions: readonly Question[] = [
  [
    "Work",
    "Where do I find what is due?",
    "Due Services shows it by month, week or day. Click an entry to begin the report.",
  ],
  [
    "Work",
    "I have typed a report and the line was lost. Is it gone?",
    "No. What was typed is kept in the tab; send it when the line is back.",
  ],
];

/** Of the hospitals of the demo, and marked as such. */
export const voices = [
  {
    ...{ name: "Demo: biomedical department", organisation: "Meridian General Hospital (demo)" },
    ...{ designation: "Biomedical engineer", rating: 5, hasConsent: true },
    quote:
      "An example of a testimonial: every device has a label, and every label leads to its history.",
  },
  {
    ...{ name: "Demo: clinic office", organisation: "Lakeside Clinic (demo)" },
    ...{ designation: "Administrator", rating: 4, hasConsent: true },
    quote: "An example of a testimonial: we see in the morning what is due, and who does it.",
  },
  {
    ...{ name: "Demo: laboratory", organisation: "Northwind Calibration Lab (demo)" },
    ...{ designation: "Head of the laboratory", hasConsent: false },
    quote: "An example without consent, which is therefore never shown.",
  },
];

/** Examples, in places that no public page shows. */
export const slides = [
  {
    ...{ title: "Example: what is due this week", placement: "app", isActive: true },
    subtitle: "Due Services shows each day with its load, and who does it.",
    ...{ alt: "A plumb line over the bars of a chart", link: "/due-service-calendar" },
  },
  {
    ...{ title: "Example: labels for new devices", placement: "app", isActive: true },
    subtitle: "Choose devices under All Assets and print their labels on sheets or rolls.",
    ...{ alt: "A plumb line over the bars of a longer chart", link: "/all-assets" },
  },
  {
    ...{ title: "Example: a slide that is off", placement: "landing", isActive: false },
    subtitle: "It is shown nowhere until it is switched on.",
    ...{ alt: "A plumb line over many bars", link: "/plans" },
  },
] as const;

type Message = {
  kind: QueryKind;
  page: PublicPath;
  /** Where it was moved to; null for one that is new. */
  status: QueryState | null;
  notes: string;
  [field: string]: string | null;
};

/** What the forms of the public pages have brought; the names are invented, the addresses lead nowhere. */
export const messages: readonly Message[] = [
  {
    ...{ kind: "contact", page: "/contact-us", name: "Example: Meera", phone: "" },
    ...{ email: "meera@lakeside.example", organisation: "Lakeside Clinic (demo)" },
    ...{ subject: "Labels on rolls", status: null, notes: "" },
    message: "We print labels on rolls of 50 mm. Which printers does it know?",
  },
  {
    ...{ kind: "product", page: "/products", name: "Example: Joseph", phone: "+91 80 5550 0142" },
    ...{ email: "", organisation: "Riverside Hospital (demo)", status: "contacted" },
    notes: "Called back. They keep their list of devices in a spreadsheet and want to bring it in.",
    message: "How many devices can be brought in from a spreadsheet at once?",
  },
  {
    ...{
      kind: "training",
      page: "/biomedical-skill-development-and-job-oriented-training",
      name: "Example: Farah",
      phone: "",
    },
    ...{ email: "farah@northside.example", organisation: "Northside Laboratory (demo)" },
    ...{ status: "qualified", notes: "Wants a day for four people." },
    message: "Do you train new people on measuring uncertainty, and where?",
  },
  {
    ...{ kind: "contact", page: "/contact-us", name: "Example: a machine", phone: "" },
    ...{ email: "offers@spam.example", organisation: "", subject: "Cheap visitors" },
    ...{ status: "spam", notes: "" },
    message: "We bring a thousand visitors a day to every website.",
  },
];
