import { PDFHexString } from "@cantoo/pdf-lib";
import { dateText } from "#app/shared/dates.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { invoiceOf } from "../domain/billing/staff-orders.ts";
import { countryName } from "../domain/platform/countries.ts";
import { drawFacts, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";

type Buyer = Invoice["seller"];
type TaxLine = Invoice["order"]["taxLines"][number];

export type Invoice = Awaited<ReturnType<typeof invoiceOf>>;
type Refund = Invoice["refunds"][number];
type Sum = { name: string; minor: number; isTotal?: boolean };
/** A document as it stands on its pages. */
type Drawn = {
  title: string;
  number: string;
  on: string | null;
  facts: [name: string, text: string | null][];
  line: { what: string; detail: string; minor: number };
  sums: Sum[];
  notes: (string | null)[];
};

const ID_DIGITS = 32;
/** The share of a line that the name of a sum takes. */
const NAME_WIDTH = 0.8;
const billingWords = { monthly: "a month", yearly: "a year" };

/**
 * An invoice as a PDF, each credit note of it on pages of its own. It is drawn from the order and its refunds, without a clock: the
 * same order gives the same bytes.
 */
export async function invoicePdf(
  invoice: Invoice,
  format: Paper,
  { ASSETS }: Pick<Env, "ASSETS">,
): Promise<Uint8Array> {
  const { order, refunds, seller } = invoice;
  const documents = [
    invoiceDrawn(invoice),
    ...refunds.map((refund) => creditDrawn(invoice, refund)),
  ];
  const texts = JSON.stringify([documents, seller, order.buyer]);
  const sheet = await Sheet.open(format, {
    title: `${documents[0]!.title} ${order.invoiceNo}`,
    foot: `${seller.name}  ${order.invoiceNo}`,
    texts: `${texts}${countryName(seller.country)}${countryName(order.buyer.country)}`,
    assets: ASSETS,
  });
  await dated(sheet, order.paidAt ?? order.createdAt, texts);
  for (const [at, drawn] of documents.entries()) {
    if (at > 0) sheet.turn();
    drawDocument(sheet, drawn, invoice);
  }
  return sheet.bytes();
}

/** Its dates and id follow from what it says, so that it is the same whenever it is drawn. */
async function dated({ doc }: Sheet, at: number, texts: string) {
  const on = new Date(at);
  doc.setCreationDate(on);
  doc.setModificationDate(on);
  doc.setCreator("Plumbline");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts));
  const digits = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, ID_DIGITS);
  const id = PDFHexString.of(digits);
  doc.context.trailerInfo.ID = doc.context.obj([id, id]);
}

const day = (on: string | null) => (on === null ? null : dateText(on));
const taxSum = ({ label, rateBp, amountMinor }: TaxLine): Sum => ({
  name: `${label} ${rateBp / 100} %`,
  minor: amountMinor,
});

function invoiceDrawn({ order, seller }: Invoice): Drawn {
  const { planSnapshot, billing, qty, extraAssets, extraUsers, buyer, taxLines } = order;
  const isInIndia = seller.country === "IN" && buyer.country === "IN";
  const extras = [
    extraAssets > 0 && `${extraAssets} additional assets`,
    extraUsers > 0 && `${extraUsers} additional people`,
  ].filter((text) => text !== false);
  return {
    title: taxLines.length ? "Tax invoice" : "Invoice",
    number: order.invoiceNo ?? "",
    on: order.invoiceOn,
    facts: [
      ["Order", order.number],
      ["Date", day(order.invoiceOn)],
      ["Place of supply", isInIndia ? buyer.region : null],
      ["Payment reference", order.paymentRef],
    ],
    line: {
      what: [`${planSnapshot.planName}, ${billingWords[billing]}`, ...extras].join("\n"),
      detail: [
        qty > 1 ? `${qty} ×` : "",
        order.periodFrom && order.periodTo
          ? `${dateText(order.periodFrom)} – ${dateText(order.periodTo)}`
          : "",
      ]
        .filter(Boolean)
        .join(" "),
      minor: order.subtotalMinor,
    },
    sums: [
      ...(order.discountMinor > 0
        ? [
            {
              name: order.couponCode ? `Discount (${order.couponCode})` : "Discount",
              minor: -order.discountMinor,
            },
            { name: "Taxable amount", minor: order.taxableMinor },
          ]
        : []),
      ...taxLines.map(taxSum),
      { name: `Total in ${order.currency}`, minor: order.totalMinor, isTotal: true },
    ],
    notes: [taxLines.length ? null : (seller.untaxedNote ?? null), "Paid."],
  };
}

function creditDrawn({ order }: Invoice, refund: Refund): Drawn {
  const { amountMinor, taxLines } = refund;
  const tax = taxLines.reduce((sum, line) => sum + line.amountMinor, 0);
  return {
    title: "Credit note",
    number: refund.creditNo,
    on: refund.creditOn,
    facts: [
      ["Of invoice", order.invoiceNo],
      ["Date", day(refund.creditOn)],
      ["Date of invoice", day(order.invoiceOn)],
      ["Payment reference", refund.paymentRef],
    ],
    line: { what: order.planSnapshot.planName, detail: refund.reason, minor: amountMinor - tax },
    sums: [
      ...taxLines.map(taxSum),
      { name: `Total in ${order.currency}`, minor: amountMinor, isTotal: true },
    ],
    notes: [],
  };
}

function drawDocument(sheet: Sheet, drawn: Drawn, { seller, order }: Invoice) {
  sheet.text(drawn.number, { size: 11, font: "mono", right: true });
  sheet.text(drawn.title, { size: 16, font: "bold" });
  sheet.y -= 26;
  drawParties(sheet, [
    ["Seller", seller],
    ["Bill to", order.buyer],
  ]);
  drawFacts(
    sheet,
    drawn.facts.flatMap(([name, text]) => (text ? [{ name, text }] : [])),
  );
  heading(sheet, "What it is for", 40);
  const { what, detail, minor } = drawn.line;
  const shares = [0.42, 0.38, 0.2] as const;
  const row = (texts: readonly [string, string, string], quiet = false) =>
    texts.map((text, at) => ({
      ...{ text, quiet, width: sheet.width * shares[at]! },
      right: at === 2,
    }));
  sheet.row(row(["Plan", "For", order.currency], true), 8.5);
  sheet.row(row([what, detail, formatMinor(minor)]));
  sheet.rule();
  for (const { name, minor: amount, isTotal } of drawn.sums) {
    const font = isTotal ? "bold" : "plain";
    sheet.row([
      { text: name, width: sheet.width * NAME_WIDTH, right: true, font },
      { text: formatMinor(amount), width: sheet.width * (1 - NAME_WIDTH), right: true, font },
    ]);
  }
  sheet.rule();
  for (const note of drawn.notes) if (note) sheet.paragraph(note, small);
}

const partyLines = ({ name, address, region, country, taxIds }: Buyer) =>
  [
    name,
    address,
    [region, countryName(country)].filter(Boolean).join(", "),
    ...taxIds.map(({ label, value }) => `${label}: ${value}`),
  ].join("\n");

/** Who sells and who pays, side by side. */
function drawParties(sheet: Sheet, parties: readonly [string, Buyer][]) {
  const width = sheet.width / parties.length;
  sheet.row(
    parties.map(([role]) => ({ text: role, width, quiet: true })),
    8.5,
  );
  sheet.row(parties.map(([, party]) => ({ text: partyLines(party), width })));
  sheet.rule();
}
