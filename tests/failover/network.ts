/** Connections between machines, which may be cut. A message over a cut connection waits, or is lost. */
import type { Random } from "../support/random.ts";
import { afterIn } from "./world.ts";
import type { Process } from "./world.ts";

export type Network = {
  /** Cuts the connections between one machine and others; the returned function heals them. */
  cut(machine: string, others: readonly string[]): () => void;
  isOpen(from: string, to: string): boolean;
  /** Calls back in the process at the other end after some time; once the connection is healed if it is cut. */
  transmit(from: string, to: string, act: () => void, process: Process | undefined): void;
  /** Calls back after each change. */
  follow(call: () => void): void;
};

export function createNetwork(random: Random): Network {
  const cuts = new Map<string, number>();
  const followers: (() => void)[] = [];
  const stalled: (() => void)[] = [];
  const keysOf = (machine: string, others: readonly string[]): string[] =>
    others.flatMap((other) => [`${machine} ${other}`, `${other} ${machine}`]);
  const change = (keys: readonly string[], by: number): void => {
    for (const key of keys) cuts.set(key, (cuts.get(key) ?? 0) + by);
    for (const act of stalled.splice(0)) act();
    for (const call of followers) call();
  };
  const isOpen = (from: string, to: string): boolean => (cuts.get(`${from} ${to}`) ?? 0) === 0;
  const transmit: Network["transmit"] = (from, to, act, process) =>
    afterIn(process, random.between(1, 20) / 10, () => {
      if (isOpen(from, to)) act();
      else stalled.push(() => transmit(from, to, act, process));
    });
  return {
    cut(machine, others) {
      const keys = keysOf(machine, others);
      change(keys, 1);
      return () => change(keys, -1);
    },
    isOpen,
    transmit,
    follow: (call) => void followers.push(call),
  };
}
