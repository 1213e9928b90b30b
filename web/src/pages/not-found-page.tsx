/** The pages for unknown addresses and for unknown events. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { eventPath } from "../base/paths.ts";
import { useText } from "../text/language.tsx";

export const NotFoundPage = () => <NotFound />;

/** Shows a link to the event with the nearest slug, unless `nearestSlug` is empty. */
export function EventNotFoundPage({ nearestSlug }: { readonly nearestSlug: string }) {
  const { common } = useText();
  if (nearestSlug === "") return <NotFound />;
  return (
    <NotFound>
      <p>
        {common.nearestEvent} <Link href={eventPath(nearestSlug)}>{nearestSlug}</Link>
      </p>
    </NotFound>
  );
}

function NotFound({ children }: { readonly children?: ReactNode }) {
  const { common } = useText();
  return (
    <section className="page narrow">
      <h1>{common.notFound}</h1>
      {children}
      <Link href="/">{common.home}</Link>
    </section>
  );
}
