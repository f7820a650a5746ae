import { putFirstStepsAway } from "../domain/dashboard/put-away.ts";
import { makeSamples } from "../domain/samples/make.ts";
import { removeSamples } from "../domain/samples/remove.ts";
import { done, doneAll } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { list, object, text, whole } from "./shapes.ts";

const call = companyCalls({ tag: "Settings", needs: "edit-settings" });

/** Records to try the product with, and the first steps beside which they are offered. */
export const sampleCalls: Call[] = [
  call({
    post: "/sample-data",
    isAdminOnly: true,
    says: "Add sample data to a company that has no device of its own; where it is there already nothing is added",
    answer: done(object({ made: whole })),
    run: ({ session }) => makeSamples(session),
  }),
  call({
    delete: "/sample-data",
    isAdminOnly: true,
    says: "Remove the sample data; what the company's own records use stays, and is named",
    answer: done(object({ removed: whole, kept: list(text) })),
    run: ({ session }) => removeSamples(session),
  }),
  call({
    post: "/first-steps/put-away",
    isAdminOnly: true,
    says: "Put the first steps on the dashboard away, for everybody in the company",
    refuses: [],
    answer: doneAll,
    run: ({ session }) => putFirstStepsAway(session),
  }),
];
