/** What a public page is about, as machines that read the page are told it. */
export type PageAbout =
  | "organization"
  | "software"
  | "service"
  | "course"
  | "contact"
  | "collection"
  | "page";

export type PublicPage = {
  path: `/${string}`;
  /** Below app/routes/site. */
  file: string;
  /** Before "| Plumbline", but for the landing page, which says it itself. */
  title: string;
  description: string;
  about: PageAbout;
  /** What links call it. */
  label: string;
  /** It stands in the header, too. */
  isInHeader?: true;
  foot: FootGroup;
};

const footGroups = ["Products", "Services", "Company", "Legal"] as const;
export type FootGroup = (typeof footGroups)[number];

/** Every page of the public site, on the platform's own host. Routes, meta, footer and sitemap are made of this table. */
export const publicPages = [
  {
    path: "/",
    file: "landing.tsx",
    title: "Hospital asset management, maintenance and calibration | Plumbline",
    description:
      "The register a biomedical department works from: every machine in the hospital, what is due on it, what was done to it, by whom, with which parts, at what cost.",
    about: "organization",
    label: "Home",
    foot: "Company",
  },
  {
    path: "/services",
    file: "services.tsx",
    title: "Services",
    description:
      "What Plumbline helps a biomedical department with: testing and calibration, clinical engineering, and training for biomedical engineers.",
    about: "collection",
    label: "Services",
    isInHeader: true,
    foot: "Services",
  },
  {
    path: "/testing-and-calibration",
    file: "testing-and-calibration.tsx",
    title: "Testing and calibration of medical devices",
    description:
      "Readings at the bench with their uncertainty, judged by the rule you agreed, on a certificate that anyone can check by its code.",
    about: "service",
    label: "Testing and calibration",
    foot: "Services",
  },
  {
    path: "/clinical-engineering",
    file: "clinical-engineering.tsx",
    title: "Clinical engineering for hospitals",
    description:
      "From a spreadsheet of machines to a planned year: register, labels, preventive maintenance, service calls and the evidence an assessor asks for.",
    about: "service",
    label: "Clinical engineering",
    foot: "Services",
  },
  {
    path: "/biomedical-skill-development-and-job-oriented-training",
    file: "training.tsx",
    title: "Biomedical skill development and job-oriented training",
    description:
      "A course for biomedical engineers and technicians: maintenance, electrical safety, calibration with uncertainty, and the records that prove it.",
    about: "course",
    label: "Biomedical training",
    foot: "Services",
  },
  {
    path: "/products",
    file: "products.tsx",
    title: "Products: WinBME and WinCal",
    description:
      "WinBME keeps a hospital's machines, WinCal keeps a calibration laboratory. What each one does, side by side, and what both share.",
    about: "software",
    label: "Products",
    isInHeader: true,
    foot: "Products",
  },
  {
    path: "/win-bme",
    file: "win-bme.tsx",
    title: "WinBME: medical equipment management software",
    description:
      "The hospital side of Plumbline: assets with QR labels, recurring PM, service calls, rounds without a network, stores, gate passes and a log of every change.",
    about: "software",
    label: "WinBME",
    foot: "Products",
  },
  {
    path: "/win-cal",
    file: "win-cal.tsx",
    title: "WinCal: calibration software for biomedical laboratories",
    description:
      "The laboratory side of Plumbline: measuring with expanded uncertainty, thirteen gates before a number, PDF/A certificates with a digital certificate inside.",
    about: "software",
    label: "WinCal",
    foot: "Products",
  },
  {
    path: "/career",
    file: "career.tsx",
    title: "Career",
    description:
      "Work on the instrument hospitals keep their machines with. Send an application with your CV as a PDF.",
    about: "page",
    label: "Career",
    foot: "Company",
  },
  {
    path: "/contact-us",
    file: "contact-us.tsx",
    title: "Contact us",
    description:
      "Ask a question about Plumbline, see it with your own list of machines, or tell us what does not work. A person reads every message.",
    about: "contact",
    label: "Contact",
    isInHeader: true,
    foot: "Company",
  },
  {
    path: "/security",
    file: "security.tsx",
    title: "Security: what is promised and how it is tested",
    description:
      "How Plumbline keeps companies apart, people within their permissions and records as they were written, and which tests fail when one of these promises is broken.",
    about: "page",
    label: "Security",
    foot: "Legal",
  },
  {
    path: "/privacy",
    file: "privacy.tsx",
    title: "Privacy",
    description:
      "What data Plumbline keeps, who sees it, for how long, which cookies there are and what each is for. No trackers.",
    about: "page",
    label: "Privacy",
    foot: "Legal",
  },
  {
    path: "/signup",
    file: "signup.tsx",
    title: "Start a trial",
    description:
      "A company of your own on its own address: name it, choose the address, confirm your e-mail, and start with your asset list.",
    about: "page",
    label: "Sign up",
    foot: "Company",
  },
  {
    path: "/register",
    file: "register.tsx",
    title: "Ask for an account",
    description:
      "An account on the address you wish for: tell us who you are, a person decides, and the invitation comes by e-mail.",
    about: "page",
    label: "Ask for an account",
    foot: "Company",
  },
  {
    path: "/terms",
    file: "terms.tsx",
    title: "Terms of use",
    description:
      "What you may expect of Plumbline, what Plumbline expects of you, and what happens to your data when you leave.",
    about: "page",
    label: "Terms",
    foot: "Legal",
  },
] as const satisfies readonly PublicPage[];

export type PublicPath = (typeof publicPages)[number]["path"];

/** Where a company begins. */
export const SIGN_UP = "/signup";

/** The page at an address; undefined where there is none. */
export const publicPageAt = (pathname: string): PublicPage | undefined =>
  publicPages.find(({ path }) => path === (pathname.replace(/\/+$/, "") || "/"));

/** The pages of the header, in their order. */
export const headerPages: readonly PublicPage[] = (publicPages as readonly PublicPage[]).filter(
  ({ isInHeader }) => isInHeader,
);

/** The pages of the footer, by their groups. */
export const footerPages = footGroups.map((group) => ({
  group,
  pages: (publicPages as readonly PublicPage[]).filter(({ foot }) => foot === group),
}));
