/** /sandbox/faults: faults on the wire that apply to requests and live channels until they expire or are removed. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { joinShort } from "../../base/short-list.ts";
import { operation } from "../admin/operation.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { Fault, PRESETS, findPreset } from "./faults/fault.ts";
import type { FaultInForce, FaultsInForce } from "./faults/faults-in-force.ts";
import { describeMistake } from "../operation/validation-fault.ts";
import { strictObject } from "../operation/strict-object.ts";
import { SANDBOX, SANDBOX_CHANGE } from "./groups.ts";

const MAX_FAULTS = 20;

export const FaultAnswer = Type.Object({
  id: Type.String(),
  met: Type.Integer({ description: "How often it was met" }),
  fault: Fault,
});
export const FaultsAnswer = Type.Object({ faults: Type.Array(FaultAnswer) });

export const PresetAnswer = Type.Object({
  name: Type.String(),
  meaning: Type.String(),
  survivedBy: Type.String({ description: "What a client does that survives it" }),
  thread: Type.String({ description: "Public report of the incident; empty where it is a profile" }),
  faults: Type.Array(Fault),
});

/** Lists the operations that show, add and remove faults. */
export const faultEndpoints = (faults: FaultsInForce): readonly Endpoint[] => [
  listFaults(faults),
  addFaults(faults),
  endFaults(faults),
  endFault(faults),
  listPresets,
];

const listFaults = (faults: FaultsInForce): Endpoint =>
  operation({
    method: "GET",
    path: "/sandbox/faults",
    summary: "List the faults on the wire that are in force",
    group: SANDBOX,
    answer: FaultsAnswer,
    handle: () => ({ body: { faults: faults.list() } }),
  });

const NEEDS_NO_GATEWAYS = reject(
  "not_supported",
  "faults are drawn in one thread, and gateways serve the clients in several: start with PRESAGE_GATEWAYS=0",
);

const addFaults = (faults: FaultsInForce): Endpoint =>
  operation({
    ...SANDBOX_CHANGE,
    path: "/sandbox/faults",
    summary: "Put faults on the wire in force: those of a preset, or those that are given",
    refuses: ["not_supported"],
    body: strictObject({
      preset: Type.Optional(
        Type.String({
          description: "Preset by the name that the list of presets gives it, such as timeout-that-filled",
        }),
      ),
      faults: Type.Optional(
        Type.Array(Fault, {
          minItems: 1,
          maxItems: MAX_FAULTS,
          description: "Faults, in place of a preset",
        }),
      ),
    }),
    answer: FaultsAnswer,
    handle: ({ context, body }) => {
      // Each gateway would draw for itself, and its clients would meet other faults than those of the next.
      if (context.config.gateways !== "auto" && context.config.gateways > 0)
        return { rejection: NEEDS_NO_GATEWAYS };
      const asked = askedFaults(body);
      const added = "mistake" in asked ? asked : inForce(faults.add(asked.faults));
      return "mistake" in added ? { rejection: reject("invalid_payload", added.mistake) } : { body: added };
    },
  });

type AskedFaults = { readonly preset?: string; readonly faults?: readonly Fault[] };

function askedFaults({
  preset: name,
  faults,
}: AskedFaults): { faults: readonly Fault[] } | { mistake: string } {
  if ((name === undefined) === (faults === undefined))
    return { mistake: "the body: expected either preset or faults, got both or neither" };
  if (name === undefined) return { faults: faults ?? [] };
  const names = PRESETS.map((preset) => preset.name);
  const expected = `one of ${joinShort(names)}`;
  const mistake = () => describeMistake("preset", { expected, got: name, nearest: nearestName(name, names) });
  return findPreset(name) ?? { mistake: mistake() };
}

const inForce = (added: readonly FaultInForce[] | { readonly mistake: string }) =>
  "mistake" in added ? added : { faults: added };

const Ended = Type.Object({ ended: Type.Integer({ description: "How many faults ended" }) });

const endFaults = (faults: FaultsInForce): Endpoint =>
  operation({
    ...SANDBOX_CHANGE,
    method: "DELETE",
    path: "/sandbox/faults",
    summary: "End all faults on the wire",
    answer: Ended,
    handle: () => ({ body: { ended: faults.remove() } }),
  });

const endFault = (faults: FaultsInForce): Endpoint =>
  operation({
    ...SANDBOX_CHANGE,
    method: "DELETE",
    path: "/sandbox/faults/:id",
    summary: "End a fault on the wire; one that has ended already is no mistake",
    params: Type.Object({ id: Type.String({ description: "As the list gives it" }) }),
    answer: Ended,
    handle: ({ params }) => ({ body: { ended: faults.remove(params.id) } }),
  });

export const listPresets = operation({
  method: "GET",
  path: "/sandbox/fault-presets",
  summary: "List the presets of faults, each after an incident",
  group: SANDBOX,
  answer: Type.Object({ presets: Type.Array(PresetAnswer) }),
  handle: () => ({ body: { presets: PRESETS } }),
});
