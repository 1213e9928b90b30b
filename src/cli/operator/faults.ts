/** `presage faults`: injects faults into the network of a sandbox, lists and removes them. */
import type { Static } from "typebox";
import type { FaultsAnswer, PresetAnswer } from "../../http/sandbox/faults.ts";
import { findOperandIndex } from "../command-line.ts";
import { describeSubcommand, runOperation } from "./operation.ts";
import type { OperatorSubcommand } from "./operation.ts";
import { tableText } from "../table.ts";

export const FAULTS_HELP = `Usage: presage faults
       presage faults PRESET
       presage faults add JSON
       presage faults off [ID]

Makes a running sandbox answer as real services do on bad days, so that a client can be tried with it: late, lost and
stale answers, refusals, live channels that go silent. Without operands: the faults in force, and the presets. add takes
one fault or a list of them as in docs/sandbox.md. A fault is met until its uses or its time are over, or until off.

  presage faults timeout-that-filled
  presage faults add '{"kind": "latency", "ms": 200, "routes": ["POST /order"], "share": 0.5, "seed": 7}'
  presage faults off
`;

type Faults = Static<typeof FaultsAnswer>;
type Presets = { readonly presets: readonly Static<typeof PresetAnswer>[] };

const SHOW: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async ({ call }) => {
    const inForce: Faults = JSON.parse(await call({ method: "GET", path: "/sandbox/faults" }));
    const { presets }: Presets = JSON.parse(await call({ method: "GET", path: "/sandbox/fault-presets" }));
    const rows = presets.map(({ name, meaning }) => [name, meaning]);
    const text = `${faultsText(inForce)}\n${tableText(["PRESET", "MEANING"], rows, "")}`;
    return { json: { ...inForce, presets }, text };
  },
};

const PRESET = describeSubcommand({
  route: "POST /sandbox/faults",
  operands: { PRESET: "preset" },
  text: faultsText,
});

const ADD = describeSubcommand({
  route: "POST /sandbox/faults",
  operands: { add: "", JSON: "" },
  check: ({ operands: [, text = ""] }) => void readFaults(text),
  fields: ({ operands: [, text] }) => ({ faults: readFaults(text) }),
  text: faultsText,
});

function readFaults(text: string): readonly unknown[] {
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? given : [given];
  } catch (error) {
    throw new Error(`faults add: expected JSON as in '{"kind": "latency", "ms": 200}', got "${text}"`, {
      cause: error,
    });
  }
}

const OFF: OperatorSubcommand = {
  operands: ["off", "[ID]"],
  changes: false,
  perform: async ({ operands: [, id], call }) => {
    const path = id === "" ? "/sandbox/faults" : `/sandbox/faults/${encodeURIComponent(id)}`;
    const done: { readonly ended: number } = JSON.parse(await call({ method: "DELETE", path }));
    return { json: done, text: `${done.ended} ${done.ended === 1 ? "fault" : "faults"} ended.\n` };
  },
};

export function faults(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  const word = at === -1 ? undefined : args[at];
  const operation = word === undefined ? SHOW : word === "add" ? ADD : word === "off" ? OFF : PRESET;
  return runOperation("faults", operation, args);
}

function faultsText(inForce: Faults): string {
  const rows = inForce.faults.map(({ id, met, fault: { kind, ...rest } }) => [
    id,
    kind,
    String(met),
    JSON.stringify(rest),
  ]);
  return tableText(["ID", "KIND", "MET", "WHERE AND HOW"], rows, "No fault is in force.");
}
