/** A note for operators who look for their console here. The console's address is private, and unknown to this page. */
import { useText } from "../text/language.tsx";
import { useTitle } from "../parts/controls/brand.tsx";

export function AdminPage() {
  const { admin } = useText();
  useTitle(admin.title);
  return (
    <section className="page narrow">
      <h1>{admin.title}</h1>
      <p>{admin.elsewhere}</p>
    </section>
  );
}
