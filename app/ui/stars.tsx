const words = ["Bad", "Poor", "Fair", "Good", "Very good"];

/** The ratings to choose from, the best first. */
export const ratingChoices = words
  .map((label, at) => ({ value: String(at + 1), label: `${at + 1}: ${label}` }))
  .reverse();

/** A rating of 1 to 5 as stars, and in words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <>
      <span aria-hidden="true">{"★".repeat(rating) + "☆".repeat(words.length - rating)} </span>
      {`${words[rating - 1]}, ${rating} of ${words.length}`}
    </>
  );
}
