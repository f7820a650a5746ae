import type { MetaDescriptor } from "react-router";
import { linkPicture } from "#app/shared/product-pictures.ts";
import { type PageAbout, type PublicPage, publicPages } from "#app/shared/public-pages.ts";
import type { Question } from "./parts.tsx";

const NAME = "Plumbline";

/** What tabs, search results and links call a page. */
export const fullTitle = ({ path, title }: PublicPage) =>
  path === "/" ? title : `${title} | ${NAME}`;

type Told = PublicPage & { url: string; origin: string };
const publisher = ({ origin }: Told) => ({ "@type": "Organization", name: NAME, url: origin });

/** What a page is about in the words of schema.org. */
const things: Record<PageAbout, (page: Told) => Record<string, unknown>> = {
  organization: ({ origin, description }) => ({
    "@type": "Organization",
    name: NAME,
    url: origin,
    logo: `${origin}/favicon.svg`,
    description,
  }),
  software: (page) => ({
    "@type": "SoftwareApplication",
    name: page.path === "/products" ? NAME : `${NAME} ${page.label}`,
    applicationCategory: "BusinessApplication",
    operatingSystem: "Any with a current browser",
    description: page.description,
    url: page.url,
    publisher: publisher(page),
  }),
  service: (page) => ({
    "@type": "Service",
    name: page.label,
    description: page.description,
    url: page.url,
    provider: publisher(page),
  }),
  course: (page) => ({
    "@type": "Course",
    name: page.title,
    description: page.description,
    url: page.url,
    provider: publisher(page),
  }),
  contact: ({ title, description, url }) => ({
    "@type": "ContactPage",
    name: title,
    description,
    url,
  }),
  collection: (page) => ({
    "@type": "CollectionPage",
    name: page.title,
    description: page.description,
    url: page.url,
    hasPart: publicPages
      .filter(({ foot, path }) => foot === "Services" && path !== page.path)
      .map(({ path, label }) => ({
        "@type": "WebPage",
        name: label,
        url: `${page.origin}${path}`,
      })),
  }),
  page: ({ title, description, url }) => ({ "@type": "WebPage", name: title, description, url }),
};

const inContext = (thing: Record<string, unknown>): MetaDescriptor => ({
  "script:ld+json": { "@context": "https://schema.org", ...thing },
});

/** All that a public page tells machines about itself. @param origin the platform's own, such as https://example.org */
export function metaOfPage(page: PublicPage, origin: string): MetaDescriptor[] {
  const url = `${origin}${page.path === "/" ? "/" : page.path}`;
  const title = fullTitle(page);
  const { description } = page;
  const picture = `${origin}${linkPicture.url}`;
  const named = { title, description, image: picture, "image:alt": linkPicture.alt };
  const open = {
    ...named,
    type: "website",
    url,
    site_name: NAME,
    "image:width": String(linkPicture.width),
    "image:height": String(linkPicture.height),
  };
  const tags = (prefix: string, by: "property" | "name", told: Record<string, string>) =>
    Object.entries(told).map(([name, content]) => ({ [by]: `${prefix}:${name}`, content }));
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...tags("og", "property", open),
    ...tags("twitter", "name", { card: "summary_large_image", ...named }),
    inContext(things[page.about]({ ...page, url, origin })),
  ] as MetaDescriptor[];
}

/** Questions with their answers, for machines. */
export const metaOfQuestions = (questions: readonly Question[]): MetaDescriptor[] =>
  questions.length
    ? [
        inContext({
          "@type": "FAQPage",
          mainEntity: questions.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        }),
      ]
    : [];
