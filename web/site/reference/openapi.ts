/** The documents of docs/openapi, and the examples of their operations, as the reference pages read them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema, Schemas } from "./schema.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "openapi");

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
};
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
export type Response = {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
};
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
};
export type Tag = { readonly name: string; readonly description: string };
export type Document = {
  readonly info: { readonly description: string };
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses?: Readonly<Record<string, Response>>;
  };
};

/** A captured request with its answer, or the reason why there is none. */
export type Example =
  | {
      readonly method: string;
      readonly path: string;
      readonly body?: unknown;
      readonly status: number;
      readonly answer: unknown;
    }
  | { readonly reason: string };
export type Examples = Readonly<Record<string, Readonly<Record<string, Example>>>>;

const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as T;

export const readDocument = (name: string): Document => readJson<Document>(name);
export const readExamples = (): Examples => readJson<Examples>("examples");

export type Route = { readonly method: string; readonly path: string; readonly operation: Operation };

export const routesOf = ({ paths }: Document): readonly Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
