/** The form for a new webhook. */
import { ActionForm } from "../action/action-form.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { AreaField, SelectField, TextField } from "../parts/fields.tsx";
import { readFilled } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";

const readList = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== "");

const isMarketOrder = (text: string): text is "market" => text === "market";

function bodyOf(readField: FieldReader) {
  const [wallets, markets] = [readList(readField("wallets")), readList(readField("markets"))];
  const from = readField("from");
  const order = readField("orderedBy");
  return {
    url: readField("url"),
    events: readList(readField("events")),
    orderedBy: isMarketOrder(order) ? order : ("owner" as const),
    ...readFilled(readField, ["description"]),
    ...(wallets.length > 0 && { wallets }),
    ...(markets.length > 0 && { markets }),
    ...(from !== "" && { from: Number(from) }),
    reason: readField("reason"),
  };
}

type FormProps = {
  readonly onDone: (done: CompletedAction) => void;
  /** Called with the secret, which is shown once. */
  readonly onSecret: (secret: string) => void;
};

export function WebhookForm({ onDone, onSecret }: FormProps) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionForm
      submit={words.make}
      onDone={onDone}
      act={async (readField) => {
        const { id, secret } = await request("POST /webhooks", { body: bodyOf(readField) });
        onSecret(secret);
        return { words: words.made(id), subject: id };
      }}
    >
      <TextField name="url" type="url" label={words.url} hint={words.urlHint} spellCheck={false} required />
      <TextField
        name="events"
        label={words.events}
        hint={words.eventsHint}
        defaultValue="*"
        spellCheck={false}
        required
      />
      <TextField name="description" label={words.description} maxLength={200} />
      <details>
        <summary>{words.more}</summary>
        <div className="stack">
          <SelectField name="orderedBy" label={words.orderedBy} defaultValue="owner">
            <option value="owner">{words.orders.owner}</option>
            <option value="market">{words.orders.market}</option>
          </SelectField>
          <AreaField name="wallets" label={words.wallets} hint={words.limitHint} spellCheck={false} />
          <AreaField name="markets" label={words.markets} hint={words.limitHint} spellCheck={false} />
          <TextField name="from" type="number" min={1} label={words.from} hint={words.fromHint} />
        </div>
      </details>
    </ActionForm>
  );
}
