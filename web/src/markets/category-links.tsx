/** Links to the watchlist and to the most traded categories. They keep the sort order and the state of the list. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useText } from "../text/language.tsx";
import { tagsQuery } from "./catalog-queries.ts";
import { homeAddress, NO_FILTER } from "./home-filter.ts";
import type { HomeFilter } from "./home-filter.ts";

const FIRST = 6;

export function CategoryLinks({ filter }: { readonly filter: HomeFilter }) {
  const { markets: text, home } = useText();
  const [all, setAll] = useState(false);
  const { data: tags = [] } = useQuery(tagsQuery());
  const listed = tags.some(({ slug }) => slug === filter.tag);
  const categories = listed || filter.tag === "" ? tags : [...tags, { slug: filter.tag, label: filter.tag }];
  const shown = categories.filter(({ slug }, index) => all || index < FIRST || slug === filter.tag);
  return (
    <nav className="categories" aria-label={text.categories}>
      <Link
        href={homeAddress({ ...NO_FILTER, watched: true })}
        className="chip chip-watched"
        aria-current={filter.watched ? "true" : undefined}
      >
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
          <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-2.9-5.4 2.9 1.1-6.1-4.5-4.3 6.1-.8z" />
        </svg>
        {home.watchlist}
      </Link>
      {[{ slug: "", label: text.all }, ...shown].map(({ slug, label }) => (
        <Link
          key={slug}
          href={homeAddress({ ...filter, tag: slug, watched: false })}
          className="chip"
          aria-current={slug === filter.tag && !filter.watched ? "true" : undefined}
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
