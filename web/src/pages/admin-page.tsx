/** Where the operators' console is: at the operator's own address, which may not be open to everyone. */
import { useSettings } from "../settings-context.ts";
import { useText } from "../text/language.tsx";
import { useTitle } from "../parts/use-title.ts";

export function AdminPage() {
  const { admin } = useText();
  const { admin: address } = useSettings();
  useTitle(admin.title);
  return (
    <section className="page narrow">
      <h1>{admin.title}</h1>
      <p>{admin.elsewhere}</p>
      <p>
        <a href={`${address}/admin`}>{`${address}/admin`}</a>
      </p>
    </section>
  );
}
