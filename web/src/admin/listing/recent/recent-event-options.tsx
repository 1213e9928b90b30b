/** Recent events as suggestions for a field of an event's slug. */
import { useRecentEvents } from "./recent-markets.ts";

export const RecentEventOptions = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {useRecentEvents().map(({ slug, title }) => (
      <option key={slug} value={slug} label={title} />
    ))}
  </datalist>
);
