import type { ReactNode } from "react";
import type { PublicPath } from "#app/shared/public-pages.ts";
import { Hung, SecHead } from "./parts.tsx";
import { QueryForm } from "./query-form.tsx";

type Answer = Parameters<typeof QueryForm>[0]["answer"];

/** The enquiry at the end of a page about a product or a service. */
export const Enquiry = ({
  title,
  answer,
  kind = "product",
  children,
}: {
  title: string;
  answer: Answer;
  kind?: "product" | "training";
  children: ReactNode;
}) => (
  <Hung className="query">
    <SecHead title={title} id="ask">
      {children}
    </SecHead>
    <QueryForm kind={kind} answer={answer} />
  </Hung>
);

/** Where the form of a page is, for its buttons. */
export const askAt = (path: PublicPath) => `${path}#ask`;
