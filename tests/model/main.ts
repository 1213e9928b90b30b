/**
 * `node tests/model/main.ts [STEPS] [WORD]` checks the model of fail-over in fail-over.qnt. All states within STEPS steps of the first
 * one are visited, 14 unless given: of variants that must hold, and of broken ones until they are caught. `all` sets no bound.
 * Random steps of Quint's own simulator are held to the translation before. Exits with 1 when a variant is not
 * as it must be, or as docs/explanation/model.md says.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SPECIFICATION, loadSpecification, simulate } from "./quint.ts";
import type { Trace } from "./quint.ts";
import { search } from "./search.ts";
import type { Answer, Specification } from "./search.ts";
import { SIMULATED, VARIANTS } from "./variants.ts";
import type { Variant } from "./variants.ts";

const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "explanation", "model.md");

const [given = "14", word = "", ...rest] = process.argv.slice(2);
const maxSteps = given === "all" ? Infinity : Number(given);
const chosen = VARIANTS.filter(({ text }) => text.includes(word));
if (!(maxSteps > 0) || chosen.length === 0 || rest.length > 0) {
  console.error("usage: node tests/model/main.ts [STEPS|all] [WORD], a word of one of:");
  for (const { text } of VARIANTS) console.error(`  ${text}`);
  process.exit(2);
}

/** The part of a state that names the three nodes. */
type State = {
  readonly named: number;
  readonly nodes: { readonly [n: number]: { readonly follows: number } };
  readonly engines: { readonly [e: number]: { readonly node: number } };
};

/** Renames the nodes by what they are, so that states that differ in their names alone are visited once. */
function identify(state: object): unknown {
  const { named, nodes, engines } = state as State;
  const describeNode = (n: number): string => {
    const sessions = Object.values(engines).map(({ node }) => node === n);
    const { follows, ...node } = nodes[n]!;
    return JSON.stringify([n === named, follows === 0, follows === named, sessions, node]);
  };
  const order = Object.keys(nodes)
    .map((n) => ({ n: Number(n), text: describeNode(Number(n)) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ n }) => n);
  const rename = (n: number): number => order.indexOf(n);
  return {
    ...state,
    named: rename(named),
    nodes: order.map((n) => ({ ...nodes[n], follows: rename(nodes[n]!.follows) })),
    engines: Object.values(engines).map((engine) => ({ ...engine, node: rename(engine.node) })),
  };
}

/** Orders keys, so that equal values have equal texts. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Names a step of the simulator as the translation does; throws where the translation does not have the step. */
function findStep(spec: Specification, from: object, to: object): string {
  const text = textOf(to);
  const found = spec.listNext(from, spec.$step).find(({ state }) => textOf(state) === text);
  if (found === undefined) throw new Error(`the translation has no step from ${textOf(from)} to ${text}`);
  return found.said.replaceAll(/\w+=\w+ ?/g, "").trim();
}

const listSteps = (spec: Specification, trace: Trace): readonly string[] =>
  trace.slice(1).map((to, index) => findStep(spec, trace[index]!, to));

/** Rules that only the specification names, or only the variants. */
function listStrayRules(): readonly string[] {
  const named = readFileSync(SPECIFICATION, "utf8").matchAll(/keeps\("([^"]+)"\)/g);
  const specified = new Set([...named].map(([, rule]) => rule!));
  const leftOut = new Set(VARIANTS.flatMap(({ without }) => without));
  return [...specified, ...leftOut].filter((rule) => !specified.has(rule) || !leftOut.has(rule));
}

const isRight = ({ breaks }: Variant, { broken, missing }: Answer): boolean =>
  breaks === undefined ? broken === undefined && missing.length === 0 : broken !== undefined;

/** Says what a search found, as docs/explanation/model.md does. */
const describeFinding = ({ breaks = "safe" }: Variant, { broken, missing }: Answer): string =>
  broken === undefined
    ? ["holds", ...missing.map((name) => `never ${name}`)].join(", ")
    : `\`${breaks}\` fails after ${broken.length} steps`;

const LIST = new Intl.ListFormat("en-GB");

/** Names the rules that a variant leaves out. */
const describeRules = ({ without }: Variant): string =>
  without.length === 0
    ? "no rule"
    : `${without.length === 1 ? "rule" : "rules"} ${LIST.format(without.map((rule) => `"${rule}"`))}`;

const describe = (variant: Variant, answer: Answer): string =>
  `| ${variant.text} | ${describeRules(variant)} | ${describeFinding(variant, answer)} |`;

const documented = new Set(
  readFileSync(DOCUMENT, "utf8")
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " ")),
);

const stray = listStrayRules();
if (stray.length > 0) throw new Error(`only the specification or only a variant has ${stray.join(", ")}`);
const spec = await loadSpecification();
const traces = (await Promise.all(SIMULATED.map(simulate))).flat();
const taken = traces.flatMap((trace) => listSteps(spec, trace));
console.log(`The translation has all ${taken.length} random steps, of ${new Set(taken).size} kinds.\n`);
const wrong: string[] = [];
for (const variant of chosen) {
  const { without, breaks: invariant = "safe", reaches: witnesses = [] } = variant;
  const answer = search(spec, { without, invariant, witnesses, maxSteps }, identify);
  const row = describe(variant, answer);
  const { states, steps, complete, broken } = answer;
  console.log(`${row}\n  ${states} states within ${steps} steps${complete ? ", which are all" : ""}`);
  if (broken !== undefined) console.log(`  ${broken.join("; ")}`);
  if (!isRight(variant, answer)) wrong.push(`not as it must be: ${row}`);
  if (!documented.has(row)) wrong.push(`not in docs/explanation/model.md: ${row}`);
}
for (const text of wrong) console.error(text);
console.log(`\n${chosen.length} variants, ${wrong.length} faults`);
if (wrong.length > 0) process.exitCode = 1;
