/** The part of the syntax of GitHub Actions that the documents use: a workflow is checked against it, and then has its types. */
import { Type } from "typebox";
import type { Static } from "typebox";
import { Errors } from "typebox/value";
import { parseDocument } from "yaml";

/** Actions that steps may use, each with its inputs. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "actions/checkout@v5": [],
  "actions/setup-node@v5": ["node-version", "cache"],
  "actions/setup-python@v6": ["python-version"],
};

const closed = { additionalProperties: false };
const Name = Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_-]*$" });
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const Environment = Type.Record(Name, Scalar);

const Step = Type.Object(
  {
    name: Type.Optional(Type.String()),
    uses: Type.Optional(Type.String()),
    with: Type.Optional(Type.Record(Name, Scalar)),
    run: Type.Optional(Type.String({ minLength: 1 })),
    env: Type.Optional(Environment),
  },
  closed,
);

const Job = Type.Object(
  {
    "runs-on": Type.Enum(["ubuntu-latest"]),
    env: Type.Optional(Environment),
    steps: Type.Array(Step, { minItems: 1 }),
  },
  closed,
);

const Workflow = Type.Object(
  {
    name: Type.Optional(Type.String()),
    on: Type.Array(Type.Enum(["push", "pull_request", "workflow_dispatch"]), { minItems: 1 }),
    env: Type.Optional(Environment),
    jobs: Type.Record(Name, Job, { minProperties: 1, additionalProperties: false }),
  },
  closed,
);

export type Workflow = Static<typeof Workflow>;
export type WorkflowStep = Static<typeof Step>;

/** Reads a workflow; throws with all faults of it. */
export function readWorkflow(text: string): Workflow {
  const document = parseDocument(text);
  const [unparsed] = document.errors;
  if (unparsed !== undefined) throw new Error(`expected YAML, got: ${unparsed.message}`);
  const workflow: unknown = document.toJS();
  const faults = Errors(Workflow, workflow).map(
    ({ instancePath, message, params }) => `${instancePath || "/"}: ${message} ${JSON.stringify(params)}`,
  );
  if (faults.length > 0) throw new Error(`expected a workflow, got:\n${faults.join("\n")}`);
  const checked = workflow as Workflow;
  const wrong = Object.entries(checked.jobs).flatMap(([name, { steps }]) =>
    steps.flatMap((step, index) => stepFaults(step).map((fault) => `/jobs/${name}/steps/${index}: ${fault}`)),
  );
  if (wrong.length > 0) throw new Error(`expected a workflow, got:\n${wrong.join("\n")}`);
  return checked;
}

/** Faults of a step's parts with one another. */
function stepFaults({ uses, run, with: inputs = {} }: WorkflowStep): string[] {
  if ((uses === undefined) === (run === undefined))
    return [`expected either uses or run, got ${uses === undefined ? "none" : "both"}`];
  const given = Object.keys(inputs);
  if (uses === undefined) return given.length > 0 ? ["expected no inputs beside run, got with"] : [];
  const known = Object.hasOwn(ACTIONS, uses) ? ACTIONS[uses] : undefined;
  if (known === undefined) return [`expected one of ${Object.keys(ACTIONS).join(", ")}, got ${uses}`];
  return given
    .filter((input) => !known.includes(input))
    .map((input) => `expected inputs of ${uses}: ${known.join(", ") || "none"}, got ${input}`);
}
