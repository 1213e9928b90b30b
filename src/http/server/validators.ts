/**
 * Compiles the schemas of operations, each once and on first use. An operation is served at several addresses, and
 * compiling its schemas is most of its setup cost.
 */
import compilers from "@fastify/ajv-compiler";
import type { FastifySchemaCompiler } from "fastify";
import { PAGE_LIMIT_KEYWORD } from "../page-limit.ts";
import { JOINED_KEYWORD } from "./query-values.ts";
import { SHOWN_FORMATS } from "../shown-text.ts";
import { WALLET_FORMATS } from "../wallets.ts";

export type Validators = FastifySchemaCompiler<object>;
type Validator = ReturnType<Validators>;

export function createValidators(): Validators {
  const compile = compilers()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        verbose: true,
        keywords: [PAGE_LIMIT_KEYWORD, JOINED_KEYWORD],
        formats: { ...WALLET_FORMATS, ...SHOWN_FORMATS },
      },
    },
  );
  const known = new WeakMap<object, Validator>();
  return (route) => {
    const validator = known.get(route.schema) ?? whenAsked(() => compile(route));
    known.set(route.schema, validator);
    return validator;
  };
}

/** Delays the compilation of a validator until its first use: startup need not wait for validators that are never used. */
function whenAsked(compile: () => Validator): Validator {
  let compiled: Validator | undefined;
  const validator: Validator = (data) => {
    compiled ??= compile();
    const result = compiled(data);
    validator.errors = compiled.errors ?? null;
    return result;
  };
  return validator;
}
