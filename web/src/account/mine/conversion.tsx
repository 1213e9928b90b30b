/** Converts NO shares of an event with exactly one winning market, and previews the input and the output. */
import { useId, useState } from "react";
import { NO_LOTS, minLots, setValue, times } from "../../../../src/core/units.ts";
import type { Lots, Micros } from "../../../../src/core/units.ts";
import { trading } from "../../api/interfaces.ts";
import { TermHint } from "../../pages/learn/term-hint.tsx";
import type { Market, MarketEvent } from "../../markets/market.ts";
import { formatLots, readLots } from "../../base/money.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { Failure, RejectionCodeText } from "../../parts/states.tsx";
import { useToasts } from "../../parts/toasts.tsx";
import type { Text } from "../../text/en.ts";
import type { Formats } from "../../text/formats.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { explainAmount } from "../../markets/trade/explain-block.ts";
import { useBalances } from "../wallet/balances.ts";
import type { Balances } from "../wallet/balances.ts";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { findWinner, listExclusive } from "./event-winner.ts";

// Computes the input and output of a conversion of NO shares, by the rule of the exchange.

/** Shares of a market's second outcome that can be converted. */
type Convertible = { readonly market: Market; readonly available: Lots };

/**
 * Lists the markets whose NO shares can be converted. The list is empty once a market of the event has won, or without two
 * mutually exclusive markets.
 */
function listConvertible(event: MarketEvent, balances: Balances): readonly Convertible[] {
  const exclusive = listExclusive(event);
  if (findWinner(event) !== undefined || exclusive.length < 2) return [];
  return exclusive.flatMap((market) => {
    const available = balances.shares.get(market.outcomes[1].tokenId)?.available ?? NO_LOTS;
    return market.closed || available === 0 ? [] : [{ market, available }];
  });
}

type ConversionPlan = {
  readonly size: Lots;
  readonly given: readonly Market[];
  /** Markets whose YES shares are received. */
  readonly got: readonly Market[];
  readonly paid: Micros;
};

type ConversionProblem = "none" | "blank" | "amount" | "tooMany" | "pointless";

/** Computes the largest number of shares that all selected markets have. */
const computeMaxConvertible = (chosen: readonly Convertible[]): Lots =>
  chosen.map(({ available }) => available).reduce((a, b) => minLots(a, b), chosen[0]?.available ?? NO_LOTS);

function planConversion(
  { markets }: MarketEvent,
  chosen: readonly Convertible[],
  amount: string,
): ConversionPlan | ConversionProblem {
  if (chosen.length === 0) return "none";
  const size = readLots(amount);
  if (size === undefined) return amount === "" ? "blank" : "amount";
  if (size === 0) return "blank";
  if (size > computeMaxConvertible(chosen)) return "tooMany";
  const given = chosen.map(({ market }) => market);
  const got = markets.filter((market) => market.negativeRisk && !market.closed && !given.includes(market));
  if (given.length === 1 && got.length === 0) return "pointless";
  return { size, given, got, paid: times(setValue(size), given.length - 1) };
}

export function Conversion({ event }: { readonly event: MarketEvent }) {
  const { convert } = useText();
  const { data: balances } = useBalances();
  const convertible = balances === undefined ? [] : listConvertible(event, balances);
  if (convertible.length === 0) return null;
  return (
    <details className="mine-convert">
      <summary>{convert.title}</summary>
      <ConversionForm event={event} convertible={convertible} />
    </details>
  );
}

type FormProps = { readonly event: MarketEvent; readonly convertible: readonly Convertible[] };

function ConversionForm({ event, convertible }: FormProps) {
  const { convert } = useText();
  const [left, setLeft] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<string>();
  const chosenMarkets = convertible.filter(({ market }) => !left.includes(market.conditionId));
  const formats = useFormats();
  const amount = typed ?? formats.written(formatLots(computeMaxConvertible(chosenMarkets)));
  // The amount is cleared so that another press of Enter does not convert the rest.
  const { send, isBusy, error, again } = useConversion(event, () => setTyped(""));
  const plan = planConversion(event, chosenMarkets, formats.typed(amount));
  const toggle = ({ conditionId }: Market, on: boolean): void =>
    setLeft(on ? left.filter((id) => id !== conditionId) : [...left, conditionId]);
  return (
    <form
      className="stack"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (typeof plan === "object" && !isBusy) send(plan);
      }}
    >
      <div>
        <p className="soft">{convert.about}</p>
        <TermHint of="negativeRisk" />
      </div>
      <ChosenMarkets convertible={convertible} chosen={chosenMarkets} toggle={toggle} />
      <AmountField amount={amount} type={setTyped} />
      <Outcome planned={plan} amount={amount} isBusy={isBusy} />
      {error !== null && (
        <>
          <Failure error={error} retry={again} />
          <RejectionCodeText error={error} />
        </>
      )}
    </form>
  );
}

type ChosenProps = {
  readonly convertible: readonly Convertible[];
  readonly chosen: readonly Convertible[];
  readonly toggle: (market: Market, on: boolean) => void;
};

function ChosenMarkets({ convertible, chosen, toggle }: ChosenProps) {
  const { convert, trade } = useText();
  const formats = useFormats();
  return (
    <fieldset className="mine-choices">
      <legend>{convert.from}</legend>
      {convertible.map((one) => (
        <label key={one.market.conditionId}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) => toggle(one.market, target.checked)}
          />
          <span>{one.market.name}</span>
          <span className="soft number">{trade.availableShares(formats.shares(one.available))}</span>
        </label>
      ))}
    </fieldset>
  );
}

type AmountProps = { readonly amount: string; readonly type: (amount: string) => void };

function AmountField({ amount, type }: AmountProps) {
  const { convert } = useText();
  const field = useId();
  return (
    <div className="field">
      <label htmlFor={field}>{convert.amount}</label>
      <input
        id={field}
        className="number"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => type(target.value)}
      />
    </div>
  );
}

type OutcomeProps = {
  readonly planned: ConversionPlan | ConversionProblem;
  /** The amount as typed. */
  readonly amount: string;
  readonly isBusy: boolean;
};

/** Shows the button, and what the conversion yields or why nothing can be converted. */
function Outcome({ planned, amount, isBusy }: OutcomeProps) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const isOff = typeof planned === "string";
  return (
    <>
      <p id={id} role="status" className={isOff ? "soft" : ""}>
        {isOff
          ? explainProblem(planned, amount, { text, formats })
          : describeReceived(planned, text, formats)}
      </p>
      <SendButton type="submit" className="primary" isOff={isOff || isBusy} aria-describedby={id}>
        {text.convert.submit}
      </SendButton>
    </>
  );
}

type Words = { readonly text: Text; readonly formats: Formats };

function explainProblem(problem: ConversionProblem, amount: string, { text, formats }: Words): string {
  const { problems } = text.convert;
  if (problem !== "amount") return problems[problem];
  return explainAmount(amount, "shares", { text, formats });
}

function describeReceived({ size, got, paid }: ConversionPlan, { convert }: Text, formats: Formats): string {
  const [shares, money] = [formats.shares(size), formats.money(paid)];
  const names = new Intl.ListFormat(formats.locale).format(got.map(({ name }) => name));
  if (got.length === 0) return convert.getMoney(money);
  const what = got.length === 1 ? convert.sharesOfOne(shares, names) : convert.sharesOfEach(shares, names);
  return paid === 0 ? convert.getShares(what) : convert.getBoth(what, money);
}

/** Sends conversions; `onDone` is called after each successful one. */
function useConversion({ title }: MarketEvent, onDone: () => void) {
  const text = useText();
  const formats = useFormats();
  const { say } = useToasts();
  const conversion = useTraderAction(
    async ({ headers, once }, plan: ConversionPlan) => {
      const conditionIds = plan.given.map(({ conditionId }) => conditionId);
      const body = { conditionIds, amount: formatLots(plan.size) };
      await trading("POST /positions/convert", { headers, once, body });
      return plan;
    },
    {
      onDone: (plan) => {
        say({ title, lines: [text.convert.done, describeReceived(plan, text, formats)] });
        onDone();
      },
    },
  );
  return {
    send: conversion.mutate,
    isBusy: conversion.isPending,
    error: conversion.error,
    again: conversion.again,
  };
}
