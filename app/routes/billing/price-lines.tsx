import type { Price } from "#app/shared/price.ts";
import { Money } from "#app/ui/money.tsx";
import type { Buyer } from "#drizzle/control/orders.ts";

type Props = { price: Omit<Price, "taxMinor">; coupon: string | null; currency: string };

/** A price, line by line: what is charged, the discount, each tax, and the total. */
export function PriceLines({ price, coupon, currency }: Props) {
  const { subtotalMinor, discountMinor, taxableMinor, taxLines, totalMinor } = price;
  const lines: [name: string, minor: number][] = [
    ["Price", subtotalMinor],
    ...(discountMinor > 0
      ? ([
          [coupon ? `Discount (${coupon})` : "Discount", -discountMinor],
          ["Before tax", taxableMinor],
        ] as [string, number][])
      : []),
    ...taxLines.map(({ label, rateBp, amountMinor }): [string, number] => [
      `${label} ${rateBp / 100} %`,
      amountMinor,
    ]),
  ];
  return (
    <dl className="price-lines">
      {lines.map(([name, minor]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money minor={minor} currency={currency} />
          </dd>
        </div>
      ))}
      <div className="price-total">
        <dt>Total</dt>
        <dd>
          <Money minor={totalMinor} currency={currency} />
        </dd>
      </div>
    </dl>
  );
}

/** Who pays, a line each. */
export const BuyerText = ({ buyer }: { buyer: Buyer }) => (
  <span className="lines">
    {[
      buyer.name,
      buyer.address,
      buyer.region,
      ...buyer.taxIds.map(({ label, value }) => `${label}: ${value}`),
    ]
      .filter(Boolean)
      .join("\n")}
  </span>
);
