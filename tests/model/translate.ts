/**
 * Translates a Quint specification to JavaScript, so that all its states can be visited: the package's own simulator takes some
 * thousand steps a second, the translation some ten thousands. The input is the output of `quint compile`. A value is JSON with
 * its keys and members in one order, so that equal values have equal texts: a record or map is an object, a set a sorted list.
 * Operators that the table does not have are taken for definitions, and fail as undefined names.
 */

type Expression =
  | { readonly kind: "bool" | "int" | "str"; readonly value: unknown }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "app"; readonly opcode: string; readonly args: readonly Expression[] }
  | {
      readonly kind: "lambda";
      readonly params: readonly { readonly name: string }[];
      readonly expr: Expression;
    }
  | { readonly kind: "let"; readonly opdef: Definition; readonly expr: Expression };

type Definition = {
  readonly kind: "def";
  readonly name: string;
  readonly qualifier: string;
  readonly expr: Expression;
};

type Declaration = Definition | { readonly kind: "var" | "typedef"; readonly name: string };

/** Output of `quint compile` for a specification of one module and one variable. */
export type Compiled = { readonly modules: readonly [{ readonly declarations: readonly Declaration[] }] };

/** Text of an operator's result, from the texts of its operands. */
const OPERATORS: { readonly [opcode: string]: (...args: string[]) => string } = {
  not: (a) => `!${a}`,
  and: (...args) => `(${args.join(" && ")})`,
  or: (...args) => `(${args.join(" || ")})`,
  implies: (a, b) => `(!${a} || ${b})`,
  ite: (condition, a, b) => `(${condition} ? ${a} : ${b})`,
  eq: (a, b) => `isEqual(${a}, ${b})`,
  neq: (a, b) => `!isEqual(${a}, ${b})`,
  iadd: (a, b) => `(${a} + ${b})`,
  isub: (a, b) => `(${a} - ${b})`,
  ilt: (a, b) => `(${a} < ${b})`,
  ilte: (a, b) => `(${a} <= ${b})`,
  igt: (a, b) => `(${a} > ${b})`,
  igte: (a, b) => `(${a} >= ${b})`,
  to: (a, b) => `range(${a}, ${b})`,
  field: (record, name) => `${record}[${name}]`,
  List: (...args) => `[${args.join(", ")}]`,
  length: (list) => `${list}.length`,
  nth: (list, place) => `${list}[${place}]`,
  append: (list, value) => `[...${list}, ${value}]`,
  indices: (list) => `[...${list}.keys()]`,
  select: (list, test) => `${list}.filter((value) => (${test})(value))`,
  foldl: (list, first, step) => `${list}.reduce((left, value) => (${step})(left, value), ${first})`,
  Set: (...args) => `setOf([${args.join(", ")}])`,
  contains: (set, value) => `${set}.some((member) => isEqual(member, ${value}))`,
  in: (value, set) => `${set}.some((member) => isEqual(member, ${value}))`,
  union: (a, b) => `setOf([...${a}, ...${b}])`,
  exclude: (a, b) => `${a}.filter((value) => !${b}.some((member) => isEqual(member, value)))`,
  filter: (set, test) => `${set}.filter((value) => (${test})(value))`,
  map: (set, change) => `setOf(${set}.map((value) => (${change})(value)))`,
  forall: (set, test) => `${set}.every((value) => (${test})(value))`,
  exists: (set, test) => `${set}.some((value) => (${test})(value))`,
  fold: (set, first, step) => `${set}.reduce((left, value) => (${step})(left, value), ${first})`,
  Map: (...pairs) => `Object.fromEntries([${pairs.join(", ")}])`,
  Tup: (...args) => `[${args.join(", ")}]`,
  get: (map, key) => `${map}[${key}]`,
  set: (map, key, value) => `({ ...${map}, [${key}]: ${value} })`,
  setBy: (map, key, change) => `({ ...${map}, [${key}]: (${change})(${map}[${key}]) })`,
  keys: (map) => `Object.keys(${map}).map(Number)`,
  mapBy: (set, value) => `Object.fromEntries(${set}.map((key) => [key, (${value})(key)]))`,
};

/** Begin of each translation. `enabled` is called for each next state, with the names of the steps and their choices. */
const PRELUDE = `
const textOf = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));
const choiceOf = (name, value) => (typeof value === "object" ? "" : " " + name.split("_")[0] + "=" + value);
const isEqual = (a, b) => a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const setOf = (values) => [...new Map(values.map((value) => [textOf(value), value])).entries()]
  .sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
const once = (work) => { let done = false; let value; return () => { if (!done) { value = work(); done = true; } return value; }; };
let state, next, said = "";
`;

export function translate({ modules: [{ declarations }] }: Compiled): string {
  const definitions = declarations.filter((declaration) => declaration.kind === "def");
  const variable = declarations.find(({ kind }) => kind === "var")!.name;
  const scope: Scope = {
    variable,
    constants: new Set(definitions.filter(({ expr }) => expr.kind !== "lambda").map(({ name }) => name)),
    actions: new Set(definitions.filter(({ qualifier }) => qualifier === "action").map(({ name }) => name)),
  };
  const functions = definitions
    .filter(({ name }) => !name.startsWith("q::"))
    .map((definition) => translateDefinition(definition, scope));
  return `${PRELUDE}${functions.join("\n")}
export const listNext = (from, step, ...args) => {
  const found = [];
  state = from;
  said = "";
  step(...args, () => found.push({ said: said.trim(), state: next }));
  return found;
};
export const holds = (at, test) => { state = at; return test(); };
`;
}

type Scope = {
  readonly variable: string;
  /** Definitions without parameters, which are functions in the translation. */
  readonly constants: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
};

function translateDefinition({ name, expr }: Definition, scope: Scope): string {
  const params = expr.kind === "lambda" ? expr.params.map((param) => idOf(param.name)) : [];
  const body = expr.kind === "lambda" ? expr.expr : expr;
  if (!scope.actions.has(name))
    return `export const ${idOf(name)} = (${params.join(", ")}) => ${valueOf(body, scope)};`;
  return `export const ${idOf(name)} = (${[...params, "enabled"].join(", ")}) => { ${stepOf(body, scope, "enabled();")} };`;
}

/** Adds a definition within an expression, which is worked out where it is first asked for: its guard may stand later. */
const withName = (scope: Scope, name: string): Scope => ({
  ...scope,
  constants: new Set([...scope.constants, name]),
});

const idOf = (name: string): string => `$${name}`;

/** Text of an expression's value. */
function valueOf(expr: Expression, scope: Scope): string {
  if (expr.kind === "name") {
    if (expr.name === scope.variable) return "state";
    return scope.constants.has(expr.name) ? `${idOf(expr.name)}()` : idOf(expr.name);
  }
  if (expr.kind === "lambda")
    return `(${expr.params.map(({ name }) => idOf(name)).join(", ")}) => (${valueOf(expr.expr, scope)})`;
  if (expr.kind === "let") {
    const { name, expr: value } = expr.opdef;
    const inner = withName(scope, name);
    return `((${idOf(name)}) => (${valueOf(expr.expr, inner)}))(once(() => ${valueOf(value, scope)}))`;
  }
  if (expr.kind === "app" && expr.opcode === "with") return `({ ${changedOf(expr, scope)} })`;
  if (expr.kind !== "app") return JSON.stringify(expr.kind === "int" ? Number(expr.value) : expr.value);
  return applicationOf(
    expr.opcode,
    expr.args.map((arg) => valueOf(arg, scope)),
  );
}

/** Text of the fields of a changed record. One object is made for all changes. */
function changedOf(expr: Expression, scope: Scope): string {
  if (expr.kind !== "app" || expr.opcode !== "with") return `...${valueOf(expr, scope)}`;
  const [record, name, value] = expr.args;
  return `${changedOf(record!, scope)}, [${valueOf(name!, scope)}]: ${valueOf(value!, scope)}`;
}

function applicationOf(opcode: string, args: readonly string[]): string {
  if (opcode === "Rec") return recordOf(args);
  const operator = OPERATORS[opcode];
  return operator === undefined ? `${idOf(opcode)}(${args.join(", ")})` : operator(...args);
}

/** Text of a record, with its names in alphabetical order. */
function recordOf(args: readonly string[]): string {
  const fields = args.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${args[index + 1]}`] : []));
  return `({ ${fields.toSorted().join(", ")} })`;
}

/** Text of statements that run `then` with `next` set, once for each way to take the step; none where it is not enabled. */
function stepOf(expr: Expression, scope: Scope, then: string): string {
  if (expr.kind === "let") {
    const { name, qualifier, expr: value } = expr.opdef;
    if (qualifier !== "nondet") {
      const rest = stepOf(expr.expr, withName(scope, name), then);
      return `{ const ${idOf(name)} = once(() => ${valueOf(value, scope)}); ${rest} }`;
    }
    const rest = stepOf(expr.expr, scope, then);
    const [members] = (value as Extract<Expression, { kind: "app" }>).args;
    const choice = `const before = said; said += choiceOf("${name}", ${idOf(name)});`;
    return `for (const ${idOf(name)} of ${valueOf(members!, scope)}) { ${choice} ${rest} said = before; }`;
  }
  if (expr.kind === "app") {
    const { opcode, args } = expr;
    if (opcode === "assign") return `next = ${valueOf(args[1]!, scope)}; ${then}`;
    if (opcode === "actionAny") return args.map((arg) => stepOf(arg, scope, then)).join(" ");
    if (opcode === "actionAll") return args.reduceRight((rest, arg) => stepOf(arg, scope, rest), then);
    if (scope.actions.has(opcode))
      return callOf(
        opcode,
        args.map((arg) => valueOf(arg, scope)),
        then,
      );
  }
  if (expr.kind === "name" && scope.actions.has(expr.name)) return callOf(expr.name, [], then);
  return `if (${valueOf(expr, scope)}) { ${then} }`;
}

const callOf = (name: string, args: readonly string[], then: string): string =>
  `{ const before = said; said += " ${name}"; ${idOf(name)}(${[...args, `() => { ${then} }`].join(", ")}); said = before; }`;
