/**
 * What the exchange takes right now: the mode that the operator set, the stricter ones that the exchange sets by itself
 * while something is wrong, and whether it takes anything at all.
 */
import type { Command } from "../core/command.ts";
import { strictest } from "../core/exchange-mode.ts";
import type { ExchangeMode } from "../core/exchange-mode.ts";
import { refuseInMode } from "../core/mode.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { createFollowers } from "../followers.ts";

export type Standing = {
  /** The strictest of all. */
  readonly mode: ExchangeMode;
  /** Who or what set it, for people; empty in mode normal. */
  readonly why: string;
  /** Why no command is taken at all for now, as when the database is away. */
  readonly suspended: string | undefined;
};

/** Names what restricts the exchange: each source has one restriction at a time. */
export type RestrictionSource = "disk" | "memory" | "audit" | "clock";

export type StandingKeeper = {
  now(): Standing;
  /** The standing as it will be when this mode of the operator's is committed. */
  withMode(mode: ExchangeMode): Standing;
  /** The operator's mode, once it is committed. */
  setMode(mode: ExchangeMode): void;
  restrict(source: RestrictionSource, mode: ExchangeMode, why: string): void;
  suspend(why: string | undefined): void;
  follow(follower: (standing: Standing) => void): () => void;
  /** Refuses what is not taken apart from the operator's mode, which is decided with the command. */
  refuse(command: Command | undefined): Rejection | undefined;
};

type Restriction = { readonly mode: ExchangeMode; readonly why: string };

export function createStanding(initial: ExchangeMode): StandingKeeper {
  const restrictions = new Map<RestrictionSource, Restriction>();
  const { follow, tell } = createFollowers<Standing>();
  let operators: ExchangeMode = initial;
  let suspended: string | undefined;
  let current = assess(operators);

  function assess(set: ExchangeMode): Standing {
    const own = strictestOf(restrictions);
    const mode = strictest([set, own.mode]);
    const why = mode === "normal" ? "" : own.mode === mode ? own.why : "set by the operator";
    return { mode, why, suspended };
  }
  function change(): void {
    const next = assess(operators);
    const same =
      next.mode === current.mode && next.why === current.why && next.suspended === current.suspended;
    current = next;
    if (!same) tell(next);
  }
  return {
    now: () => current,
    withMode: assess,
    setMode: (mode) => {
      operators = mode;
      change();
    },
    restrict: (source, mode, why) => {
      if (mode === "normal") restrictions.delete(source);
      else restrictions.set(source, { mode, why });
      change();
    },
    suspend: (why) => {
      suspended = why;
      change();
    },
    follow,
    refuse: (command) => {
      if (suspended !== undefined) return notAccepting(suspended);
      if (command === undefined || restrictions.size === 0) return undefined;
      const { mode, why } = strictestOf(restrictions);
      return refuseInMode(mode, command, why);
    },
  };
}

function strictestOf(restrictions: ReadonlyMap<RestrictionSource, Restriction>): Restriction {
  const mode = strictest([...restrictions.values()].map((one) => one.mode));
  return [...restrictions.values()].find((one) => one.mode === mode) ?? { mode: "normal", why: "" };
}

export const notAccepting = (why: string): Rejection =>
  reject("not_accepting", `${why}; nothing was done, try again`);
