/** The progress of a market's resolution: the proposal with its evidence, and the result. */
import { useQuery } from "@tanstack/react-query";
import { TermHint } from "../pages/learn/term-hint.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { resolutionQuery } from "./queries/market-queries.ts";
import type { Resolution } from "./queries/market-queries.ts";
import type { Market } from "./market.ts";
import { SourceText } from "./source-text.tsx";

export function ResolutionPanel({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  const query = useQuery(resolutionQuery(market.conditionId));
  return (
    <section aria-labelledby="resolution-title">
      <div className="with-hint">
        <h2 id="resolution-title">{text.resolution}</h2>
        <TermHint of="resolution" />
      </div>
      <Loaded query={query} rows={1}>
        {(resolution) => (
          <>
            <ResolutionStatus status={getResolutionStage(resolution)} />
            <Result market={market} resolution={resolution} />
            <Steps market={market} steps={resolution.steps} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function getResolutionStage({ status, proposal, resolution }: Resolution) {
  if (resolution !== null) return "resolved";
  if (proposal !== null && status !== "archived") return proposal.disputed ? "disputed" : "proposed";
  return status;
}

type Status = ReturnType<typeof getResolutionStage>;

function ResolutionStatus({ status }: { readonly status: Status }) {
  const { rules: text } = useText().markets;
  return (
    <div className="with-hint">
      <p className="resolution-status">{text.status[status]}</p>
      {status === "disputed" && <TermHint of="disputed" />}
    </div>
  );
}

type ResultProps = { readonly market: Market; readonly resolution: Resolution };

/** Shows the payout, whether proposed or final. */
function Result({ market, resolution: { proposal, resolution } }: ResultProps) {
  const { rules: text } = useText().markets;
  const payout = resolution?.payout ?? proposal?.payout;
  if (payout === undefined) return null;
  return (
    <dl className="facts">
      <dt>{text.result}</dt>
      <dd>
        <strong>
          <PaidOutcome market={market} payout={payout} />
        </strong>
      </dd>
      {proposal !== null && <EvidenceFacts evidence={proposal.evidence} link={proposal.link} />}
    </dl>
  );
}

type Evidence = { readonly evidence: string | null; readonly link: string | null };

function EvidenceFacts({ evidence, link }: Evidence) {
  const { rules: text } = useText().markets;
  return (
    <>
      {evidence !== null && evidence !== "" && (
        <>
          <dt>{text.evidence}</dt>
          <dd className="lines">{evidence}</dd>
        </>
      )}
      {link !== null && link !== "" && (
        <>
          <dt>{text.link}</dt>
          <dd>
            <SourceText text={link} />
          </dd>
        </>
      )}
    </>
  );
}

type PaidOutcomeProps = { readonly market: Market; readonly payout: readonly [number, number] };

function PaidOutcome({ market: { outcomes }, payout: [first, second] }: PaidOutcomeProps) {
  const { rules: text } = useText().markets;
  const nameOf = useOutcomeName();
  if (first === second) return text.split;
  return nameOf(outcomes[first > second ? 0 : 1].name);
}

type StepsProps = { readonly market: Market; readonly steps: Resolution["steps"] };

function Steps({ market, steps }: StepsProps) {
  const { rules: text } = useText().markets;
  const formats = useFormats();
  if (steps.length === 0) return null;
  return (
    <>
      <h3>{text.steps}</h3>
      <ol className="steps">
        {steps.map(({ step, time, payout, evidence, link }) => (
          <li key={`${step} ${time}`}>
            <p>
              <strong>{text.step[step]}</strong>
              {payout !== null && (
                <>
                  {" · "}
                  <PaidOutcome market={market} payout={payout} />
                </>
              )}{" "}
              <time className="soft" dateTime={time}>
                {formats.zonedTime(Date.parse(time))}
              </time>
            </p>
            <dl className="facts">
              <EvidenceFacts evidence={evidence} link={link} />
            </dl>
          </li>
        ))}
      </ol>
    </>
  );
}
