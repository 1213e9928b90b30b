/**
 * Usage of allowances that the gateways of a cluster tell each other, ten times a second. Within that time
 * a client may use its allowance once at each gateway. All of these uses must refill before the next one.
 */
import { createOwnUsage } from "../http/guard/allowances.ts";
import type { Usage } from "../http/guard/allowances.ts";
import { decodeJson, encodeJson } from "./envelope.ts";
import type { Subjects } from "./envelope.ts";
import type { Messenger } from "./messenger.ts";

export type SharedUsage = {
  /** Creates the usage of a kind of allowances, which all gateways have under the same name. */
  of(kind: string): Usage;
  close(): void;
};

/** Usage of one allowance since the last message. */
type Used = readonly [kind: string, name: string, addedMs: number, mostMs: number];
/** Names of allowances are those of a release. */
type UsageMessage = { readonly release: string; readonly used: readonly Used[] };

const REPORT_EVERY_MS = 100;

export function shareUsage(
  { messenger, subjects }: { readonly messenger: Messenger; readonly subjects: Subjects },
  release: string,
): SharedUsage {
  const usages = new Map<string, Usage>();
  let untold = new Map<string, Used>();
  const tell = (): void => {
    if (untold.size === 0) return;
    messenger.publish(subjects.usage, encodeJson<UsageMessage>({ release, used: [...untold.values()] }));
    untold = new Map();
  };
  const unsubscribe = messenger.subscribe(subjects.usage, (text) => {
    const told = decodeJson<UsageMessage>(text);
    if (told.release !== release) return;
    const nowMs = Date.now();
    for (const [kind, name, addedMs, mostMs] of told.used)
      usages.get(kind)?.add(name, addedMs, { nowMs, mostMs });
  });
  const timer = setInterval(tell, REPORT_EVERY_MS).unref();
  return {
    of(kind) {
      const own = createOwnUsage();
      usages.set(kind, own);
      return {
        usedMs: own.usedMs,
        add(name, addedMs, at) {
          own.add(name, addedMs, at);
          const key = `${kind} ${name}`;
          const [, , earlier] = untold.get(key) ?? [kind, name, 0];
          untold.set(key, [kind, name, earlier + addedMs, at.mostMs]);
        },
      };
    },
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
