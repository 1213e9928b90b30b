/** The figures of a market, its proposal and the history of its resolution. */
import { Link } from "wouter";
import type { Market } from "../../api/generated/operator.ts";
import { useFormats } from "../../text/language.tsx";
import { formatMoney, formatShares, formatTerm, formatTime } from "../format-amounts.ts";
import { eventPath } from "../listing/event-table.tsx";
import type { ListedMarket } from "../listing/listed-rows.ts";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import type { Fact } from "../parts/facts.tsx";
import { AMOUNTS, CHOICES } from "../parts/market-terms.ts";
import { formatPayout } from "../format-payout.ts";
import { useConsoleText } from "../console-text.ts";
import type { ConsoleText } from "../console-text.ts";

type MarketProps = { readonly market: Market };

type FactsProps = MarketProps & {
  /** The same market as the catalog has it, with its prices; `undefined` until it is known. */
  readonly listed: ListedMarket | undefined;
};

export function MarketFacts({ market, listed }: FactsProps) {
  const { market: words, book, create } = useConsoleText();
  const { terms } = create;
  const formats = useFormats();
  const { fees, outcomes } = market;
  const payer = fees?.takerOnly === false ? words.bothPay : words.takersPay;
  return (
    <section className="panel">
      <h2>{words.facts}</h2>
      <Facts
        facts={[
          ...resultOf(market, words),
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
          [words.negativeRisk, market.negativeRisk ? words.yes : words.no],
          [words.fees, fees ? words.feeOf(fees.rate, String(fees.exponent), payer) : words.noFees],
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
    </section>
  );
}

const resultOf = ({ resolution, outcomes }: Market, words: ConsoleText["market"]): readonly Fact[] =>
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

export function Proposal({ market, proposal }: ProposalProps) {
  const { market: words } = useConsoleText();
  const formats = useFormats();
  return (
    <section className="panel">
      <h2>{words.proposal}</h2>
      <Facts
        facts={[
          [words.payout, formatPayout(proposal.payout, market.outcomes, words)],
          [words.evidence, proposal.evidence === "" ? words.nothing : proposal.evidence],
          [words.link, <EvidenceLink link={proposal.link} />],
          [words.when, formatTime(proposal.time, formats)],
          [words.isDisputed, proposal.disputed ? words.yes : words.no],
        ]}
      />
    </section>
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

export function ResolutionSteps({ market }: MarketProps) {
  const { market: words } = useConsoleText();
  const formats = useFormats();
  return (
    <section className="panel">
      <h2>{words.history}</h2>
      <DataTable
        caption={words.history}
        columns={[
          { name: words.when, cell: ({ time }) => formatTime(time, formats) },
          { name: words.step, cell: ({ step }) => words.stepsDone[step] },
          { name: words.payout, cell: ({ payout }) => formatPayout(payout, market.outcomes, words) },
          { name: words.evidence, cell: ({ evidence }) => evidence ?? "" },
          { name: words.link, cell: ({ link }) => (link ? <EvidenceLink link={link} /> : "") },
        ]}
        rows={market.steps}
        keyOf={({ time, step }, index) => `${time} ${step} ${index}`}
        empty={words.nothing}
      />
    </section>
  );
}
