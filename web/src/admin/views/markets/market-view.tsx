/** The view of one market: status, possible steps, statistics, order book, holders, resolution and audit log. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Market } from "../../../api/generated/operator.ts";
import type { OrderBook } from "../../../api/generated/trading.ts";
import { RejectedError } from "../../../api/client.ts";
import { trading } from "../../../api/interfaces.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { explainError } from "../../../parts/states.tsx";
import { ShownName } from "../../../account/people/shown-name.tsx";
import { useFormats, useText } from "../../../text/language.tsx";
import { ActionDialog } from "../../action/action-form.tsx";
import { OutdatedFormError } from "../../action/explain-refusal.ts";
import { FormFault } from "../../action/field-fault.tsx";
import { SharedResult } from "../../action/action-notice.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import type { ConsoleText } from "../../parts/console-text.ts";
import { formatMoney, formatShares, formatTerm, formatTime } from "../../parts/format-amounts.ts";
import { eventPath } from "../../listing/event-table.tsx";
import { findMarket } from "../../listing/search/find-market.ts";
import { namedQuery } from "../../listing/list-queries.ts";
import type { ListedMarket } from "../../listing/listed-rows.ts";
import {
  formatPayout,
  formatPayoutChoice,
  hasUnpaidShares,
  isImpossiblePayout,
  listPossibleSteps,
  listPayouts,
  RejectedAfterProposalError,
  STEPS,
  takesEvidence,
  takeStep,
} from "./market-steps.ts";
import type { PayoutName, StepName } from "./market-steps.ts";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";
import { SubjectAudit } from "../../parts/audit-entry.tsx";
import { CopyableText, DataTable } from "../../parts/data-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import type { Fact } from "../../parts/facts.tsx";
import { CheckField, RadioGroup } from "../../parts/fields.tsx";
import { AMOUNTS, CHOICES } from "../../parts/market/market-terms.ts";
import { Panel, StepButtons, View } from "../../parts/view.tsx";
import type { StepButton } from "../../parts/view.tsx";
import { CANCEL_ROLE, CancelOrdersDialog } from "./cancel-orders-dialog.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { EndsLater, EvidenceBefore, EvidenceFields, RehearsedPayouts } from "./event-steps-panel.tsx";
import { ShownTexts } from "./shown-texts.tsx";

type MarketProps = { readonly market: Market };

export function MarketView({ market: term }: { readonly market: string }) {
  const { markets: words, market: own } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["market", term],
    queryFn: ({ signal }) => findMarket(request, term, signal),
    refetchInterval: 5_000,
  });
  return (
    <View title={query.data?.question ?? own.title}>
      <p>
        <Link href="/markets">{words.back}</Link>
      </p>
      <Loaded query={query} rows={6}>
        {(market) => <MarketDetails market={market} />}
      </Loaded>
    </View>
  );
}

function MarketDetails({ market }: MarketProps) {
  const { market: words } = useConsoleText();
  const listedMarket = useQuery(namedQuery(market.conditionId)).data?.[0];
  return (
    <>
      <StatusPanel market={market} />
      {market.proposal && <Proposal market={market} proposal={market.proposal} />}
      {listedMarket && (
        <ShownTexts
          texts={listedMarket}
          event={market.event.slug}
          id={market.conditionId}
          market={market.slug}
        />
      )}
      <MarketFacts market={market} listed={listedMarket} />
      {hasBook(market) && <MarketBook market={market} />}
      <MarketHolders market={market} />
      <EditPanel kind="market" id={market.conditionId} listed={market} isDraft={market.status === "draft"} />
      {market.steps.length > 0 && <ResolutionSteps market={market} />}
      <SubjectAudit title={words.actions} subject={market.conditionId} />
    </>
  );
}

const hasBook = ({ status }: Market): boolean => status === "active" || status === "paused";

/** The status of a market with the steps that it can take. */
function StatusPanel({ market }: MarketProps) {
  const { market: words, cancelOrders } = useConsoleText();
  const [step, setStep] = useState<Step>();
  const steps = listPossibleSteps(market).map((name) => ({ name, label: words.steps[name], ...STEPS[name] }));
  const cancelStep: readonly StepButton<Step>[] =
    market.openOrders > 0
      ? [{ name: "cancel-orders", label: cancelOrders.title, role: CANCEL_ROLE, danger: true }]
      : [];
  const badge = <span className={`badge ${market.status}`}>{words.statuses[market.status]}</span>;
  const title = (
    <>
      {words.status} {badge}
    </>
  );
  return (
    <Panel title={title} stack>
      <SharedResult>
        {(result) => (
          <>
            <p>{words.meanings[market.status]}</p>
            {market.status === "resolved" && !hasUnpaidShares(market) && <p>{words.undoPaid}</p>}
            <StepButtons steps={[...steps, ...cancelStep]} choose={setStep}>
              {steps.length === 0 && <span className="soft">{words.noSteps}</span>}
            </StepButtons>
            {(market.status === "draft" || hasBook(market)) && (
              <p>
                <Link href={`/house/${encodeURIComponent(market.slug)}`}>{words.startHouseMaker}</Link>
              </p>
            )}
            {result}
            {step && <Dialog market={market} step={step} close={() => setStep(undefined)} />}
          </>
        )}
      </SharedResult>
    </Panel>
  );
}

type Step = StepName | "cancel-orders";

type DialogProps = MarketProps & { readonly step: Step; readonly close: () => void };

function Dialog({ market, step, close }: DialogProps) {
  if (step !== "cancel-orders") return <StepDialog market={market} step={step} close={close} />;
  const meant = { market: market.conditionId, outcomes: market.outcomes };
  return <CancelOrdersDialog meant={meant} close={close} />;
}

type FactsProps = MarketProps & {
  /** The same market from the catalog, with its prices; `undefined` until it is known. */
  readonly listed: ListedMarket | undefined;
};

function MarketFacts({ market, listed }: FactsProps) {
  const { market: words, book, create } = useConsoleText();
  const { terms } = create;
  const formats = useFormats();
  const { fees, outcomes } = market;
  const payerText = fees?.takerOnly === false ? words.bothPay : words.takersPay;
  return (
    <Panel title={words.facts}>
      <Facts
        facts={[
          ...describeResult(market, words),
          [book.prices, <Prices listed={listed} />],
          [words.event, <Link href={eventPath(market.event.id)}>{market.event.title}</Link>],
          [words.id, market.id],
          [words.slug, market.slug],
          [words.condition, <CopyableText text={market.conditionId} />],
          [words.tokenOf(outcomes[0]), <CopyableText text={market.tokenIds[0]} />],
          [words.tokenOf(outcomes[1]), <CopyableText text={market.tokenIds[1]} />],
          [words.ends, market.endDate === null ? words.noEnd : formatTime(market.endDate, formats)],
          ...AMOUNTS.map(({ name, row }): Fact => {
            const { [name]: amount } = market;
            return [terms[name].label, amount === null ? words.nothing : formatTerm(row, amount, formats)];
          }),
          [words.version, market.version],
          [words.negativeRisk, market.negativeRisk ? words.yes : words.no],
          [words.fees, fees ? words.feeOf(fees.rate, String(fees.exponent), payerText) : words.noFees],
          ...CHOICES.map(({ name }): Fact => {
            const { label, values } = terms[name];
            return [label, values[`${market[name] ?? "absent"}`]];
          }),
          [words.backing, formatMoney(market.backing, formats)],
          [words.volume, formatMoney(market.volume, formats)],
          [words.openOrders, formats.count(market.openOrders)],
          [words.redeemed, formatShares(market.redeemed, formats)],
        ]}
      />
      <p className="soft">{words.termsFixed}</p>
    </Panel>
  );
}

const describeResult = ({ resolution, outcomes }: Market, words: ConsoleText["market"]): readonly Fact[] =>
  resolution === null
    ? []
    : [[words.payout, <strong>{formatPayout(resolution.payout, outcomes, words)}</strong>]];

function Prices({ listed }: Pick<FactsProps, "listed">) {
  const { book: words } = useConsoleText();
  const formats = useFormats();
  if (listed === undefined) return <>–</>;
  if (!listed.priced) return <>{words.noPrice}</>;
  return <>{listed.outcomes.map(({ name, price }) => `${name} ${formats.cents(price)}`).join(", ")}</>;
}

type ProposalProps = MarketProps & { readonly proposal: NonNullable<Market["proposal"]> };

function Proposal({ market, proposal }: ProposalProps) {
  const { market: words } = useConsoleText();
  const formats = useFormats();
  return (
    <Panel title={words.proposal}>
      <Facts
        facts={[
          [words.payout, formatPayout(proposal.payout, market.outcomes, words)],
          [words.evidence, proposal.evidence === "" ? words.nothing : proposal.evidence],
          [words.link, <EvidenceLink link={proposal.link} />],
          [words.when, formatTime(proposal.time, formats)],
          [words.isDisputed, proposal.disputed ? words.yes : words.no],
        ]}
      />
    </Panel>
  );
}

function EvidenceLink({ link }: { readonly link: string | null }) {
  const { market: words } = useConsoleText();
  // A proposal may come from another client that allows any text, so only web addresses become links.
  if (link === null || !/^https?:\/\//i.test(link)) return <>{link || words.nothing}</>;
  return (
    <a href={link} rel="noreferrer noopener nofollow">
      {link}
    </a>
  );
}

function ResolutionSteps({ market }: MarketProps) {
  const { market: words } = useConsoleText();
  return (
    <Panel title={words.history}>
      <DataTable
        caption={words.history}
        columns={[
          { name: words.when, kind: "time", cell: ({ time }) => time },
          { name: words.step, cell: ({ step }) => words.stepsDone[step] },
          { name: words.payout, cell: ({ payout }) => formatPayout(payout, market.outcomes, words) },
          { name: words.evidence, cell: ({ evidence }) => evidence ?? "" },
          { name: words.link, cell: ({ link }) => (link ? <EvidenceLink link={link} /> : "") },
        ]}
        rows={market.steps}
        keyOf={({ time, step }, index) => `${time} ${step} ${index}`}
        empty={words.nothing}
      />
    </Panel>
  );
}

/** Levels of each side that are shown at first. */
const LEVELS_AT_ONCE = 10;
const POLL_MS = 5_000;

/** The order book of a market's first outcome: the best bids and offers. */
function MarketBook({ market }: MarketProps) {
  const { book: words } = useConsoleText();
  const token = market.tokenIds[0];
  const query = useQuery({
    queryKey: ["market", "book", token],
    queryFn: ({ signal }) => trading("GET /book", { query: { token_id: token }, signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title={words.title} lead={words.lead(market.outcomes[0])}>
      <Loaded query={query}>
        {({ bids, asks }) => (
          <div className="pair">
            <Side name={words.bids} levels={bids} bestIsHighest />
            <Side name={words.asks} levels={asks} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

type SideProps = {
  readonly name: string;
  readonly levels: OrderBook["bids"];
  readonly bestIsHighest?: boolean;
};

function Side({ name, levels, bestIsHighest = false }: SideProps) {
  const { book: words } = useConsoleText();
  const ascendingLevels = levels.toSorted((one, other) => Number(one.price) - Number(other.price));
  return (
    <div>
      <h3>{name}</h3>
      <DataTable
        caption={name}
        columns={[
          { name: words.price, kind: "price", cell: ({ price }) => price },
          { name: words.shares, kind: "shares", cell: ({ size }) => size },
        ]}
        rows={bestIsHighest ? ascendingLevels.toReversed() : ascendingLevels}
        keyOf={({ price }) => price}
        empty={words.empty}
        atOnce={LEVELS_AT_ONCE}
      />
    </div>
  );
}

/** The open interest of a market, and its largest holders by outcome. */
function MarketHolders({ market: { conditionId } }: MarketProps) {
  const { holders: words } = useConsoleText();
  const formats = useFormats();
  const query = useOperatorQuery("GET /markets/{market}/holders", {
    params: { market: conditionId },
    refetchInterval: 10_000,
  });
  return (
    <Panel title={words.title} stack>
      <Loaded query={query} rows={3}>
        {({ openInterest, outcomes }) => (
          <>
            <p>{words.openInterest(formatMoney(openInterest, formats))}</p>
            {outcomes.map(({ outcome, holders }, index) => (
              <Holders key={index} outcome={outcome} holders={holders} />
            ))}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

type HoldersProps = {
  readonly outcome: string;
  readonly holders: readonly { readonly address: string; readonly name: string; readonly shares: string }[];
};

function Holders({ outcome, holders }: HoldersProps) {
  const { holders: words } = useConsoleText();
  return (
    <>
      <h3>{outcome}</h3>
      <DataTable
        caption={words.of(outcome)}
        columns={[
          {
            name: words.wallet,
            cell: ({ address, name }) => (
              <>
                <Link href={`/wallets/${address}`}>
                  <ShownName address={address} name={name} />
                </Link>{" "}
                <CopyableText text={address} />
              </>
            ),
          },
          { name: words.shares, kind: "shares", cell: ({ shares }) => shares },
        ]}
        rows={holders}
        keyOf={({ address }) => address}
        empty={words.nobody}
      />
    </>
  );
}

type StepProps = MarketProps & { readonly step: StepName; readonly close: () => void };

/** A dialog for one step of a market's life, such as pausing or resolving it. */
function StepDialog({ market, step, close }: StepProps) {
  const text = useText();
  const { market: words } = useConsoleText();
  const [statusBefore] = useState(market.status);
  const [payout, choose] = useState(() => findProposedPayout(market));
  const rehearsal = useOperatorQuery("GET /markets/{market}/rehearsal", {
    params: { market: market.conditionId },
    query: { payout: payout ?? "yes" },
    enabled: step === "resolve" && payout !== undefined,
    retry: false,
  });
  return (
    <ActionDialog
      title={words.steps[step]}
      note={words.stepNotes[step]}
      role={STEPS[step].role}
      danger={STEPS[step].danger}
      close={close}
      {...(statusBefore === "draft" && { reason: "optional" })}
      act={async (readField, request) => {
        if (step === "resolve" && rehearsal.data === undefined)
          throw new FormFault("payout", words.choosePayout);
        const changed = await takeStep(request, market, step, readField).catch(async (error: unknown) => {
          if (isImpossiblePayout(error)) throw new Error(words.impossiblePayout, { cause: error });
          if (error instanceof RejectedAfterProposalError)
            throw new Error(words.proposalStands(explainError(error.cause, text)), { cause: error });
          if (!(error instanceof RejectedError)) throw error;
          const { status } = await request("GET /markets/{market}", {
            params: { market: market.conditionId },
          });
          if (status === statusBefore) throw error;
          throw new OutdatedFormError(words.isAlready(words.statuses[status]), { cause: error });
        });
        return {
          words: describeStatus(changed, words),
          subject: changed.conditionId,
          deed: STEPS[step].step,
        };
      }}
    >
      {(step === "propose" || step === "resolve") && (
        <Payout market={market} payout={payout} choose={choose} />
      )}
      {step === "propose" && <EvidenceFields />}
      {step === "resolve" && <EndsLater ends={market.endDate} words={words} />}
      {step === "resolve" && payout !== undefined && <RehearsedPayouts query={rehearsal} />}
      {step === "resolve" &&
        (takesEvidence(market) ? <EvidenceBefore /> : <p className="note">{words.evidenceThere}</p>)}
    </ActionDialog>
  );
}

/** Describes the market's status, as in "It is active, Yes is proposed". */
function describeStatus(
  { status, outcomes, proposal, resolution }: Market,
  words: ConsoleText["market"],
): string {
  const status_ = words.isNow(words.statuses[status]);
  if (resolution) return `${status_} ${formatPayout(resolution.payout, outcomes, words)}.`;
  if (proposal === null) return status_;
  const proposed = formatPayout(proposal.payout, outcomes, words);
  return `${status_} ${(proposal.disputed ? words.disputed : words.proposed)(proposed)}`;
}

type PayoutProps = MarketProps & {
  readonly payout: PayoutName | undefined;
  readonly choose: (payout: PayoutName) => void;
};

function Payout({ market, payout, choose }: PayoutProps) {
  const { market: words } = useConsoleText();
  const { outcomes } = market;
  return (
    <RadioGroup name="payout" label={words.payout}>
      {listPayouts(market).map((word) => (
        <CheckField
          key={word}
          type="radio"
          name="payout"
          value={word}
          label={formatPayoutChoice(word, outcomes, words)}
          checked={word === payout}
          onChange={() => choose(word)}
          required
        />
      ))}
    </RadioGroup>
  );
}

/** Returns the payout that an open proposal names. */
function findProposedPayout({ proposal }: Market): PayoutName | undefined {
  if (proposal === null) return undefined;
  const [first, second] = proposal.payout;
  return first === second ? "half" : first > second ? "yes" : "no";
}
