/** Found tags, each with the number of its events. */
import { Link } from "wouter";
import { homeAddress, NO_FILTER } from "../markets/home-filter.ts";
import { Empty } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { FoundTag } from "./find-queries.ts";

type FoundTagsProps = { readonly words: string; readonly tags: readonly FoundTag[] };

export function FoundTags({ words, tags }: FoundTagsProps) {
  const { find: text, markets } = useText();
  const formats = useFormats();
  if (tags.length === 0) return <Empty>{markets.noResults(words)}</Empty>;
  return (
    <ul className="found-tags">
      {tags.map(({ id, slug, label, event_count: count }) => (
        <li key={id}>
          <Link href={homeAddress({ ...NO_FILTER, tag: slug })}>
            <strong>{label}</strong>
            <span className="soft">{text.eventsOf(formats.count(count))}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
