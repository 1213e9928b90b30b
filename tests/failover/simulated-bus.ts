/**
 * A bus in memory that several processes share. It keeps the order of each sender, as NATS does. It loses texts, brings some
 * twice, and loses all from and to a machine that is cut off. A process hears of a longer cut after a while.
 */
import type { Messenger } from "../../src/cluster/messenger.ts";
import type { Random } from "../support/random.ts";
import type { Network } from "./network.ts";
import { afterIn, now, ownProcess, runIn } from "./world.ts";
import type { Process } from "./world.ts";

export type BusFaults = {
  /** Texts of 1,000 that are lost, and that come twice. */
  lost: number;
  repeated: number;
};

export type SimulatedBus = {
  readonly faults: BusFaults;
  /** Connects the process that runs. */
  connect(): Messenger;
};

type Subscription = {
  readonly subject: string;
  readonly process: Process;
  readonly take: (text: string) => void;
};

const BUS = "bus";

export function createSimulatedBus(random: Random, network: Network): SimulatedBus {
  const faults: BusFaults = { lost: 0, repeated: 0 };
  const subscriptions = new Set<Subscription>();
  /** Time of the last delivery, by sender and receiver. */
  const latest = new Map<string, number>();
  const isReached = (from: Process, to: Process): boolean =>
    network.isOpen(from.machine, BUS) &&
    network.isOpen(to.machine, BUS) &&
    network.isOpen(from.machine, `bus of ${to.machine}`);

  function deliver(from: Process, subscription: Subscription, text: string): void {
    if (random.below(1_000) < faults.lost) return;
    const { process, take } = subscription;
    const pair = `${from.name} ${process.name}`;
    const slow = random.below(100) < 2 ? random.below(50) : 0;
    const at = Math.max((latest.get(pair) ?? 0) + 0.001, now() + random.between(2, 15) / 10 + slow);
    latest.set(pair, at);
    afterIn(undefined, at - now(), () => {
      if (subscriptions.has(subscription) && isReached(from, process)) runIn(process, () => take(text));
    });
    if (random.below(1_000) < faults.repeated)
      afterIn(undefined, random.below(100), () => deliver(from, subscription, text));
  }

  function connect(): Messenger {
    const process = ownProcess();
    if (process === undefined) throw new Error("only a process connects");
    const followers: ((isConnected: boolean) => void)[] = [];
    let isConnected = true;
    let looks = 0;
    network.follow(() => {
      looks += 1;
      const look = looks;
      const isOpen = network.isOpen(process.machine, BUS);
      afterIn(process, isOpen ? random.below(150) : random.between(100, 2_500), () => {
        if (look !== looks || isOpen === isConnected) return;
        isConnected = isOpen;
        for (const call of followers) call(isOpen);
      });
    });
    return {
      publish(subject, text) {
        if (!isConnected) return;
        for (const subscription of subscriptions)
          if (subscription.subject === subject && subscription.process !== process)
            deliver(process, subscription, text);
      },
      subscribe(subject, take) {
        const subscription = { subject, process, take };
        subscriptions.add(subscription);
        process.onEnd.push(() => subscriptions.delete(subscription));
        return () => void subscriptions.delete(subscription);
      },
      flush: async () => {},
      isConnected: () => isConnected,
      follow: (call) => void followers.push(call),
      close: async () => {
        for (const subscription of subscriptions)
          if (subscription.process === process) subscriptions.delete(subscription);
      },
    };
  }
  return { faults, connect };
}
