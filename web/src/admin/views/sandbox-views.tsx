/** Views of a sandbox: its simulated traders, its snapshots, and faults on its wire. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { MarketName } from "../listing/market-name.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { formatMoney, formatShares, formatTime } from "../parts/format-amounts.ts";
import { useOperatorClient, useOperatorQuery } from "../session/operator-session.tsx";
import type { Answer, ReadName } from "../session/operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AreaField, CheckField, nameField, Options, SelectField, TextField } from "../parts/fields.tsx";
import { Modal } from "../parts/modal.tsx";
import { readForm } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { Panel, RoleButton, View } from "../parts/view.tsx";
import { useAmountReader } from "./people/transfer.tsx";

type Pace = Answer<"GET /sandbox/residents">["pace"];

const PACES = ["off", "quiet", "normal", "busy"] as const satisfies readonly Pace[];
const isPace = (text: string): text is Pace => PACES.some((pace) => pace === text);
const POLL_MS = 3_000;

/** Shows the simulated traders of a sandbox, with their pace and parameters by market. */
export function SimulatedTradersView() {
  const { residents: words } = useConsoleText();
  const query = useOperatorQuery("GET /sandbox/residents", { refetchInterval: POLL_MS });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <Loaded query={query}>
        {({ pace, markets }) => (
          <>
            <PacePanel pace={pace} />
            <Panel title={words.byMarket}>
              <MarketTable markets={markets} />
            </Panel>
          </>
        )}
      </Loaded>
    </View>
  );
}

function PacePanel({ pace }: { readonly pace: Pace }) {
  const { residents: words } = useConsoleText();
  const request = useOperatorClient();
  const changePace = useStep("GET /sandbox/residents", (next: Pace) =>
    request("POST /sandbox/residents", { body: { pace: next } }),
  );
  return (
    <section className="panel">
      <SelectField
        label={words.pace}
        hint={words.paceHint}
        value={changePace.isPending ? changePace.variables : pace}
        disabled={changePace.isPending}
        onChange={({ currentTarget: { value } }) => {
          if (isPace(value)) changePace.mutate(value);
        }}
      >
        <Options of={PACES} names={words.paces} />
      </SelectField>
      {changePace.isError && <Failure error={changePace.error} />}
    </section>
  );
}

function MarketTable({ markets }: { readonly markets: readonly MarketSimulation[] }) {
  const { residents: words } = useConsoleText();
  const formats = useFormats();
  const [tuned, setTuned] = useState<MarketSimulation>();
  return (
    <>
      <DataTable
        caption={words.byMarket}
        columns={[
          {
            name: words.market,
            cell: ({ conditionId, market }) => <MarketName conditionId={conditionId} slug={market} />,
          },
          {
            name: words.maker,
            cell: ({ maker, b }) =>
              words.makerOf(words.makers[maker], b === null ? null : formatShares(b, formats)),
          },
          { name: words.price, kind: "price", cell: ({ fairValue }) => fairValue },
          {
            name: words.shares,
            cell: ({ inventory: [first, second] }) =>
              `${formatShares(first, formats)} / ${formatShares(second, formats)}`,
            number: true,
          },
          {
            name: words.loss,
            cell: ({ loss, maximumLoss }) =>
              `${formatMoney(loss, formats)} / ${formatMoney(maximumLoss, formats)}`,
            number: true,
          },
          { name: words.state, cell: ({ withdrawn }) => (withdrawn === "" ? words.quotes : withdrawn) },
          {
            name: words.change,
            cell: (market) => (
              <RoleButton role="market-admin" className="small" onClick={() => setTuned(market)}>
                {words.tune}
              </RoleButton>
            ),
          },
        ]}
        rows={markets}
        keyOf={({ conditionId }) => conditionId}
        empty={words.empty}
      />
      {tuned && <TuneDialog residents={tuned} close={() => setTuned(undefined)} />}
    </>
  );
}

type MarketSimulation = Answer<"GET /sandbox/residents">["markets"][number];

const MAKER_KINDS = ["fair-value", "lmsr"] as const satisfies readonly MarketSimulation["maker"][];

type TuneProps = { readonly residents: MarketSimulation; readonly close: () => void };

/** A dialog for the parameters of the simulated traders in one market. */
function TuneDialog({ residents, close }: TuneProps) {
  const { market, maker } = residents;
  const { residents: words } = useConsoleText();
  const request = useOperatorClient();
  const readAmount = useAmountReader();
  const tune = useStep(
    "GET /sandbox/residents",
    async (readField: FieldReader) =>
      request("POST /sandbox/residents/{market}", {
        params: { market },
        body: {
          trading: readField("trading") === "on",
          maker: MAKER_KINDS.find((kind) => kind === readField("maker")) ?? maker,
          maximumLoss: readAmount(readField, "maximumLoss"),
          levels: Number(readField("levels")),
          ...(readField("maker") === "lmsr" ? {} : { spread: Number(readField("spread")) }),
        },
      }),
    close,
  );
  return (
    <Modal title={market} close={close}>
      <StepForm submit={words.tune} step={tune} send={tune.mutate} cancel={close}>
        <TermFields residents={residents} />
      </StepForm>
    </Modal>
  );
}

function TermFields({ residents }: Pick<TuneProps, "residents">) {
  const { residents: words } = useConsoleText();
  const { written } = useFormats();
  const { trading, maker, maximumLoss, levels, spread } = residents;
  return (
    <>
      <CheckField {...nameField(words, "trading")} defaultChecked={trading} />
      <SelectField {...nameField(words, "maker")} defaultValue={maker}>
        <Options of={MAKER_KINDS} names={words.makers} />
      </SelectField>
      <TextField
        {...nameField(words, "maximumLoss")}
        inputMode="decimal"
        defaultValue={written(maximumLoss)}
        required
      />
      <TextField {...nameField(words, "levels")} type="number" min={1} defaultValue={levels} required />
      <TextField {...nameField(words, "spread")} type="number" min={1} defaultValue={spread} required />
    </>
  );
}

type Snapshot = Answer<"GET /sandbox/snapshots">["snapshots"][number];
type Question = { readonly snapshot: Snapshot; readonly step: "revert" | "remove" };

/** Snapshot of the first start, which cannot be removed. */
const FIRST_START = "start";

/** Takes, restores and removes snapshots of a sandbox. */
export function SnapshotsView() {
  const { snapshots: words } = useConsoleText();
  const [question, setQuestion] = useState<Question>();
  const [done, setDone] = useState("");
  const query = useOperatorQuery("GET /sandbox/snapshots");
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <p role="status" className={done === "" ? undefined : "success done"}>
        {done}
      </p>
      <Panel title={words.taken}>
        <Loaded query={query}>
          {({ snapshots }) => <SnapshotTable snapshots={snapshots} ask={setQuestion} />}
        </Loaded>
      </Panel>
      <TakePanel onDone={setDone} />
      {question && (
        <SnapshotQuestion question={question} close={() => setQuestion(undefined)} onDone={setDone} />
      )}
    </View>
  );
}

type SnapshotTableProps = {
  readonly snapshots: readonly Snapshot[];
  readonly ask: (question: Question) => void;
};

function SnapshotTable({ snapshots, ask }: SnapshotTableProps) {
  const { snapshots: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.taken}
      columns={[
        { name: words.name, cell: ({ name }) => name },
        { name: words.time, cell: ({ time }) => <time dateTime={time}>{formatTime(time, formats)}</time> },
        { name: words.batch, cell: ({ sequence }) => sequence, number: true },
        {
          name: words.steps,
          cell: (snapshot) => (
            <div className="row">
              {snapshot.usable ? (
                <button type="button" className="small" onClick={() => ask({ snapshot, step: "revert" })}>
                  {words.revert}
                </button>
              ) : (
                <span className="soft">{words.unusable}</span>
              )}
              {snapshot.name !== FIRST_START && (
                <button type="button" className="small" onClick={() => ask({ snapshot, step: "remove" })}>
                  {words.remove}
                </button>
              )}
            </div>
          ),
        },
      ]}
      rows={snapshots}
      keyOf={({ name }) => name}
      empty={words.empty}
    />
  );
}

type DoneProps = { readonly onDone: (words: string) => void };

function TakePanel({ onDone }: DoneProps) {
  const { snapshots: words } = useConsoleText();
  const request = useOperatorClient();
  const take = useStep(
    "GET /sandbox/snapshots",
    (name: string) => request("POST /sandbox/snapshot", { body: { name } }),
    ({ name }) => onDone(words.wasTaken(name)),
  );
  return (
    <Panel title={words.take}>
      <StepForm submit={words.take} step={take} send={(readField) => take.mutate(readField("name"))}>
        <TextField {...nameField(words, "name")} spellCheck={false} required />
      </StepForm>
    </Panel>
  );
}

type SnapshotQuestionProps = DoneProps & { readonly question: Question; readonly close: () => void };

function SnapshotQuestion({ question: { snapshot, step }, close, onDone }: SnapshotQuestionProps) {
  const { snapshots: words } = useConsoleText();
  const request = useOperatorClient();
  const { name } = snapshot;
  return (
    <QuestionDialog
      title={words[step]}
      note={step === "revert" ? words.revertNote(name) : words.removeNote(name)}
      close={close}
      act={async () => {
        if (step === "revert") await request("POST /sandbox/revert", { body: { name } });
        else await request("DELETE /sandbox/snapshots/{name}", { params: { name } });
        onDone(step === "revert" ? words.reverted(name) : words.removed(name));
      }}
    />
  );
}

type QuestionProps = {
  /** Title of the dialog, and label of its confirming button. */
  readonly title: string;
  readonly note: string;
  readonly close: () => void;
  readonly act: () => Promise<void>;
};

/** A dialog that asks before a step of a sandbox. */
function QuestionDialog({ title, note, close, act }: QuestionProps) {
  const { action } = useConsoleText();
  const { common } = useText();
  const queries = useQueryClient();
  const step = useMutation({
    mutationFn: act,
    onSuccess: close,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Modal title={title} close={close}>
      <p>{note}</p>
      {step.isError && <Failure error={step.error} />}
      <div className="row">
        <button type="button" className="danger" disabled={step.isPending} onClick={() => step.mutate()}>
          {step.isPending ? action.working : title}
        </button>
        <button type="button" onClick={close}>
          {common.cancel}
        </button>
      </div>
    </Modal>
  );
}

type FaultInForce = Answer<"GET /sandbox/faults">["faults"][number];
type Preset = Answer<"GET /sandbox/fault-presets">["presets"][number];

const FAULTS_POLL_MS = 2_000;

/** Network faults of a sandbox: active ones, presets, and custom ones. */
export function FaultsView() {
  const { faults: words } = useConsoleText();
  const inForce = useOperatorQuery("GET /sandbox/faults", { refetchInterval: FAULTS_POLL_MS });
  const presets = useOperatorQuery("GET /sandbox/fault-presets", { staleTime: Infinity });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <Panel title={words.inForce}>
        <Loaded query={inForce}>{({ faults }) => <FaultTable faults={faults} />}</Loaded>
      </Panel>
      <Panel title={words.presets}>
        <Loaded query={presets}>{(answer) => <PresetTable presets={answer.presets} />}</Loaded>
      </Panel>
      <OwnFault />
    </View>
  );
}

function FaultTable({ faults }: { readonly faults: readonly FaultInForce[] }) {
  const { faults: words } = useConsoleText();
  const request = useOperatorClient();
  const endFault = useStep("GET /sandbox/faults", async (id: string | undefined) => {
    if (id === undefined) await request("DELETE /sandbox/faults");
    else await request("DELETE /sandbox/faults/{id}", { params: { id } });
  });
  return (
    <>
      <DataTable
        caption={words.inForce}
        columns={[
          { name: words.kind, kind: "code", cell: ({ fault }) => fault.kind },
          { name: words.terms, kind: "code", cell: ({ fault }) => formatFaultParams(fault) },
          { name: words.met, cell: ({ met }) => met, number: true },
          {
            name: words.change,
            cell: ({ id }) => (
              <button
                type="button"
                className="small"
                disabled={endFault.isPending}
                onClick={() => endFault.mutate(id)}
              >
                {words.end}
              </button>
            ),
          },
        ]}
        rows={faults}
        keyOf={({ id }) => id}
        empty={words.none}
      />
      {faults.length > 1 && (
        <button type="button" disabled={endFault.isPending} onClick={() => endFault.mutate(undefined)}>
          {words.endAll}
        </button>
      )}
      {endFault.isError && <Failure error={endFault.error} />}
    </>
  );
}

/** Formats the parameters of a fault besides its kind, such as `ms=200 share=0.5`. */
const formatFaultParams = (fault: FaultInForce["fault"]): string =>
  Object.entries(fault)
    .filter(([name]) => name !== "kind")
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join(" ");

function PresetTable({ presets }: { readonly presets: readonly Preset[] }) {
  const { faults: words } = useConsoleText();
  const request = useOperatorClient();
  const startFault = useStep("GET /sandbox/faults", (preset: string) =>
    request("POST /sandbox/faults", { body: { preset } }),
  );
  return (
    <>
      {startFault.isError && <Failure error={startFault.error} />}
      <DataTable
        caption={words.presets}
        columns={[
          { name: words.name, kind: "code", cell: ({ name }) => name },
          { name: words.meaning, cell: ({ meaning }) => meaning },
          { name: words.survivedBy, cell: ({ survivedBy }) => survivedBy },
          {
            name: words.change,
            cell: ({ name }) => (
              <button
                type="button"
                className="small"
                aria-label={words.startOf(name)}
                disabled={startFault.isPending}
                onClick={() => startFault.mutate(name)}
              >
                {words.start}
              </button>
            ),
          },
        ]}
        rows={presets}
        keyOf={({ name }) => name}
        empty={words.none}
      />
    </>
  );
}

type Fault = NonNullable<Operations["POST /sandbox/faults"]["body"]["faults"]>[number];

const EXAMPLE = '{"kind": "latency", "ms": 200, "routes": ["POST /order"], "share": 0.5}';

/** Parses a fault; throws `mistake` if the text is not JSON. The exchange checks the content. */
function parseFault(text: string, mistake: string): Fault {
  try {
    return JSON.parse(text) as Fault;
  } catch {
    throw new Error(mistake);
  }
}

/** A form that activates one fault, written as JSON of the operator API. */
function OwnFault() {
  const { faults: words } = useConsoleText();
  const request = useOperatorClient();
  const add = useStep("GET /sandbox/faults", async (text: string) =>
    request("POST /sandbox/faults", { body: { faults: [parseFault(text, words.notJson)] } }),
  );
  return (
    <Panel title={words.own}>
      <StepForm submit={words.start} step={add} send={(readField) => add.mutate(readField("fault"))}>
        <AreaField {...nameField(words, "fault")} defaultValue={EXAMPLE} spellCheck={false} required />
      </StepForm>
    </Panel>
  );
}

type StepFormProps = {
  readonly submit: string;
  readonly step: { readonly isPending: boolean; readonly error: Error | null };
  readonly send: (readField: FieldReader) => void;
  readonly cancel?: () => void;
  readonly children: ReactNode;
};

/** The form of a sandbox step, which has no reason and no audit entry. */
function StepForm({ submit, step: { isPending, error }, send, cancel, children }: StepFormProps) {
  const { action } = useConsoleText();
  const { common } = useText();
  const button = (
    <button type="submit" className="primary" disabled={isPending}>
      {isPending ? action.working : submit}
    </button>
  );
  return (
    <form
      className="stack action-form"
      onSubmit={(event) => {
        event.preventDefault();
        send(readForm(event.currentTarget));
      }}
    >
      {children}
      {error !== null && <Failure error={error} />}
      {cancel === undefined ? (
        button
      ) : (
        <div className="row">
          {button}
          <button type="button" onClick={cancel}>
            {common.cancel}
          </button>
        </div>
      )}
    </form>
  );
}

/** Runs a sandbox step, then repeats the reads of `read`. */
function useStep<Given, Taken>(
  read: ReadName,
  act: (given: Given) => Promise<Taken>,
  onTaken?: (taken: Taken) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (taken) => onTaken?.(taken),
    onSettled: () => queries.invalidateQueries({ queryKey: [read] }),
  });
}
