/** The page for unknown addresses. */
import { Link } from "wouter";
import { useText } from "../text/language.tsx";

export function NotFoundPage() {
  const { common } = useText();
  return (
    <section className="page narrow">
      <h1>{common.notFound}</h1>
      <Link href="/">{common.home}</Link>
    </section>
  );
}
