import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { CopiedText } from "#app/ui/copied-text.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { generatedCodes } from "#worker/domain/platform/coupon-codes.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/coupons-generated";

export const loader = ({ context, request }: Route.LoaderArgs) =>
  generatedCodes(context.get(staffContext), new URL(request.url).searchParams);
export const meta = () => [{ title: "Generated codes - Plumbline" }];

export default function GeneratedCoupons({ loaderData: { codes } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Generated codes"
        crumbs={[{ label: "Coupons", to: "/coupons" }]}
        actions={
          <Link className="btn btn-primary" to="/coupons?sort=created&dir=desc">
            To the coupons
          </Link>
        }
      />
      <Panel title={plural(codes.length, "1 code", "{n} codes")}>
        {codes.length > 0 ? (
          <CopiedText
            label="Codes, one a line"
            text={codes.join("\n")}
            file={{ name: "coupons.csv", text: ["Code", ...codes].join("\r\n") }}
          />
        ) : (
          <p className="muted">No codes are named by this address.</p>
        )}
      </Panel>
    </>
  );
}
