import type { Mutant } from "./mutant.ts";

const cover = ["tests/domain/cover.test.ts", "tests/domain/contracts.test.ts"];
const match = ["tests/unit/recall-match.test.ts"];
const recalls = ["tests/domain/recalls.test.ts"];
const metrics = ["tests/unit/asset-metrics.test.ts"];
const comparisons = ["tests/api/asset-comparisons.test.ts"];
const link = ["tests/web/followed-call.test.ts"];
const pin = ["tests/web/report-pin.test.ts"];

/** What covers a device, what recalls find, what a comparison says, and what a private link opens. */
export const coverAndRecalls: Mutant[] = [
  {
    name: "what is out of use is covered",
    file: "worker/domain/contracts/cover.ts",
    from: `case when "a"."lifecycle" in ('condemned', 'disposed') then null`,
    to: `case when "a"."lifecycle" in ('condemned') and 0 then null`,
    tests: cover,
  },
  {
    name: "a device taken off a contract is covered on that day",
    file: "worker/domain/contracts/cover.ts",
    from: `coalesce("line"."to_on" > \${on}, 1)`,
    to: `coalesce("line"."to_on" >= \${on}, 1)`,
    tests: cover,
  },
  {
    name: "a terminated contract covers to its last day",
    file: "worker/domain/contracts/cover.ts",
    from: ` and coalesce("c"."terminated_on" > \${on}, 1)`,
    to: "",
    tests: cover,
  },
  {
    name: "an AMC is better than a CMC",
    file: "worker/domain/contracts/cover.ts",
    from: "when 'cmc' then 0 when 'amc' then 1",
    to: "when 'cmc' then 1 when 'amc' then 0",
    tests: cover,
  },
  {
    name: "a contract that begins covers nothing",
    file: "worker/domain/contracts/morning.ts",
    from: "    coverOfContracts(db, begun, today),\n",
    to: "    ...(today ? [] : [coverOfContracts(db, begun, today)]),\n",
    tests: cover,
  },
  {
    name: "a warranty that begins covers nothing",
    file: "worker/domain/contracts/morning.ts",
    from: "    coverFollows(db, warranted, today),\n",
    to: "    ...(today ? [] : [coverFollows(db, warranted, today)]),\n",
    tests: cover,
  },
  {
    name: "a contract's year is the calendar's",
    file: "worker/domain/contracts/cover.ts",
    from: `\n  - (strftime('%m-%d', \${on}) < strftime('%m-%d', "c"."start_on"))`,
    to: `\n  - 0`,
    tests: cover,
  },
  // Recalls
  {
    name: "the last serial number of a range is not in it",
    file: "worker/domain/recalls/match.ts",
    from: "return isOfHead && first.tail <= own.tail && own.tail <= last.tail;",
    to: "return isOfHead && first.tail <= own.tail && own.tail < last.tail;",
    tests: match,
  },
  {
    name: "a range of serial numbers is of any series",
    file: "worker/domain/recalls/match.ts",
    from: "return isOfHead && first.tail",
    to: "return first.tail",
    tests: match,
  },
  {
    name: "what does not fit a notice is found by the rest",
    file: "worker/domain/recalls/match.ts",
    from: 'if (all.includes("no")) return null;',
    to: 'if (all.every((one) => one === "no")) return null;',
    tests: match,
  },
  {
    name: "what may fit is certain",
    file: "worker/domain/recalls/match.ts",
    from: 'told.every(({ fits }) => fits === "yes")',
    to: 'told.some(({ fits }) => fits === "yes")',
    tests: match,
  },
  {
    name: "what a person has answered is asked again",
    file: "worker/domain/recalls/settle.ts",
    from: '(line.status === "not_affected" && !line.answeredBy);',
    to: 'line.status === "not_affected";',
    tests: recalls,
  },
  {
    name: "a device whose call is reopened stays done",
    file: "worker/domain/recalls/settle.ts",
    from: 'if (status === "done" && !resolved.has(callStatus) && !dropped.has(callStatus))',
    to: 'if (status === "gone" && !resolved.has(callStatus) && !dropped.has(callStatus))',
    tests: recalls,
  },
  {
    name: "a device whose call is cancelled waits for it for ever",
    file: "worker/domain/recalls/settle.ts",
    from: 'if (status === "affected" && dropped.has(callStatus))',
    to: 'if (status === "gone" && dropped.has(callStatus))',
    tests: recalls,
  },
  {
    name: "answers leave the count of open devices",
    file: "worker/domain/recalls/look.ts",
    from: "Number(isUnanswered(to)) - Number(isUnanswered(line.status)), 0);",
    to: "0 * Number(isUnanswered(to)) - 0 * Number(isUnanswered(line.status)), 0);",
    tests: recalls,
  },
  {
    name: "who sees some Locations reads how many devices of all a recall is about",
    file: "worker/domain/lists/list-rows.ts",
    from: "isLimited ? (list.acrossLocations ?? []) : [];",
    to: "isLimited && !list ? (list.acrossLocations ?? []) : [];",
    tests: recalls,
  },
  // Figures
  {
    name: "a false alarm is a failure",
    file: "app/shared/asset-metrics.ts",
    from: ' && !noFailure.includes(call.causeCode ?? "");',
    to: ";",
    tests: metrics,
  },
  {
    name: "planned downtime counts against a device",
    file: "app/shared/asset-metrics.ts",
    from: "device.down.filter((one) => one.isPlanned === isPlanned),",
    to: "device.down.filter((one) => one.isPlanned === isPlanned || !isPlanned),",
    tests: metrics,
  },
  {
    name: "a figure that is more than read is the best all the same",
    file: "app/shared/asset-metrics.ts",
    from: 'least: bound === "less" || bound === "about" ? Number.NEGATIVE_INFINITY : value,',
    to: "least: value,",
    tests: metrics,
  },
  {
    name: "time in repair counts as time between failures",
    file: "app/shared/asset-metrics.ts",
    from: "betweenFailures(usedMs, downMs, failures.length),",
    to: "betweenFailures(usedMs, 0, failures.length),",
    tests: metrics,
  },
  {
    name: "cancelled reports cost money",
    file: "worker/domain/comparisons/cells.ts",
    from: "    .filter(({ cancelledAt }) => cancelledAt === null)\n",
    to: "",
    tests: comparisons,
  },
  {
    name: "a condemned device is in use",
    file: "app/shared/asset-metrics.ts",
    from: "to: condemnedOn ? begins(condemnedOn) : window.to,",
    to: "to: window.to,",
    tests: comparisons,
  },
  // Links and PINs
  {
    name: "a private link never ends",
    file: "worker/domain/following/open.ts",
    from: "ended.includes(status) && now - (closedAt ?? updatedAt) > KEPT_DAYS * DAY_MS;",
    to: "ended.includes(status) && now - (closedAt ?? updatedAt) > 1e6 * KEPT_DAYS * DAY_MS;",
    tests: link,
  },
  {
    name: "a private link opens where public pages are switched off",
    file: "worker/domain/following/open.ts",
    from: 'if (isOver(call, now) || !settingOf(company, "qr_public_enabled"))',
    to: "if (isOver(call, now))",
    tests: link,
  },
  {
    name: "who holds a link sends without end",
    file: "worker/domain/labels/public-limits.ts",
    from: "export const mostByLink: Most = { ...most, device: 10 };",
    to: "export const mostByLink: Most = { ...most, device: 1000 };",
    tests: link,
  },
  {
    name: "a wrong PIN is not kept",
    file: "worker/domain/labels/public-pin.ts",
    from: '    await keepTry(db, "pin", network, now);\n',
    to: "",
    tests: pin,
  },
  {
    name: "a PIN may be guessed from many networks",
    file: "worker/domain/labels/public-tries.ts",
    from: "pin: { network: 10, company: 100 },",
    to: "pin: { network: 10, company: 1e9 },",
    tests: pin,
  },
];
