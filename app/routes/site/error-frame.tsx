import type { ReactNode } from "react";
import { SiteFrame } from "./site-frame.tsx";

type Props = { isSite: boolean; year: number; children: ReactNode };

/** An error on the platform's own host stands in the frame of its site; a company's host has none. */
export const ErrorFrame = ({ isSite, year, children }: Props) =>
  isSite ? (
    <SiteFrame year={year} bob={false} hung={false}>
      {children}
    </SiteFrame>
  ) : (
    <main id="main">{children}</main>
  );
