/**
 * Clients of a simulated cluster. They send commands to gateways, send those with an unknown outcome again by their id or
 * key, and read.
 */
import type { Command } from "../../src/core/events/command.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import type { CommandOutcome } from "../../src/engine/repeats/entry.ts";
import { nextCommand } from "../simulation/commands.ts";
import { createGenerator } from "../simulation/generator.ts";
import { executeReference } from "../simulation/reference-exchange.ts";
import { createReference } from "../simulation/reference-state.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Random } from "../support/random.ts";
import { clock } from "./programs.ts";
import type { GatewayProgram, OnceRequest } from "./programs.ts";
import type { Operation, Witness } from "./witness.ts";
import { afterIn, runIn } from "./world.ts";

export type ClientsOptions = {
  readonly random: Random;
  readonly witness: Witness;
  readonly gateways: () => readonly GatewayProgram[];
  readonly count: (what: string) => void;
  /** Called with the first error that a check throws. */
  readonly fail: (error: unknown) => void;
};

export type Clients = {
  readonly operations: readonly Operation[];
  /** Stops new commands; those that are underway go on. */
  stop(): void;
  /** Number of clients with a command underway. */
  busy(): number;
};

const CLIENTS = 4;
const ANSWER_MS = 7_000;
const MAX_ATTEMPTS = 6;

type Answer =
  | { readonly type: "accepted"; readonly seq?: number; readonly hash?: string }
  | { readonly type: "refused"; readonly code: RejectionCode }
  | { readonly type: "unknown" };

const UNKNOWN: Answer = { type: "unknown" };

/** Draws commands that make sense together. */
function createDraw(random: Random): () => Command {
  const reference = createReference({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  const generator = createGenerator(random, reference);
  return () => {
    for (;;) {
      generator.at = clock();
      const { command } = nextCommand(generator);
      executeReference(reference, command, generator.at);
      if (
        command.type !== "record-prices" &&
        !(command.type === "operate" && command.command?.type === "record-prices")
      )
        return command as Command;
    }
  };
}

export function startClients(options: ClientsOptions): Clients {
  const { random, witness, gateways, count, fail } = options;
  const operations: Operation[] = [];
  const draw = createDraw(random);
  const trading = { isOver: false };
  let busy = 0;

  const readyGateways = (): readonly GatewayProgram[] =>
    gateways().filter(({ follower, process }) => follower !== undefined && process.state === "running");

  const wait = (ms: number): Promise<void> => new Promise((resolve) => void afterIn(undefined, ms, resolve));

  function ask(gateway: GatewayProgram, command: Command, key: string | undefined): Promise<Answer> {
    const { process, follower } = gateway;
    return new Promise((resolve) => {
      afterIn(undefined, ANSWER_MS, () => resolve(UNKNOWN));
      runIn(process, () => {
        const answered =
          key === undefined
            ? follower!.submit(command).then(readOutcome)
            : follower!.passOn(passedRequest({ key, command })).then(({ body }) => readTold(body));
        answered.then(resolve, () => resolve(UNKNOWN));
      });
    });
  }

  async function carryOut(operation: Operation, command: Command, home: number): Promise<void> {
    const isOnce = command.type === "operate" || command.type === "fund-accounts";
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const ready = readyGateways();
      const gateway =
        attempt === 0 ? (ready[home % ready.length] ?? ready[0]) : ready[random.below(ready.length)];
      if (gateway === undefined) {
        await wait(random.between(100, 300));
        continue;
      }
      const answer = await ask(gateway, command, isOnce ? operation.mark : undefined);
      count(answer.type);
      if (answer.type === "accepted") {
        operation.isAccepted = true;
        if (answer.seq !== undefined) witness.tell(answer.seq, answer.hash, gateway.process.name);
        return;
      }
      if (answer.type === "unknown") operation.isUnknown = true;
      else if (answer.code !== "not_accepting") return;
      if (operation.mark === undefined && answer.type === "unknown") return;
      await wait(random.between(50, 800));
    }
  }

  async function trade(home: number): Promise<void> {
    while (!trading.isOver) {
      await wait(random.between(10, operations.length < 40 ? 30 : 250));
      const command = draw();
      const no = operations.length + 1;
      const mark =
        command.type === "place-order"
          ? command.id
          : command.type === "operate" || command.type === "fund-accounts"
            ? `key-${no}`
            : undefined;
      const operation: Operation = { no, mark, isAccepted: false, isUnknown: false };
      operations.push(operation);
      busy += 1;
      await carryOut(operation, command, home);
      busy -= 1;
    }
  }

  async function read(): Promise<void> {
    while (!trading.isOver) {
      await wait(random.between(20, 400));
      const ready = readyGateways();
      const gateway = ready[random.below(ready.length)];
      if (gateway !== undefined) void readAt(gateway).catch(fail);
    }
  }

  async function readAt({ process, follower }: GatewayProgram): Promise<void> {
    const check = witness.beginRead(process.name);
    await new Promise<void>((resolve, reject) => {
      runIn(process, () => {
        const catchUpAndCheck = async (): Promise<void> => {
          try {
            await follower!.catchUp?.();
          } catch {
            return count("read failed");
          }
          count("read");
          check(follower!.head());
        };
        catchUpAndCheck().then(resolve, reject);
      });
    });
  }

  for (let no = 0; no < CLIENTS; no += 1) {
    trade(no).catch(fail);
    read().catch(fail);
  }
  return { operations, stop: () => void (trading.isOver = true), busy: () => busy };
}

const passedRequest = (request: OnceRequest) => ({
  at: "admin",
  method: "POST",
  url: "/",
  headers: {},
  body: Buffer.from(JSON.stringify(request)).toString("base64"),
  from: "127.0.0.1",
});

function readTold(body: string): Answer {
  const { code, seq, hash } = JSON.parse(body);
  if (code === undefined) return { type: "accepted", seq, hash };
  return code === "outcome_unknown" ? UNKNOWN : { type: "refused", code };
}

function readOutcome(outcome: CommandOutcome): Answer {
  if (outcome.type === "duplicate") return { type: "accepted" };
  if (outcome.type === "committed") {
    const { events, seq, hash } = outcome.committed;
    // A command without events is of no batch of its own.
    return events.length === 0 ? { type: "accepted" } : { type: "accepted", seq, hash: hash.toString("hex") };
  }
  const { code } = outcome.rejection;
  return code === "outcome_unknown" ? UNKNOWN : { type: "refused", code };
}
