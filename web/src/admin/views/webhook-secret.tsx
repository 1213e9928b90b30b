/** A webhook's secret, shown after it was made, in a field from which it can be taken whole. */
import { useCopy } from "../../parts/use-copy.ts";
import { useText } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { TextField } from "../parts/fields.tsx";

export function WebhookSecret({ secret }: { readonly secret: string }) {
  const { common } = useText();
  const { webhooks: words } = useConsoleText();
  const copying = useCopy(secret);
  return (
    <section className="panel stack">
      <h2>{words.secret}</h2>
      <TextField
        name="secret"
        label={words.secret}
        hint={words.secretHint}
        value={secret}
        spellCheck={false}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {copying && (
        <div className="row">
          <button type="button" onClick={copying.copy}>
            {common.copy}
          </button>
          <span role="status" className="soft">
            {copying.done ? common.copied : ""}
          </span>
        </div>
      )}
    </section>
  );
}
