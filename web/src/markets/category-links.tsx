/** Links to the categories of events. They keep the sort order and the state of the list. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useText } from "../text/language.tsx";
import { tagsQuery } from "./catalog-queries.ts";
import type { HomeFilter } from "./home-filter.ts";
import { homeAddress } from "./home-filter.ts";
import type { MarketEvent } from "./market.ts";

const FIRST = 10;

type Category = MarketEvent["tags"][number];
type CategoryLinksProps = { readonly filter: HomeFilter; readonly listed: readonly MarketEvent[] };

export function CategoryLinks({ filter, listed }: CategoryLinksProps) {
  const { markets: text } = useText();
  const [all, setAll] = useState(false);
  const categories = useCategories(listed);
  const shown = categories.filter(({ slug }, index) => all || index < FIRST || slug === filter.tag);
  return (
    <nav className="categories" aria-label={text.categories}>
      {[{ slug: "", label: text.all }, ...shown].map(({ slug, label }) => (
        <Link
          key={slug}
          href={homeAddress({ ...filter, tag: slug })}
          className="chip"
          aria-current={slug === filter.tag ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
      {categories.length > FIRST && (
        <button type="button" className="chip" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.fewerCategories : text.moreCategories}
        </button>
      )}
    </nav>
  );
}

/** Lists the categories of the catalog, then further ones of the listed events. */
function useCategories(listed: readonly MarketEvent[]): readonly Category[] {
  const { data = [] } = useQuery(tagsQuery());
  const known = data.map(({ slug = "", label = slug }) => ({ slug, label }));
  const found = new Map([...known, ...listed.flatMap(({ tags }) => tags)].map((tag) => [tag.slug, tag]));
  found.delete("");
  return [...found.values()];
}
