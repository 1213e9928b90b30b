/** Views about webhooks: a list with a form for a new one, and a view of each webhook with its steps and failures. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure } from "../../parts/states.tsx";
import { useCopy } from "../../parts/controls/copy-button.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { FormFault } from "../action/field-fault.tsx";
import { ActionDialog } from "../action/action-form.tsx";
import { SharedResult } from "../action/action-notice.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import type { ConsoleText } from "../parts/console-text.ts";
import { explainDelivery, explainTroubles } from "./explain-delivery.ts";
import { formatDuration } from "../session/describe-status.ts";
import { formatTime } from "../parts/format-amounts.ts";
import { useOperatorClient, useOperatorQuery } from "../session/operator-session.tsx";
import type { Answer } from "../session/operator-session.tsx";
import { CopyableText, DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { AreaField, CheckField, nameField, Options, SelectField, TextField } from "../parts/fields.tsx";
import { readFilledFields, readList } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { FormPanel, ResourceList } from "../parts/resource.tsx";
import { ActionView, Panel, View } from "../parts/view.tsx";

type Webhook = Answer<"GET /webhooks">[number];

/** Poll interval of the webhooks' state, ms. */
const POLL_MS = 5_000;

/** Webhooks, which send the exchange's events to other systems, with the state of each. */
export function WebhooksView() {
  const { webhooks: words } = useConsoleText();
  const [secret, setSecret] = useState<string>();
  const [made, setMade] = useState(0);
  return (
    <ActionView title={words.title} lead={words.lead} role="market-admin">
      {secret !== undefined && <WebhookSecret secret={secret} />}
      <ResourceList
        title={words.listed}
        read="GET /webhooks"
        refetchInterval={POLL_MS}
        columns={[
          {
            name: words.webhook,
            cell: (webhook) => (
              <Link href={`/webhooks/${encodeURIComponent(webhook.id)}`}>{nameWebhook(webhook)}</Link>
            ),
          },
          { name: words.url, kind: "code", cell: ({ url }) => url },
          { name: words.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
          { name: words.lag, kind: "count", cell: ({ lag }) => lag },
          { name: words.waiting, kind: "count", cell: ({ waiting }) => waiting },
          { name: words.dead, kind: "count", cell: ({ dead }) => dead },
          { name: words.test, cell: ({ id }) => <TestDelivery id={id} /> },
        ]}
        keyOf={({ id }) => id}
        empty={words.empty}
      />
      <WebhookForm key={made} onSecret={setSecret} onDone={() => setMade(made + 1)} />
    </ActionView>
  );
}

const nameWebhook = ({ description, url }: Pick<Webhook, "description" | "url">): string =>
  description === "" ? url : description;

/** The state of a webhook, with problems that need an operator. */
function WebhookState({ webhook: { state, trouble } }: { readonly webhook: Webhook }) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  return (
    <div>
      {words.states[state]}{" "}
      {trouble.length > 0 && <small className="warn">{explainTroubles(trouble, words, formats)}</small>}
    </div>
  );
}

const isMarketOrder = (text: string): text is "market" => text === "market";

function buildWebhookRequest(readField: FieldReader, words: Words) {
  const [wallets, markets] = [readList(readField("wallets")), readList(readField("markets"))];
  const from = readField("from");
  const order = readField("orderedBy");
  return {
    url: readField("url"),
    events: readEvents(readField, words),
    orderedBy: isMarketOrder(order) ? order : ("owner" as const),
    ...readFilledFields(readField, ["description"]),
    ...(wallets.length > 0 && { wallets }),
    ...(markets.length > 0 && { markets }),
    ...(from !== "" && { from: Number(from) }),
    reason: readField("reason"),
  };
}

const ALL_EVENTS = "*";

type Words = ConsoleText["webhooks"];
type EventKind = keyof Words["eventKinds"];

const isKind = (text: string, { eventKinds }: Words): text is EventKind => Object.hasOwn(eventKinds, text);

const listKinds = (words: Words): readonly EventKind[] =>
  Object.keys(words.eventKinds).filter((kind) => isKind(kind, words));

const readEvents = (readField: FieldReader, words: Words): readonly string[] =>
  readField(ALL_EVENTS) === "" ? listKinds(words).filter((kind) => readField(kind) !== "") : [ALL_EVENTS];

/** Checkboxes for the kinds of events: all of them, or some. */
function EventKinds() {
  const { webhooks: words } = useConsoleText();
  const [takesAll, setAll] = useState(true);
  return (
    <fieldset>
      <legend>{words.events}</legend>
      <CheckField
        name={ALL_EVENTS}
        label={words.allEvents}
        hint={words.allEventsHint}
        checked={takesAll}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      {!takesAll && (
        <div className="pair">
          {listKinds(words).map((kind) => (
            <CheckField key={kind} name={kind} label={words.eventKinds[kind]} hint={kind} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Names the kinds of events that a webhook gets. */
function describeKinds(events: readonly string[], words: Words): string {
  const nameOf = (one: string): string => (isKind(one, words) ? words.eventKinds[one] : one);
  return events.map((one) => (one === ALL_EVENTS ? words.allEvents : nameOf(one))).join(", ");
}

/** Props of a part that receives a secret, which is shown once. */
type SecretProps = { readonly onSecret: (secret: string) => void };

type FormProps = SecretProps & {
  /** Called after a webhook was made, to start with an empty form. */
  readonly onDone: () => void;
};

function WebhookForm({ onSecret, onDone }: FormProps) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const { data: webhooks = [] } = useOperatorQuery("GET /webhooks");
  return (
    <FormPanel
      title={words.make}
      onDone={onDone}
      confirm={(readField) =>
        webhooks.some(({ url }) => url === readField("url")) ? words.sameAddress : undefined
      }
      act={async (readField) => {
        const body = buildWebhookRequest(readField, words);
        if (body.events.length === 0) throw new FormFault(ALL_EVENTS, words.noEvents);
        const { id, secret } = await request("POST /webhooks", { body });
        onSecret(secret);
        return { words: words.made(body.url), subject: id };
      }}
    >
      <TextField {...nameField(words, "url")} type="url" spellCheck={false} required />
      <EventKinds />
      <TextField {...nameField(words, "description")} maxLength={200} />
      <details>
        <summary>{words.more}</summary>
        <div className="stack">
          <SelectField {...nameField(words, "orderedBy")} defaultValue="owner">
            <Options of={["owner", "market"]} names={words.orders} />
          </SelectField>
          <AreaField {...nameField(words, "wallets")} hint={words.limitHint} spellCheck={false} />
          <AreaField {...nameField(words, "markets")} hint={words.limitHint} spellCheck={false} />
          <TextField {...nameField(words, "from")} type="number" min={1} />
        </div>
      </details>
    </FormPanel>
  );
}

/** The secret of a webhook, in a field to copy it from. */
function WebhookSecret({ secret }: { readonly secret: string }) {
  const { common } = useText();
  const { webhooks: words } = useConsoleText();
  const copy = useCopy(secret);
  return (
    <Panel title={words.secret} stack>
      <TextField
        {...nameField(words, "secret")}
        value={secret}
        spellCheck={false}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {copy && (
        <div className="row">
          <button type="button" onClick={copy.copy}>
            {common.copy}
          </button>
          <span role="status" className="soft">
            {copy.done ? common.copied : ""}
          </span>
        </div>
      )}
    </Panel>
  );
}

/** One webhook: its state, actions, and failed deliveries. */
export function WebhookView({ id }: { readonly id: string }) {
  const { webhooks: words } = useConsoleText();
  const [secret, setSecret] = useState<string>();
  const [removed, setRemoved] = useState(false);
  const query = useOperatorQuery("GET /webhooks/{id}", {
    params: { id },
    refetchInterval: POLL_MS,
    enabled: !removed,
  });
  return (
    <View title={words.webhook} role="market-admin">
      <SharedResult>
        {(result) => (
          <>
            <p>
              <Link href="/webhooks">{words.listed}</Link>
            </p>
            {result}
            {secret !== undefined && <WebhookSecret secret={secret} />}
            {!removed && (
              <Loaded query={query}>
                {(webhook) => (
                  <>
                    <Panel title={nameWebhook(webhook)} stack>
                      <WebhookFacts webhook={webhook} />
                      <WebhookActions
                        webhook={webhook}
                        onSecret={setSecret}
                        onRemoved={() => setRemoved(true)}
                      />
                    </Panel>
                    <WebhookFailures id={webhook.id} dead={webhook.dead} />
                  </>
                )}
              </Loaded>
            )}
          </>
        )}
      </SharedResult>
    </View>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { webhooks: words, overview } = useConsoleText();
  const formats = useFormats();
  const { replay, succeeded, failed, error, lag, lagSeconds, waiting, dead } = webhook;
  const lagText = formatDuration(lagSeconds, formats.count, overview.units);
  return (
    <Facts
      facts={[
        [words.id, <CopyableText text={webhook.id} />],
        [words.url, <code>{webhook.url}</code>],
        [words.events, describeKinds(webhook.events, words)],
        [words.wallets, webhook.wallets.join(", ") || words.all],
        [words.markets, webhook.markets.join(", ") || words.all],
        [words.orderedBy, words.orders[webhook.orderedBy]],
        [words.state, <WebhookState webhook={webhook} />],
        [words.lag, lag === 0 ? formats.count(0) : words.lagOf(formats.count(lag), lagText)],
        [words.waiting, formats.count(waiting)],
        [words.dead, formats.count(dead)],
        [words.succeeded, succeeded === null ? words.never : formatTime(succeeded, formats)],
        [
          words.failed,
          failed === null ? words.never : `${formatTime(failed, formats)}: ${explainDelivery(error, words)}`,
        ],
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

type ActionsProps = SecretProps & { readonly webhook: Webhook; readonly onRemoved: () => void };

type Step = "pause" | "resume" | "rotate" | "replay" | "remove";

/** Actions on one webhook: test, pause, new secret, replay and removal. */
function WebhookActions(props: ActionsProps) {
  const { webhooks: words } = useConsoleText();
  const [step, setStep] = useState<Step>();
  const { id, enabled } = props.webhook;
  const steps: readonly Step[] = [enabled ? "pause" : "resume", "rotate", "replay", "remove"];
  return (
    <>
      <TestDelivery id={id} />
      <div className="row">
        {steps.map((one) => (
          <button
            key={one}
            type="button"
            className={one === "remove" ? "danger" : undefined}
            onClick={() => setStep(one)}
          >
            {words.steps[one].name}
          </button>
        ))}
      </div>
      {step && <StepDialog {...props} step={step} close={() => setStep(undefined)} />}
    </>
  );
}

/** A button that delivers a test event at once, and says how that went. */
function TestDelivery({ id }: { readonly id: string }) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const testAction = useMutation({
    mutationFn: () => request("POST /webhooks/{id}/test", { params: { id } }),
  });
  return (
    <div>
      <button type="button" disabled={testAction.isPending} onClick={() => testAction.mutate()}>
        {testAction.isPending ? words.testing : words.test}
      </button>
      {testAction.isError && <Failure error={testAction.error} />}
      <TestOutcome tested={testAction.data} />
    </div>
  );
}

type TestProps = { readonly tested: Answer<"POST /webhooks/{id}/test"> | undefined };

function TestOutcome({ tested }: TestProps) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  return (
    <p role="status" className={tested?.delivered === false ? "warn" : "soft"}>
      {tested &&
        (tested.delivered
          ? words.delivered(formats.count(tested.ms))
          : words.undelivered(explainDelivery(tested.error, words)))}
    </p>
  );
}

const DEFAULT_OVERLAP_HOURS = 24;

type StepDialogProps = ActionsProps & { readonly step: Step; readonly close: () => void };

function StepDialog({ step, close, ...props }: StepDialogProps) {
  const { webhooks: words } = useConsoleText();
  const act = useStep(step, props);
  const { name, note } = words.steps[step];
  return (
    <ActionDialog title={name} note={note} danger={step === "remove"} close={close} act={act}>
      {step === "rotate" && (
        <TextField
          name="overlapHours"
          type="number"
          min={0}
          max={168}
          label={words.overlap}
          hint={words.overlapHint}
          defaultValue={DEFAULT_OVERLAP_HOURS}
          required
        />
      )}
      {step === "replay" && (
        <>
          <TextField name="from" type="number" min={1} label={words.firstBatch} required />
          <TextField name="to" type="number" min={1} label={words.lastBatch} hint={words.lastBatchHint} />
        </>
      )}
    </ActionDialog>
  );
}

/** Returns the function that runs a step and describes its result. */
function useStep(step: Step, { webhook: { id }, onSecret, onRemoved }: ActionsProps) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const params = { id };
  return async (readField: FieldReader) => {
    const reason = readField("reason");
    if (step === "remove") {
      await request("DELETE /webhooks/{id}", { params, body: { reason } });
      onRemoved();
    } else if (step === "rotate") {
      const body = { overlapHours: Number(readField("overlapHours")), reason };
      onSecret((await request("POST /webhooks/{id}/rotate", { params, body })).secret);
    } else if (step === "replay") {
      const to = readField("to");
      const body = { from: Number(readField("from")), ...(to !== "" && { to: Number(to) }), reason };
      await request("POST /webhooks/{id}/replay", { params, body });
    } else {
      await request("POST /webhooks/{id}", { params, body: { enabled: step === "resume", reason } });
    }
    return { words: words.steps[step].done, subject: id };
  };
}

type Delivery = Answer<"GET /webhooks/{id}/failures">["data"][number];
type Choice = { readonly step: "retry" | "drop"; readonly event: string | undefined };

const MAX_DELIVERIES = 500;

type FailuresProps = { readonly id: string; readonly dead: number };

/** Failed deliveries of a webhook, with buttons to retry or drop them. */
function WebhookFailures({ id, dead }: FailuresProps) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  const [choice, setChoice] = useState<Choice>();
  const query = useOperatorQuery("GET /webhooks/{id}/failures", {
    params: { id },
    query: { limit: MAX_DELIVERIES },
    version: dead,
  });
  return (
    <Panel title={words.dead} stack>
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
      {choice && <ChoiceDialog id={id} choice={choice} close={() => setChoice(undefined)} />}
    </Panel>
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
        { name: words.event, kind: "code", cell: ({ event }) => event },
        { name: words.type, kind: "code", cell: ({ type }) => type },
        { name: words.attempts, kind: "count", cell: ({ attempts }) => attempts },
        { name: words.since, cell: ({ dead }) => dead && formatTime(dead, formats) },
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

type ChoiceDialogProps = Pick<FailuresProps, "id"> & { readonly choice: Choice; readonly close: () => void };

function ChoiceDialog({ id, choice: { step, event }, close }: ChoiceDialogProps) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const { name, note, done } = words.choices[step];
  return (
    <ActionDialog
      title={name}
      note={note(event ?? words.allOfThem)}
      danger={step === "drop"}
      close={close}
      act={async (readField) => {
        const body = { ...(event !== undefined && { events: [event] }), reason: readField("reason") };
        const { count } = await request(`POST /webhooks/{id}/${step}`, { params: { id }, body });
        return { words: done(formats.count(count)), subject: id };
      }}
    />
  );
}
