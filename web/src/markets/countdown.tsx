/** A countdown to a time, updated every second. */
import { useNow } from "../parts/use-now.ts";
import { useText } from "../text/language.tsx";
import { timeLeft } from "./time-left.ts";

export function Countdown({ until }: { readonly until: number }) {
  const { event: text } = useText().markets;
  const left = timeLeft(until, useNow(1_000));
  return <span role="timer">{left === undefined ? text.over : text.countdown(left)}</span>;
}
