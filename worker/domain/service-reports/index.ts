export { type Created, createReport } from "./create.ts";
export { reportFlow } from "./flow.ts";
export {
  type AssetHead,
  findReport,
  newReport,
  type ReportLine,
  type ReportView,
  reportToEdit,
} from "./read.ts";
export type { Ports } from "./save.ts";
export { type Updated, updateReport } from "./update.ts";
