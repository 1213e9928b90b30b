/** The view of one market: status, possible steps, figures and audit log. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Market } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { findMarket } from "../listing/find-market.ts";
import { namedQuery } from "../listing/list-queries.ts";
import { DANGEROUS, listPossibleSteps, STEPS } from "../market-steps.ts";
import type { StepName } from "../market-steps.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { RoleButton, RoleNotes } from "../parts/role-button.tsx";
import { SubjectAudit } from "../parts/subject-audit.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";
import { CANCEL_ROLE, CancelOrdersDialog } from "./cancel-orders-dialog.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { MarketBook } from "./market-book.tsx";
import { MarketFacts, Proposal, ResolutionSteps } from "./market-facts.tsx";
import { MarketHolders } from "./market-holders.tsx";
import { ShownTexts } from "./shown-texts.tsx";
import { StepDialog } from "./step-dialog.tsx";

export function MarketView({ term }: { readonly term: string }) {
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

function MarketDetails({ market }: { readonly market: Market }) {
  const { market: words, cancelOrders } = useConsoleText();
  const [step, setStep] = useState<StepName | "cancel-orders">();
  const [done, setDone] = useState<CompletedAction>();
  const steps = listPossibleSteps(market);
  const hasOrders = market.openOrders > 0;
  const listed = useQuery(namedQuery(market.conditionId)).data?.[0];
  const hasBook = market.status === "active" || market.status === "paused";
  return (
    <>
      <section className="panel stack">
        <h2>
          {words.status} <span className={`badge ${market.status}`}>{words.statuses[market.status]}</span>
        </h2>
        <p>{words.meanings[market.status]}</p>
        <RoleNotes roles={[...steps.map((word) => STEPS[word].role), ...(hasOrders ? [CANCEL_ROLE] : [])]} />
        <div className="row">
          {steps.map((word) => (
            <RoleButton
              key={word}
              role={STEPS[word].role}
              className={DANGEROUS.has(word) ? "danger" : undefined}
              onClick={() => setStep(word)}
            >
              {words.steps[word]}
            </RoleButton>
          ))}
          {hasOrders && (
            <RoleButton role={CANCEL_ROLE} className="danger" onClick={() => setStep("cancel-orders")}>
              {cancelOrders.title}
            </RoleButton>
          )}
          {steps.length === 0 && <span className="soft">{words.noSteps}</span>}
        </div>
        <div role="status">{done && <ActionNotice done={done} />}</div>
      </section>
      {market.proposal && <Proposal market={market} proposal={market.proposal} />}
      {listed && (
        <ShownTexts texts={listed} event={market.event.slug} id={market.conditionId} market={market.slug} />
      )}
      <MarketFacts market={market} listed={listed} />
      {hasBook && <MarketBook market={market} />}
      <MarketHolders market={market} />
      <EditPanel {...market} kind="market" id={market.conditionId} />
      {market.steps.length > 0 && <ResolutionSteps market={market} />}
      <SubjectAudit title={words.actions} subject={market.conditionId} />
      {step && <Dialog market={market} step={step} close={() => setStep(undefined)} onDone={setDone} />}
    </>
  );
}

type DialogProps = {
  readonly market: Market;
  readonly step: StepName | "cancel-orders";
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

function Dialog({ market, step, close, onDone }: DialogProps) {
  if (step !== "cancel-orders")
    return <StepDialog market={market} step={step} close={close} onDone={onDone} />;
  const meant = { market: market.conditionId, outcomes: market.outcomes };
  return <CancelOrdersDialog meant={meant} close={close} onDone={onDone} />;
}
