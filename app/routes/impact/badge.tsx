import { impactReviewRules } from "#app/shared/flows/impact-reviews.ts";
import { Badge } from "#app/ui/page.tsx";

/** Whether a review is open. */
export const ReviewBadge = ({ status }: { status: keyof typeof impactReviewRules.states }) => (
  <Badge tone={status === "open" ? "amber" : "in-date"} icon={status === "open" ? "eye" : "check"}>
    {impactReviewRules.states[status]}
  </Badge>
);
