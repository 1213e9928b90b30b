/** Deliveries of a webhook that were given up, which operators retry or drop. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";

type Delivery = Operations["GET /webhooks/{id}/failures"]["answer"]["data"][number];
type Choice = { readonly step: "retry" | "drop"; readonly event: string | undefined };

const MAX_SHOWN = 500;

type FailuresProps = {
  readonly id: string;
  readonly dead: number;
  readonly onDone: (done: CompletedAction) => void;
};

export function WebhookFailures({ id, dead, onDone }: FailuresProps) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const [choice, setChoice] = useState<Choice>();
  const query = useQuery({
    queryKey: ["webhooks", id, "failures", dead],
    queryFn: ({ signal }) =>
      request("GET /webhooks/{id}/failures", { params: { id }, query: { limit: MAX_SHOWN }, signal }),
  });
  return (
    <section className="panel stack">
      <h2>{words.dead}</h2>
      <Loaded query={query}>
        {({ data, next }) => (
          <>
            <DeliveryTable deliveries={data} choose={setChoice} />
            {next !== null && (
              <p className="soft">{words.shownOf(formats.count(data.length), formats.count(dead))}</p>
            )}
            {data.length > 0 && (
              <div className="row">
                <button type="button" onClick={() => setChoice({ step: "retry", event: undefined })}>
                  {words.retryAll}
                </button>
                <button
                  type="button"
                  className="danger"
                  onClick={() => setChoice({ step: "drop", event: undefined })}
                >
                  {words.dropAll}
                </button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {choice && <ChoiceDialog id={id} choice={choice} close={() => setChoice(undefined)} onDone={onDone} />}
    </section>
  );
}

type TableProps = {
  readonly deliveries: readonly Delivery[];
  readonly choose: (choice: Choice) => void;
};

function DeliveryTable({ deliveries, choose }: TableProps) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.dead}
      columns={[
        { name: words.event, cell: ({ event }) => <code>{event}</code> },
        { name: words.type, cell: ({ type }) => <code>{type}</code> },
        { name: words.attempts, cell: ({ attempts }) => formats.count(attempts), number: true },
        { name: words.since, cell: ({ dead }) => (dead === null ? "" : formatTime(dead, formats)) },
        { name: words.error, cell: ({ error }) => error },
        {
          name: words.change,
          cell: ({ event }) => (
            <div className="row">
              <button type="button" className="small" onClick={() => choose({ step: "retry", event })}>
                {words.choices.retry.name}
              </button>
              <button type="button" className="small" onClick={() => choose({ step: "drop", event })}>
                {words.choices.drop.name}
              </button>
            </div>
          ),
        },
      ]}
      rows={deliveries}
      keyOf={({ event, replay }) => `${event}-${replay}`}
      empty={words.noFailures}
    />
  );
}

type DialogProps = Omit<FailuresProps, "dead"> & { readonly choice: Choice; readonly close: () => void };

function ChoiceDialog({ id, choice: { step, event }, close, onDone }: DialogProps) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const { name, note, done } = words.choices[step];
  return (
    <ActionDialog
      title={name}
      note={note(event ?? words.allOfThem)}
      submit={name}
      danger={step === "drop"}
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const body = { ...(event !== undefined && { events: [event] }), reason: readField("reason") };
        const { count } = await request(`POST /webhooks/{id}/${step}`, { params: { id }, body });
        return { words: done(formats.count(count)), subject: id };
      }}
    />
  );
}
