/** One webhook: how it stands, what operators do with it, and the deliveries that were given up. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatDuration } from "../format-duration.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { Facts } from "../parts/facts.tsx";
import { View } from "../parts/view.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookFailures } from "./webhook-failures.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { LOOK_MS, WebhookState } from "./webhooks-view.tsx";
import type { Webhook } from "./webhooks-view.tsx";

export function WebhookView({ id }: { readonly id: string }) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const [secret, setSecret] = useState<string>();
  const [removed, setRemoved] = useState(false);
  const query = useQuery({
    queryKey: ["webhooks", id],
    queryFn: ({ signal }) => request("GET /webhooks/{id}", { params: { id }, signal }),
    refetchInterval: LOOK_MS,
    enabled: !removed,
  });
  return (
    <View title={words.webhook} role="market-admin">
      <p>
        <Link href="/webhooks">{words.listed}</Link>
      </p>
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {secret !== undefined && <WebhookSecret secret={secret} />}
      {!removed && (
        <Loaded query={query}>
          {(webhook) => (
            <>
              <section className="panel stack">
                <h2>{webhook.description === "" ? webhook.id : webhook.description}</h2>
                <WebhookFacts webhook={webhook} />
                <WebhookActions
                  webhook={webhook}
                  onDone={setDone}
                  onSecret={setSecret}
                  onRemoved={() => setRemoved(true)}
                />
              </section>
              <WebhookFailures id={webhook.id} dead={webhook.dead} onDone={setDone} />
            </>
          )}
        </Loaded>
      )}
    </View>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks: words, overview } = useConsoleText();
  const formats = useFormats();
  const { replay, succeeded, failed, error, lag, lagSeconds, waiting, dead } = webhook;
  const late = formatDuration(lagSeconds, formats.count, overview.units);
  return (
    <Facts
      facts={[
        [words.id, <CopyableText text={webhook.id} />],
        [words.url, <code>{webhook.url}</code>],
        [words.events, webhook.events.join(", ")],
        [words.wallets, webhook.wallets.join(", ") || words.all],
        [words.markets, webhook.markets.join(", ") || words.all],
        [words.orderedBy, words.orders[webhook.orderedBy]],
        [words.state, <WebhookState webhook={webhook} />],
        [words.lag, lag === 0 ? formats.count(0) : words.lagOf(formats.count(lag), late)],
        [words.waiting, formats.count(waiting)],
        [words.dead, formats.count(dead)],
        [words.succeeded, succeeded === null ? words.never : formatTime(succeeded, formats)],
        [words.failed, failed === null ? words.never : `${formatTime(failed, formats)}: ${error}`],
        ...(replay === null
          ? []
          : [
              [
                words.replay,
                words.replayAt(formats.count(replay.next), formats.count(replay.until)),
              ] as const,
            ]),
      ]}
    />
  );
}
