/** Webhooks: addresses of other systems that get the exchange's events, with how each stands. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { View } from "../parts/view.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

export type Webhook = Operations["GET /webhooks"]["answer"][number];

/** Time between two looks at how webhooks stand, ms. */
export const LOOK_MS = 5_000;

export function WebhooksView() {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const [secret, setSecret] = useState<string>();
  const query = useQuery({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => request("GET /webhooks", { signal }),
    refetchInterval: LOOK_MS,
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {secret !== undefined && <WebhookSecret secret={secret} />}
      <section className="panel">
        <h2>{words.listed}</h2>
        <Loaded query={query}>{(webhooks) => <WebhookTable webhooks={webhooks} />}</Loaded>
      </section>
      <section className="panel">
        <h2>{words.make}</h2>
        <WebhookForm onDone={setDone} onSecret={setSecret} />
      </section>
    </View>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.listed}
      columns={[
        {
          name: words.webhook,
          cell: ({ id, description }) => (
            <Link href={`/webhooks/${encodeURIComponent(id)}`}>{description === "" ? id : description}</Link>
          ),
        },
        { name: words.url, cell: ({ url }) => <code>{url}</code> },
        { name: words.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
        { name: words.lag, cell: ({ lag }) => formats.count(lag), number: true },
        { name: words.waiting, cell: ({ waiting }) => formats.count(waiting), number: true },
        { name: words.dead, cell: ({ dead }) => formats.count(dead), number: true },
      ]}
      rows={webhooks}
      keyOf={({ id }) => id}
      empty={words.empty}
    />
  );
}

/** The state, with the reasons for which an operator should look. */
export function WebhookState({ webhook: { state, trouble } }: { readonly webhook: Webhook }) {
  const { webhooks: words } = useConsoleText();
  return (
    <>
      {words.states[state]}
      {trouble.length > 0 && <span className="warn"> {trouble.join("; ")}</span>}
    </>
  );
}
