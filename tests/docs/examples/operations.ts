/** Operations of the documents in docs/openapi by their names. */
import { readFileSync } from "node:fs";

export const EXAMPLE_INTERFACES = ["trading", "data", "catalog", "operator"] as const;
export type ExampleInterface = (typeof EXAMPLE_INTERFACES)[number];

export type NamedOperation = {
  readonly method: string;
  readonly path: string;
  /** Status of the answer that its example has: success, where the operation has one. */
  readonly status: number;
};

type Described = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: unknown }>>;
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

/** Schema of a success of operations that only refuse. */
const NOTHING = '{"schema":{"not":{}}}';

const hasSuccess = ({ 200: success }: Described["responses"]): boolean =>
  success !== undefined && !JSON.stringify(success).includes(NOTHING);

function readOperations(name: ExampleInterface): ReadonlyMap<string, NamedOperation> {
  const url = new URL(`../../../docs/openapi/${name}.json`, import.meta.url);
  const { paths } = JSON.parse(readFileSync(url, "utf8")) as Document;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => [
        operationId,
        { method: method.toUpperCase(), path, status: hasSuccess(responses) ? 200 : 501 },
      ]),
    ),
  );
}

const OPERATIONS = Object.fromEntries(
  EXAMPLE_INTERFACES.map((name) => [name, readOperations(name)]),
) as Record<ExampleInterface, ReadonlyMap<string, NamedOperation>>;

export const operationsOf = (name: ExampleInterface): ReadonlyMap<string, NamedOperation> => OPERATIONS[name];

export function operationNamed(interfaceName: ExampleInterface, operationId: string): NamedOperation {
  const operation = OPERATIONS[interfaceName].get(operationId);
  if (operation === undefined)
    throw new Error(`docs/openapi/${interfaceName}.json has no operation ${operationId}`);
  return operation;
}
