/** The hand-over of a cluster's lead to another engine, which the process of the engine does. */
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";

/** The part of the process. */
type LeadingProcess = {
  /** Returns true if another engine waits for the lead. */
  readonly hasCandidate: () => Promise<boolean>;
  readonly begin: () => void;
};

export type HandOver = {
  /** Installs the process that leads a cluster. */
  install(leading: LeadingProcess): void;
  /** Refuses a hand-over that nobody would take. */
  refuse(): Promise<Rejection | undefined>;
  /** Begins the hand-over. Commands that were taken before are still committed and answered. */
  begin(): void;
};

export function createHandOver(): HandOver {
  let process: LeadingProcess | undefined;
  return {
    install: (leading) => void (process = leading),
    async refuse() {
      if (process === undefined)
        return reject(
          "not_supported",
          "the exchange is no engine of a cluster, whose lead another engine could take",
        );
      if (await process.hasCandidate()) return undefined;
      return reject(
        "not_accepting",
        "no other engine waits for the lead: start one with presage engine, then hand over",
      );
    },
    begin: () => process?.begin(),
  };
}
